import { cutoffOf, type Early } from "#pwa/rules/week/cutoff";

let known: Early | undefined;
let ordered: Record<string, number> = {};

/** Keeps what this device knows of days that close earlier; for the days of orders, the cut-off with which they were ordered. */
export function knowEarly(
  early: Early | undefined,
  orders: readonly { deliveries: readonly { live: boolean; delivery_date: string; cutoff: string }[] }[],
): void {
  known = early;
  ordered = {};
  for (const order of orders)
    for (const one of order.deliveries) if (one.live) ordered[one.delivery_date] = Date.parse(one.cutoff);
}

/** Until when, in ms, a day can be ordered, changed or cancelled, as far as this device knows. */
export const closesAt = (date: string): number => ordered[date] ?? cutoffOf(date, known);
