/** The company that a link, or a code copied out of one, names; null when it names none. */
export function companyIn(text: string): string | null {
  const found = /(?:^|\/company\/)([0-9A-HJKMNP-TV-Z]{26})(?![0-9A-Z])/i.exec(text.trim());
  return found?.[1]?.toUpperCase() ?? null;
}
