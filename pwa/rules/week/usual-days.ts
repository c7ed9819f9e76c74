import { weekdayOf } from "#pwa/rules/week/date";

/**
 * Which of the open days to start with: the weekdays of the newest order, as long as they are enough, else all. The
 * answer says whether it is a habit.
 */
export function usualDays(open: readonly string[], lastOrder: readonly string[], needed: number) {
  const weekdays = new Set(lastOrder.map(weekdayOf));
  const usual = open.filter((date) => weekdays.has(weekdayOf(date)));
  return usual.length > 0 && usual.length >= needed ? { days: usual, habit: true } : { days: [...open], habit: false };
}
