import { addDays, dateAt, mondayOf, weekdayOf } from "#pwa/rules/week/date";

/** The limits of an order and of what is offered, in days and weeks. */
export const minNumDays = 3;
export const maxNumDays = 5;
const deliveryMinDays = 2;
export const editCutoffDays = 2;
export const numUpcomingWeeks = 4;

/** The first date that could ever be ordered. */
export const minWeekStartDate = "2023-09-01";

/** A week that can be chosen: its Monday, and "23 – 27 Nov". */

/** The date that the week rules count from: today in Dubai plus `deliveryMinDays`. */
export function referenceDate(now: number): string {
  return addDays(dateAt(now), deliveryMinDays);
}

/**
 * The weeks that are offered: from the week of `min` while that is still to come, else from the week of `ref` when that is
 * a weekday, else from the week after.
 */
export function upcomingWeeks(ref: string, min: string): string[] {
  const first = min > ref ? mondayOf(min) : addDays(mondayOf(ref), weekdayOf(ref) > 4 ? 7 : 0);
  return Array.from({ length: numUpcomingWeeks }, (_, i) => addDays(first, 7 * i));
}

/**
 * The days of a week that can be chosen: Monday to Friday, from `ref` and from `min` onward, without days that already
 * hold a delivery and without closed days.
 */
export function weekdaysOf(
  week: string,
  ref: string,
  min: string,
  taken: readonly string[],
  closed: readonly string[],
): string[] {
  const monday = mondayOf(week);
  return [0, 1, 2, 3, 4]
    .map((i) => addDays(monday, i))
    .filter((d) => d >= ref && d >= min && !taken.includes(d) && !closed.includes(d));
}
