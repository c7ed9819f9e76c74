import { expect, test } from "vitest";
import { noFilters } from "#pwa/employee/choose/choices";
import { repeatOf } from "#pwa/employee/history/repeat";
import { type OfferedWeek, offeredAt } from "#pwa/menu/use-offered";
import type { MenuWeek, Order } from "#pwa/offline/wire";
import { dates, friday, mealOf, menuOf, monday, orderOf, tuesday } from "#pwa/testing/sample";

const now = Date.parse("2026-11-26T09:00:00Z");
const last = ["2026-11-23", "2026-11-24", "2026-11-27"];
const eaten = { ...orderOf("O1", "Completed", last), rev: 1 } as Order;
const menu = menuOf(monday, dates);
/** The menu on whose Tuesday there are other meals. */
const tuesdayHas = (meals: string[]): MenuWeek => ({
  ...menu,
  days: menu.days.map((day) => (day.date === tuesday ? { ...day, meals } : day)),
});
const weekOf = (taken: string[] = []) => offeredAt(now, taken, []).find(({ value }) => value === monday) as OfferedWeek;
const ask = (of = menu, more: Partial<Parameters<typeof repeatOf>[0]> = {}) =>
  repeatOf({
    week: weekOf(),
    orders: [eaten],
    menus: { [monday]: of },
    live: { portions: {} },
    filters: noFilters,
    ...more,
  });

test("the same meal comes on the same weekday", () => {
  expect(ask()).toEqual({
    from: "2026-11-23",
    days: [monday, tuesday, friday].map((date) => ({ date, items: [{ meal: "a", qty: 1 }] })),
    swaps: [],
  });
});

test("a meal that is sold out or not on the menu is replaced by the nearest, and that is told", () => {
  const found = ask(tuesdayHas(["b"]), { live: { portions: { [friday]: { a: 0 } } } });
  expect(found?.days.map(({ items }) => items[0]?.meal)).toEqual(["a", "b", "b"]);
  expect(found?.swaps).toEqual([
    { date: tuesday, old: "Meal a", now: "Meal b" },
    { date: friday, old: "Meal a", now: "Meal b" },
  ]);
});

test("where nothing comes close the day stays empty, and that is told", () => {
  const found = ask(tuesdayHas([]));
  expect(found?.days.map(({ date }) => date)).toEqual([monday, friday]);
  expect(found?.swaps).toEqual([{ date: tuesday, old: "Meal a" }]);
});

test("ordered days are left alone, and what was cancelled is not eaten again", () => {
  const deliveries = eaten.deliveries.map((one) => (one.delivery_date === last[1] ? { ...one, cancelled: true } : one));
  const found = ask(menu, { week: weekOf([monday]), orders: [{ ...eaten, deliveries }] });
  expect(found?.days.map(({ date }) => date)).toEqual([friday]);
});

test("orders that never came to be, and weeks that are still to come, are not repeated", () => {
  expect(ask(menu, { orders: [{ ...eaten, status: "Payment Failed" }] })).toBeUndefined();
  expect(ask(menu, { orders: [{ ...eaten, week: "2026-12-07" }] })).toBeUndefined();
});

test("a meal that brings an allergen in comes only when nothing else does, and says so", () => {
  const meals = [mealOf("a", 4000), mealOf("b", 5000, { allergens: { nuts: "contains" } })];
  const without = { ...tuesdayHas(["b"]), meals };
  expect(ask(without)?.swaps).toEqual([{ date: tuesday, old: "Meal a", now: "Meal b", brings: ["nuts"] }]);
  // Who must not eat it is not offered it.
  expect(ask(without, { filters: { ...noFilters, without: ["nuts"] } })?.swaps).toEqual([
    { date: tuesday, old: "Meal a" },
  ]);
});

test("a meal that has what this person avoids by now is replaced like one that is gone, and that is told", () => {
  const corrected = (diets: string[]) =>
    menuOf(monday, dates, [mealOf("a", 4000, { allergens: { peanuts: "may_contain" } }), mealOf("b", 5000, { diets })]);
  const avoid = { ...noFilters, without: ["peanuts"] };
  // No data is never "free from", so that nothing else is offered with one tap either.
  expect(ask(corrected([]), { filters: avoid })).toBeUndefined();
  const vegan = ask(corrected(["Vegan"]), { filters: { ...noFilters, diets: ["Vegan"] } });
  expect(vegan?.days.map(({ items }) => items[0]?.meal)).toEqual(["b", "b", "b"]);
  expect(vegan?.swaps[0]).toEqual({ date: monday, old: "Meal a", now: "Meal b", unfit: true });
  // What they had all along without data about it stays, and is marked where it is offered.
  expect(ask(menu, { filters: avoid })?.swaps).toEqual([]);
});

test("what a person only looks for does not replace what they had", () => {
  const filters = { ...noFilters, cuisines: [9], protein: true, light: true };
  expect(ask(menu, { filters })?.swaps).toEqual([]);
});
