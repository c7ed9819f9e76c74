import { describe, expect, test } from "vitest";
import { dayView } from "#pwa/employee/home/day-view";
import type { OfferedDay } from "#pwa/menu/use-offered";
import type { Day } from "#pwa/offline/use-day";
import type { Order, OrderStatus } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";

const date = "2026-11-26";
const items = [{ meal: "m1", name: "Shish tawook", qty: 1 }];
const order = (status: OrderStatus, intent?: Order["intent"], deliveries: object[] = []) =>
  ({ id: "ORDER1", status, intent, deliveries }) as Order;
const day = (more: Partial<Day>): Day => ({
  date,
  state: "empty",
  items: [],
  cutoff: cutoffOf(date),
  open: true,
  ...more,
});
const offered: OfferedDay = { date, offered: true, cutoff: cutoffOf(date) };
const shut = (why: OfferedDay["why"]): OfferedDay => ({ ...offered, offered: false, why });
const intent = (status: string) => ({ id: "INTENT1", status, expires_at: "2026-11-23T10:00:00Z" });

describe("a day of the week", () => {
  test("without a choice says until which day it is open, and offers to choose", () => {
    const view = dayView(day({}), offered);
    expect(view).toMatchObject({ plate: "empty", text: "Nothing chosen yet", chip: { text: "Open until Tue 24" } });
    expect(view.action).toMatchObject({ kind: "choose", to: "/mealselection?day=2026-11-26", text: "Choose" });
    expect(view.action?.label).toBe("Choose meals for Thu 26 Nov");
  });

  test("with a choice says until which minute in Dubai it can be edited", () => {
    const view = dayView(day({ state: "filled", items }), offered);
    expect(view).toMatchObject({ plate: "filled", note: "Edit until Tue 24, 23:59", action: { kind: "edit" } });
  });

  test("that waits to be sent says so, and says sending while it is sent", () => {
    const waiting = day({ state: "waiting", items });
    expect(dayView(waiting, offered)).toMatchObject({
      plate: "waiting",
      chip: { tone: "info", text: "Waiting to send" },
    });
    expect(dayView(waiting, offered, { sending: true }).chip.text).toBe("Sending");
  });

  test("that is confirmed says until when it can be changed, and leads there", () => {
    const confirmed = { state: "confirmed" as const, items, order: order("Confirmed") };
    const view = dayView(day(confirmed), shut("taken"));
    expect(view).toMatchObject({ plate: "confirmed", chip: { tone: "ok", text: "Confirmed" } });
    expect(view.note).toBe("Edit until Tue 24, 23:59");
    expect(view.action).toMatchObject({ kind: "edit", to: "/editorder/ORDER1?day=2026-11-26" });
    const shutAlready = dayView(day({ ...confirmed, open: false }), shut("taken"));
    expect(shutAlready.action).toBeUndefined();
    expect(shutAlready.note).toBeUndefined();
  });

  test("whose change waits to be saved says so, and leads to its preview", () => {
    const proposal = { date: "2026-11-26", items: [], rev: 1, base: 1, unsent: false, alternatives: [] };
    const view = dayView(day({ state: "confirmed", items, order: order("Confirmed"), proposal }), shut("taken"));
    expect(view).toMatchObject({ plate: "confirmed", chip: { text: "Change not saved" } });
    expect(view.action).toMatchObject({ kind: "decide", to: "/checkout/edit/ORDER1" });
  });

  test("that waits for its payment leaves the one way to pay to what stands above it", () => {
    const view = dayView(
      day({ state: "pending", items, order: order("Payment Pending", intent("open")) }),
      shut("taken"),
    );
    expect(view).toMatchObject({ plate: "pending", chip: { text: "Payment Pending" } });
    expect(view.action).toBeUndefined();
  });

  test("whose payment failed says so, and leaves the one way to pay to what stands above it", () => {
    const failed = { state: "needs-you" as const, why: "payment_failed" as const };
    const view = dayView(day({ ...failed, items, order: order("Payment Failed", intent("failed")) }), offered);
    expect(view).toMatchObject({ plate: "needs-you", chip: { tone: "bad", text: "Payment Failed" } });
    expect(view.action).toBeUndefined();
  });

  test("that two devices chose differently asks for a decision", () => {
    const view = dayView(day({ state: "needs-you", why: "alternative", items }), offered);
    expect(view).toMatchObject({ plate: "needs-you", chip: { text: "Needs you" }, action: { kind: "decide" } });
  });

  test("that is over says when it closed", () => {
    const view = dayView(day({ open: false }), shut("past"));
    expect(view).toMatchObject({ plate: "locked", text: "Nothing ordered", chip: { icon: "lock", text: "Closed" } });
    expect(view.note).toBe("Closed Tue 24, 23:59");
    expect(view.action).toBeUndefined();
  });

  test("with a choice that came too late shows the meal, locked", () => {
    const view = dayView(day({ open: false, state: "locked", items }), shut("past"));
    expect(view).toMatchObject({ plate: "locked", chip: { text: "Closed" } });
    expect(view.text).toBeUndefined();
    expect(view.action).toBeUndefined();
  });

  test("on a closed day, which may be one of mourning, is called closed and no holiday", () => {
    const view = dayView(day({}), shut("closed"));
    expect(view).toMatchObject({ plate: "locked", text: "No delivery on this day", chip: { text: "Closed" } });
    expect(view.action).toBeUndefined();
  });

  test("that was closed after it was ordered says so, and the note above it has what can be done", () => {
    const closed = order("Confirmed", undefined, [{ delivery_date: date, live: true, holiday: { name: "Eid" } }]);
    const view = dayView(day({ state: "confirmed", items, order: closed }), offered);
    expect(view).toEqual({ plate: "locked", chip: { tone: "warn", icon: "cal", text: "No delivery" } });
  });

  test("with a meal that was withdrawn leads to another one, free of charge while it is open", () => {
    const gone = [{ meal: "m1", name: "Shish tawook", qty: 1, withdrawn: { until: "2026-11-24T20:00:00Z" } }];
    const ordered = day({ state: "confirmed", items: gone, order: order("Confirmed") });
    expect(dayView(ordered, offered)).toMatchObject({
      chip: { tone: "warn", text: "Not coming" },
      note: "Free of charge until Tue 24, 23:59",
      action: { kind: "decide", to: "/editorder/ORDER1?day=2026-11-26", text: "Choose another" },
    });
    const closed = dayView({ ...ordered, open: false }, offered);
    expect(closed).toMatchObject({ chip: { text: "Not coming" } });
    expect(closed.action).toBeUndefined();
  });
});
