import { addDays, startOf } from "#pwa/rules/week/date";
import { editCutoffDays } from "#pwa/rules/week/weeks";

/** The days that close earlier than others, in Ramadan or on Fridays, and by how many hours. */
export type Early = Readonly<Record<string, number>>;

/**
 * The first instant, in ms, at which a delivery can no longer be ordered, changed or cancelled: 00:00 in Dubai of the day
 * before it, or earlier by so many hours. A delivery keeps the cut-off with which it was ordered.
 */
export function cutoffOf(date: string, early?: Early): number {
  return startOf(addDays(date, 1 - editCutoffDays)) - (early?.[date] ?? 0) * 3_600_000;
}

/** Whether a delivery can still be ordered, changed or cancelled. */
export function isOpen(date: string, now: number, early?: Early): boolean {
  return now < cutoffOf(date, early);
}
