import type { Issue, IssueCode, QuoteDelivery, QuoteInput } from "#pwa/rules/quote/quote";
import { isOpen } from "#pwa/rules/week/cutoff";
import { addDays, mondayOf, weekdayOf } from "#pwa/rules/week/date";
import { maxNumDays, minNumDays, minWeekStartDate } from "#pwa/rules/week/weeks";

/** The reason why nothing can be delivered on a date, undefined when something can. */
export function closedBy({ live, menu, now }: QuoteInput, date: string): IssueCode | undefined {
  if (weekdayOf(date) > 4 || date < minWeekStartDate || live.closed.includes(date)) return "day_closed";
  if (live.taken.includes(date)) return "day_taken";
  if (!isOpen(date, now, live.early)) return "cutoff_passed";
  if (live.unserved?.includes(date)) return "window_closed";
  if (live.full?.includes(date)) return "window_full";
  if (!menu[mondayOf(date)]) return "menu_missing";
}

/** Checks the limits on the days that still hold a meal: meals per day, one week, and the least and most days. */
export function minimums(input: QuoteInput, days: readonly QuoteDelivery[]): Issue[] {
  if (days.length === 0) return [{ code: "empty" }];
  const issues: Issue[] = [];
  const filled = days.filter((d) => d.items.length > 0);
  const least = input.terms.minimum_meal_count;
  for (const { date, items } of filled) {
    const meals = items.reduce((count, l) => count + l.qty, 0);
    if (meals < least) issues.push({ code: "too_few_meals", date, from: meals, to: least });
  }
  const [first, last] = [filled.at(0), filled.at(-1)];
  if (!first || !last) return issues;
  const from = filled.length;
  const monday = mondayOf(last.date);
  if (monday !== mondayOf(first.date)) {
    issues.push({ code: "two_weeks", date: monday });
  } else {
    const to = needed(input, monday);
    if (from < to) issues.push({ code: "too_few_days", from, to });
  }
  if (from > maxNumDays) issues.push({ code: "too_many_days", from, to: maxNumDays });
  return issues;
}

/**
 * Returns how many days an order of this week needs. Days that already hold a delivery count toward the minimum, and when
 * fewer open days are left, those are enough.
 */
function needed(input: QuoteInput, monday: string): number {
  let least = input.terms.minimum_day > 0 ? input.terms.minimum_day : minNumDays;
  let open = 0;
  for (let i = 0; i < 5; i++) {
    const date = addDays(monday, i);
    if (input.live.taken.includes(date)) least--;
    else if (!closedBy(input, date) && offersAnything(input, date)) open++;
  }
  return Math.min(least, open);
}

/** Whether a day has a meal that is not sold out; a day without one is no open day. */
function offersAnything({ menu, live }: QuoteInput, date: string): boolean {
  const left = live.portions[date];
  return !!menu[mondayOf(date)]?.days.some((d) => d.date === date && d.meals.some((meal) => (left?.[meal] ?? 1) > 0));
}
