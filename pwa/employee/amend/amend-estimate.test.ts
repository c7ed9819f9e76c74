import { expect, test } from "vitest";
import { estimate, estimatedDifference } from "#pwa/employee/amend/amend-estimate";
import type { Order } from "#pwa/offline/wire";
import { menuOf, orderOf } from "#pwa/testing/sample";

const now = Date.parse("2026-11-26T09:00:00Z");
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const [monday = "", tuesday = ""] = dates;
const order: Order = { ...orderOf("O1", "Confirmed", dates), rev: 1 };
const terms = order.terms as NonNullable<Order["terms"]>;
const input = { order, terms, menu: menuOf(monday, dates), live: { share_used: {} }, now };

test("a new meal costs what the menu says, less the discount, and half of it is the company's", () => {
  const dearer = [{ date: tuesday, items: [{ meal: "b", qty: 1 }] }];
  expect(estimate(input, dearer)[1]).toEqual({ date: tuesday, gross: 5000, net: 4000, share: 2000, you: 2000 });
  expect([estimatedDifference(input, dearer), estimatedDifference(input, [])]).toEqual([400, 0]);
});

test("a meal that is kept keeps its price, also where the menu has another one now", () => {
  const menu = { ...input.menu, meals: input.menu.meals.map((meal) => ({ ...meal, price: 9000 })) };
  expect(estimatedDifference({ ...input, menu }, [{ date: tuesday, items: [{ meal: "a", qty: 2 }] }])).toBe(1600);
});

test("a cancelled day gives its share to the days after it, within the cap", () => {
  const weekly = { ...terms, share_type: "Flat", share_value: 1600, share_cap: 3200, share_duration: "Weekly" };
  const deliveries = order.deliveries.map((one, at) => ({ ...one, company_share: at < 2 ? 1600 : 0 }));
  const capped = { ...input, order: { ...order, deliveries }, terms: weekly, live: { share_used: { [monday]: 3200 } } };
  const after = estimate(capped, [{ date: monday, items: [] }]);
  expect(after.map(({ share }) => share)).toEqual([0, 1600, 1600]);
  expect(estimatedDifference(capped, [{ date: monday, items: [] }])).toBe(-3200);
});

test("what other orders used of the cap stays used", () => {
  const weekly = { ...terms, share_type: "Flat", share_value: 1600, share_cap: 6000, share_duration: "Weekly" };
  const used = { ...input, terms: weekly, live: { share_used: { [monday]: 3 * 1600 + 1200 } } };
  expect(estimate(used, []).map(({ share }) => share)).toEqual([1600, 1600, 1600]);
  const deliveries = order.deliveries.map((one, at) => ({ ...one, company_share: at < 2 ? 1600 : 800 }));
  const more = { ...used, order: { ...order, deliveries }, live: { share_used: { [monday]: 4000 + 2000 } } };
  expect(estimate(more, []).at(-1)?.share).toBe(800);
});

test("a day keeps what it was granted when others were granted more than its cap since", () => {
  const weekly = { ...terms, share_type: "Flat", share_value: 1600, share_cap: 4800, share_duration: "Weekly" };
  const raised = { ...input, terms: weekly, live: { share_used: { [monday]: 9600 } } };
  expect(estimate(raised, []).map(({ share }) => share)).toEqual([1600, 1600, 1600]);
  expect(estimatedDifference(raised, [{ date: monday, items: [] }])).toBe(-1600);
});
