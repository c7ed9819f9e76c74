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
  nextDelivery(orders, window, dubai(now))?.delivery.delivery_date;

const week = order("Confirmed", "2026-11-23", "2026-11-24");

test("today's lunch is next until its window has passed", () => {
  expect(next([week], "2026-11-23T12:45:00")).toBe("2026-11-23");
  expect(next([week], "2026-11-23T12:45:01")).toBe("2026-11-24");
});

test("without a window today's lunch stays next all day", () => {
  expect(next([week], "2026-11-23T23:59:59", null)).toBe("2026-11-23");
  expect(next([week], "2026-11-24T00:00:00", null)).toBe("2026-11-24");
});

test("only what is paid for counts, and the earliest of all orders", () => {
  const orders = [
    order("Confirmed", "2026-12-01"),
    order("Payment Pending", "2026-11-23"),
    order("Confirmed", "2026-11-26"),
  ];
  expect(next(orders, "2026-11-23T08:00:00")).toBe("2026-11-26");
});

test("a cancelled delivery of a confirmed order does not come", () => {
  const some = order("Confirmed", "2026-11-23", "2026-11-24");
  const [first] = some.deliveries;
  if (first) first.live = false;
  expect(next([some], "2026-11-22T08:00:00")).toBe("2026-11-24");
});

test("when everything is eaten nothing is next", () => {
  expect(nextDelivery([week], null, dubai("2026-11-25T00:00:00"))).toBeNull();
});
