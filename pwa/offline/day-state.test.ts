import { describe, expect, it } from "vitest";
import { type Day, dayState, type Known } from "#pwa/offline/day-state";
import { orderOf } from "#pwa/testing/sample";

const date = "2026-11-25";
const now = Date.parse("2026-11-21T08:00:00Z");
const draft = (more = {}) =>
  new Map([[date, { date, items: [{ meal: "a", qty: 1 }], rev: 1, unsent: false, alternatives: [], ...more }]]);
const order = (status: Parameters<typeof orderOf>[1]) => ({ ...orderOf("o1", status, [date]), rev: 2 });
const state = (known: Partial<Known>): [Day["state"], Day["why"]] => {
  const day = dayState(date, { draft: new Map(), orders: [], closed: [], refused: [], now, ...known });
  return [day.state, day.why];
};

describe("a day", () => {
  it.each<[string, Partial<Known>, Day["state"], Day["why"]]>([
    ["nothing chosen", {}, "empty", undefined],
    ["chosen and sent", { draft: draft() }, "filled", undefined],
    ["chosen and not sent", { draft: draft({ unsent: true }) }, "waiting", undefined],
    ["cleared", { draft: draft({ items: [], unsent: true }) }, "empty", undefined],
    ["chosen differently on two devices", { draft: draft({ alternatives: [{}] }) }, "needs-you", "alternative"],
    ["refused", { draft: draft(), refused: [date] }, "needs-you", "refused"],
    ["being paid", { draft: draft(), orders: [order("Payment Pending")] }, "pending", undefined],
    ["being placed", { orders: [order("Initiated")] }, "pending", undefined],
    ["confirmed", { orders: [order("Confirmed")] }, "confirmed", undefined],
    ["eaten", { orders: [order("Completed")], now: now + 9e8 }, "confirmed", undefined],
    ["with a failed payment", { draft: draft(), orders: [order("Payment Failed")] }, "needs-you", "payment_failed"],
    [
      "with a failed payment and paid since",
      { orders: [order("Payment Failed"), order("Confirmed")] },
      "confirmed",
      undefined,
    ],
    ["cancelled", { orders: [order("Cancelled")] }, "empty", undefined],
    ["refunded", { draft: draft(), orders: [order("Refunded")] }, "filled", undefined],
    ["past its cut-off", { draft: draft(), now: Date.parse("2026-11-23T20:00:00Z") }, "locked", undefined],
    ["a moment before its cut-off", { now: Date.parse("2026-11-23T19:59:59.999Z") }, "empty", undefined],
    ["closed", { draft: draft(), closed: [date] }, "locked", undefined],
    ["confirmed and past its cut-off", { orders: [order("Confirmed")], now: now + 9e8 }, "confirmed", undefined],
  ])("%s", (_, known, expected, why) => {
    expect(state(known)).toEqual([expected, why]);
  });

  it("whose delivery was cancelled is free again, though its order stands", () => {
    const one = order("Confirmed");
    const cancelled = { ...one, deliveries: one.deliveries.map((delivery) => ({ ...delivery, live: false })) };
    expect(state({ orders: [cancelled] })).toEqual(["empty", undefined]);
  });

  it("that is ordered shows what was ordered, not what is meant since", () => {
    const known = { draft: draft({ items: [{ meal: "other", qty: 1 }] }), orders: [order("Confirmed")] };
    const day = dayState(date, { closed: [], refused: [], now, ...known });
    expect(day.items.map((item) => item.meal)).toEqual(["a"]);
    expect(day.draft?.items[0]?.meal).toBe("other");
  });
});
