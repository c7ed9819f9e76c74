import { addDays, startOf } from "#pwa/rules/week/date";
import { editCutoffDays } from "#pwa/rules/week/weeks";

/**
 * The first instant, in ms, at which a delivery can no longer be ordered, changed or cancelled: 00:00 in Dubai of the day
 * before it.
 */
export function cutoffOf(date: string): number {
  return startOf(addDays(date, 1 - editCutoffDays));
}

/** Whether a delivery can still be ordered, changed or cancelled. */
export function isOpen(date: string, now: number): boolean {
  return now < cutoffOf(date);
}
