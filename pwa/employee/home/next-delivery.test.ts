import { expect, test } from "vitest";
import { nextDelivery } from "#pwa/employee/home/find-next-delivery";
import type { Order, OrderStatus } from "#pwa/offline/wire";

const order = (status: OrderStatus, ...dates: string[]) =>
  ({
    id: `${status}${dates[0]}`,
    status,
    deliveries: dates.map((date) => ({ id: date, delivery_date: date, live: true })),
  }) as unknown as Order;
const dubai = (text: string) => Date.parse(`${text}+04:00`);
const next = (orders: Order[], now: string, window: string | null = "12:15–12:45") =>
  nextDelivery(orders, () => window, dubai(now))?.delivery.delivery_date;

const week = order("Confirmed", "2026-11-23", "2026-11-24");

const several = [
  order("Confirmed", "2026-12-01"),
  order("Payment Pending", "2026-11-23"),
  order("Confirmed", "2026-11-26"),
];
const cancelled = order("Confirmed", "2026-11-23", "2026-11-24");
Object.assign(cancelled.deliveries[0] ?? {}, { live: false });

test.each<[string, orders: Order[], now: string, date: string | undefined, window?: null]>([
  ["today's lunch is next until its window has passed", [week], "2026-11-23T12:45:00", "2026-11-23"],
  ["after its window the next day's lunch is", [week], "2026-11-23T12:45:01", "2026-11-24"],
  ["without a window today's lunch stays next all day", [week], "2026-11-23T23:59:59", "2026-11-23", null],
  ["without a window it ends with its day", [week], "2026-11-24T00:00:00", "2026-11-24", null],
  ["only what is paid for counts, and the earliest of all orders", several, "2026-11-23T08:00:00", "2026-11-26"],
  ["a cancelled delivery of a confirmed order does not come", [cancelled], "2026-11-22T08:00:00", "2026-11-24"],
  ["when everything is eaten nothing is next", [week], "2026-11-25T00:00:00", undefined, null],
])("%s", (_, orders, now, date, window) => expect(next(orders, now, window)).toBe(date));
