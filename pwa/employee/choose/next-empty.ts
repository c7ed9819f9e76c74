/** The next of the days without a meal, going round the week from `after`; undefined when every one has one. */
export function nextEmpty(wanted: readonly string[], filled: readonly string[], after: string): string | undefined {
  const empty = wanted.filter((date) => date !== after && !filled.includes(date)).sort();
  return empty.find((date) => date > after) ?? empty[0];
}
