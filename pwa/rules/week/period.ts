import { mondayOf } from "#pwa/rules/week/date";

/**
 * The first date of the share period that a date belongs to: the day itself (Daily), its Monday (Weekly) or the first of
 * its month (Monthly).
 */
export function periodStart(duration: string, date: string): string {
  if (duration === "Weekly") return mondayOf(date);
  if (duration === "Monthly") return `${date.slice(0, 8)}01`;
  return date;
}
