import { cutoffOf, type Early } from "#pwa/rules/week/cutoff";

let known: Early = {};

/** Keeps what this device knows of days that close earlier; for the days of orders, the cut-off with which they were ordered. */
export function knowEarly(
  early: Early | undefined,
  orders: readonly { deliveries: readonly { live: boolean; delivery_date: string; cutoff: string }[] }[],
): void {
  const all: Record<string, number> = { ...early };
  for (const { live, delivery_date, cutoff } of orders.flatMap(({ deliveries }) => deliveries)) {
    if (live) all[delivery_date] = (cutoffOf(delivery_date) - Date.parse(cutoff)) / 3_600_000;
  }
  known = all;
}

/** Until when, in ms, a day can be ordered, changed or cancelled, as far as this device knows. */
export const closesAt = (date: string): number => cutoffOf(date, known);
