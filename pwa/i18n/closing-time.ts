import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { closesAt } from "#pwa/rules/week/closes-at";
import { dateAt } from "#pwa/rules/week/date";

/** The last minute in which a delivery can be ordered or changed: "Sat 8 Nov, 23:59". */
export function closingTime(date: string): string {
  const last = closesAt(date) - 60_000;
  return `${dayAndDate(dateAt(last))}, ${clockAt(last)}`;
}
