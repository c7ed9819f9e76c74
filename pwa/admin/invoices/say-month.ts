import { locale } from "#pwa/i18n/locale";

// Months and days the way invoices say them: with their year.
const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return (date: string) => format.format(Date.parse(`${date}T00:00:00Z`));
};
const shortMonth = named({ month: "short" });

/** "October 2026" */
export const sayMonth = named({ month: "long", year: "numeric" });
/** "15 Nov" */
export const sayShort = (date: string) => `${Number(date.slice(8))} ${shortMonth(date)}`;
/** "1 Nov 2026" */
export const sayDate = (date: string) => `${sayShort(date)} ${date.slice(0, 4)}`;

/** "1 – 31 Oct 2026" */
export function saySpan(from: string, until: string): string {
  if (from === until) return sayDate(from);
  if (from.slice(0, 7) === until.slice(0, 7)) return `${Number(from.slice(8))} – ${sayDate(until)}`;
  return `${from.slice(0, 4) === until.slice(0, 4) ? sayShort(from) : sayDate(from)} – ${sayDate(until)}`;
}
