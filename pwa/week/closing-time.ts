import { cutoffOf } from "#pwa/week/cutoff";
import { dateAt } from "#pwa/week/date";
import { clockAt, dayAndDate } from "#pwa/week/say-day";

/** The last minute in which a delivery can be ordered or changed: "Sat 8 Nov, 23:59". */
export function closingTime(date: string): string {
  const last = cutoffOf(date) - 60_000;
  return `${dayAndDate(dateAt(last))}, ${clockAt(last)}`;
}
