import { expect, test } from "vitest";
import type { Order } from "#pwa/offline/wire";
import { calendarOf } from "#pwa/payment/calendar";
import { orderOf } from "#pwa/testing/sample";

const now = Date.parse("2026-11-26T09:00:00Z");
const order = { ...orderOf("O1", "Confirmed", ["2026-11-30", "2026-12-01"]), rev: 1 } as Order;
const named = (name: string): Order => ({
  ...order,
  deliveries: order.deliveries.map((one) => ({ ...one, items: one.items.map((item) => ({ ...item, name, qty: 2 })) })),
});
/** What a calendar reads: folded lines are whole again. */
const lines = (of: Order, window?: string) =>
  calendarOf(of, { window, place: "Head office, floor 14", now }).replaceAll("\r\n ", "").split("\r\n");

test("a lunch is an entry in Dubai's time, with its place and until when it can be changed", () => {
  expect(lines(order, "12:15–12:45").slice(3, 11)).toEqual([
    "BEGIN:VEVENT",
    "UID:O1-2026-11-30@sahn",
    "DTSTAMP:20261126T090000Z",
    "SEQUENCE:1",
    "DTSTART:20261130T081500Z",
    "DTEND:20261130T084500Z",
    "SUMMARY:Lunch: Meal a",
    "LOCATION:Head office\\, floor 14",
  ]);
  expect(lines(order)).toContain("DESCRIPTION:Change until Sat 28 Nov\\, 23:59");
});

test("without a delivery window it is the whole day, and what was cancelled is left out", () => {
  const cancelled = order.deliveries.map((one, at) => (at === 0 ? { ...one, cancelled: true } : one));
  const shown = lines({ ...order, deliveries: cancelled });
  expect(shown.filter((line) => line.startsWith("DT"))).toEqual([
    "DTSTAMP:20261126T090000Z",
    "DTSTART;VALUE=DATE:20261201",
    "DTEND;VALUE=DATE:20261202",
  ]);
});

test("a changed order replaces its entries, and long names in any script keep lines short and whole", () => {
  const name = "Freekeh; roast chicken, pomegranate & مكسرات محمصة ".repeat(4).trim();
  const changed = { ...named(name), version: 2 };
  const uids = (of: Order) => lines(of).filter((line) => line.startsWith("UID"));
  expect(uids(changed)).toEqual(uids(order));
  expect(lines(changed)).toContain("SEQUENCE:2");
  const rows = calendarOf(changed, { now }).split("\r\n");
  expect(Math.max(...rows.map((row) => new TextEncoder().encode(row).length))).toBeLessThanOrEqual(75);
  expect(lines(changed)).toContain(`SUMMARY:Lunch: 2 × ${name.replaceAll(/[;,]/g, "\\$&")}`);
});
