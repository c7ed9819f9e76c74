import { startOf } from "#pwa/rules/week/date";

/** A day of Ramadan: 1 to 30, and the year of the Hijri calendar. */
export type RamadanDay = { day: number; year: number };

/**
 * Which day of Ramadan a date is. Operators set its first and last day as the moon was sighted, so days are counted from there; a
 * calendar that is computed in advance can be a day off and says only the year, by the middle of the month.
 */
export function ramadanDay(
  date: string,
  spans: readonly { first: string; last: string }[] = [],
): RamadanDay | undefined {
  const month = spans.find(({ first, last }) => first <= date && date <= last);
  if (!month) return;
  const days = (from: string) => (startOf(date) - startOf(from)) / 86_400_000;
  const year = Number.parseInt(hijri.format(startOf(month.first) + 15 * 86_400_000), 10);
  return { day: days(month.first) + 1, year };
}

const hijri = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { year: "numeric", timeZone: "UTC" });
