import { describe, expect, test } from "vitest";
import { noFilters } from "#pwa/employee/choose/choices";
import { fittingMeals } from "#pwa/employee/choose/fitting-meals";
import { type Answers, daysAfter, keyOf, likely } from "#pwa/employee/conflict/answers";
import { type Conflict, conflictsOf, type Known, type Matter } from "#pwa/employee/conflict/conflicts";
import { seenOf, seenQuote } from "#pwa/employee/conflict/seen";
import { offeredAt } from "#pwa/menu/use-offered";
import type { DraftDay } from "#pwa/offline/view";
import type { Live, Meal, MenuWeek } from "#pwa/offline/wire";
import { priceQuote, type Terms } from "#pwa/rules/quote/quote";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { liveOf, mariam, mealOf as meal, menuOf } from "#pwa/testing/sample";

const [mon, tue, wed, thu, fri] = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"] as const;
const nextMon = "2026-12-07";
const meals = [meal("a", 4000), meal("b", 5000), meal("c", 4100), meal("d", 4000, { protein: 5 })];
const dates = [mon, tue, wed, thu, fri];
const menu = menuOf(mon, dates, meals);
/** The menu in which a meal costs something else. */
const dearer = (id: string, price: number) =>
  menuOf(
    mon,
    dates,
    meals.map((one) => (one.id === id ? { ...one, price } : one)),
  );
const noLive = liveOf();
const day = (date: string, ...items: [string, number?][]): DraftDay => ({
  date,
  items: items.map(([id, qty = 1]) => ({ meal: id, qty })),
  rev: 1,
  unsent: false,
  alternatives: [],
});
const week = [day(mon, ["a"]), day(tue, ["a"]), day(wed, ["a"])];
const early = cutoffOf(mon) - 3_600_000;

type Given = {
  days?: DraftDay[];
  menus?: Record<string, MenuWeek>;
  live?: Partial<Live>;
  now?: number;
  exact?: boolean;
  terms?: Terms;
  /** What stood there when the person chose. */
  then?: { menus?: Record<string, MenuWeek>; terms?: Terms };
} & Partial<Pick<Known, "agreed" | "filters" | "before">>;

function look({ days = week, menus = { [mon]: menu }, now = early, exact = true, ...given }: Given): Conflict[] {
  const live = { ...noLive, ...given.live };
  const input = { days, menu: menus, terms: given.terms ?? mariam, live, use_wallet: false, now };
  const seen = seenOf({}, days, given.then?.menus ?? { [mon]: menu }, given.then?.terms ?? mariam) ?? {};
  return conflictsOf({
    days,
    quote: priceQuote(input),
    exact,
    before: given.before ?? seenQuote(seen, input),
    menus,
    seenMeal: (date, id) => seen[date]?.meals.find((one) => one.id === id),
    offered: offeredAt(now, live.taken, live.closed),
    filled: days.filter(({ items }) => items.length > 0).map(({ date }) => date),
    live,
    filters: given.filters ?? noFilters,
    ...(given.agreed && { agreed: given.agreed }),
  });
}
const only = (found: Conflict[]): Matter => {
  expect(found).toHaveLength(1);
  expect(found[0]?.matters).toHaveLength(1);
  return found[0]?.matters[0] as Matter;
};
const sure = (found: Conflict[]): Answers =>
  Object.fromEntries(found.flatMap(({ date, matters }) => matters.map((one) => [keyOf(date, one), likely(one)])));
const after = (days: DraftDay[], found: Conflict[], answers = sure(found)) =>
  Object.fromEntries(daysAfter(days, found, answers));

test("a week in which nothing changed has nothing to decide", () => {
  expect(look({})).toEqual([]);
});

describe("each kind of change is shown on its day, with what fits", () => {
  test("a withdrawn meal gives its place to the nearest by price and protein", () => {
    const menus = { [mon]: menuOf(mon, dates, meals.slice(1)) };
    const found = look({ menus, days: [day(mon, ["a", 2]), day(tue, ["b"]), day(wed, ["b"])] });
    const matter = only(found);
    expect(matter).toMatchObject({ kind: "gone", code: "withdrawn", qty: 2, meal: { name: "Meal a" } });
    if (matter.kind !== "gone") throw new Error("unreachable");
    expect(matter.swaps.map(({ meal: { id }, more }) => [id, more])).toEqual([
      ["c", 100],
      ["b", 1000],
    ]);
    expect(after([day(mon, ["a", 2])], found)).toEqual({ [mon]: [{ meal: "c", qty: 2 }] });
  });

  test("a meal that is sold out is swapped, and what is left of one is taken", () => {
    const none = look({ live: { portions: { [tue]: { a: 0 } } } });
    expect(only(none)).toMatchObject({ kind: "gone", code: "sold_out", left: 0 });
    expect(after(week, none)).toEqual({ [tue]: [{ meal: "c", qty: 1 }] });
    const days = [day(mon, ["a"]), day(tue, ["a", 3]), day(wed, ["a"])];
    const few = look({ days, live: { portions: { [tue]: { a: 2 } } } });
    expect(only(few)).toMatchObject({ kind: "gone", code: "sold_out", left: 2, qty: 3 });
    expect(after(days, few)).toEqual({ [tue]: [{ meal: "a", qty: 2 }] });
  });

  test("a new price is said yes to, or the meal is changed", () => {
    const found = look({ menus: { [mon]: dearer("a", 4500) } });
    expect(found.map(({ date }) => date)).toEqual([mon, tue, wed]);
    expect(found[0]?.matters).toMatchObject([{ kind: "price", id: "a", from: 4000, to: 4500 }]);
    expect(after(week, found)).toEqual({});
    const [first] = found;
    const key = first?.matters[0] && keyOf(mon, first.matters[0]);
    expect(after(week, found, { [key ?? ""]: { do: "swap", meal: "c" } })).toEqual({ [mon]: [{ meal: "c", qty: 1 }] });
  });

  test("a plan that changed is shown by what the person pays for each day", () => {
    const found = look({ terms: { ...mariam, discount_amount: 10 } });
    expect(found.map(({ date }) => date)).toEqual([mon, tue, wed]);
    // 40.00 less 20 % is 32.00, half of it 16.00; less 10 % it is 36.00, half of it 18.00.
    expect(found[0]?.matters).toEqual([{ kind: "plan", from: 1600, to: 1800 }]);
    expect(look({ terms: { ...mariam, share_value: 25 } })[0]?.matters).toEqual([
      { kind: "plan", from: 1600, to: 2400 },
    ]);
  });

  test("a day that closed moves to an open and empty day of its week, two of them to two", () => {
    const found = look({ now: cutoffOf(tue) });
    expect(found.map(({ date }) => date)).toEqual([mon, tue]);
    const [first, second] = found.map(({ matters }) => matters[0]);
    if (first?.kind !== "shut" || second?.kind !== "shut") throw new Error("unreachable");
    expect(first.code).toBe("cutoff_passed");
    expect(first.targets.map(({ date }) => date)).toEqual([thu, fri]);
    expect(second.targets.map(({ date }) => date)).toEqual([fri]);
    expect(after(week, found)).toEqual({
      [mon]: [],
      [thu]: [{ meal: "a", qty: 1 }],
      [tue]: [],
      [fri]: [{ meal: "a", qty: 1 }],
    });
  });

  test("in a full week it moves to the same day of the next, with a meal that fits where its own is not offered", () => {
    const days = [...week, day(thu, ["a"]), day(fri, ["a"])];
    const next = { ...menuOf(nextMon, [], meals), days: [{ date: nextMon, meals: ["b", "c"] }] };
    const menus = { [mon]: menu, [nextMon]: next };
    const matter = only(look({ days, menus, now: cutoffOf(mon) }));
    if (matter.kind !== "shut") throw new Error("unreachable");
    expect(matter.targets).toMatchObject([
      { date: nextMon, items: [{ meal: "c", qty: 1 }], instead: [{ was: { id: "a" }, now: { id: "c" } }] },
    ]);
  });

  test("where nothing fits anywhere, removing is all that is left", () => {
    const days = [...week, day(thu, ["a"]), day(fri, ["a"])];
    const found = look({ days, now: cutoffOf(mon) });
    expect(only(found)).toMatchObject({ targets: [] });
    expect(after(days, found)).toEqual({ [mon]: [] });
  });

  test("a holiday moves, and a day that is ordered already is not wanted twice", () => {
    const closed = look({ live: { closed: [tue] } });
    expect(only(closed)).toMatchObject({ kind: "shut", code: "day_closed" });
    expect(after(week, closed)).toEqual({ [thu]: [{ meal: "a", qty: 1 }], [tue]: [] });
    const taken = look({ live: { taken: [tue] } });
    expect(only(taken)).toMatchObject({ kind: "shut", code: "day_taken" });
    expect(after(week, taken)).toEqual({ [tue]: [] });
  });

  test("two devices: nobody decides but the person, and the rest of the day waits", () => {
    const two = { ...day(mon, ["a"]), alternatives: [{ dev: "D2", rev: 2, items: [{ meal: "b", qty: 1 }] }] };
    const found = look({ days: [two, ...week.slice(1)], live: { portions: { [mon]: { a: 0 } } } });
    expect(only(found)).toEqual({ kind: "versions", day: two });
    expect(likely(only(found))).toBeUndefined();
    expect(after([two], found)).toEqual({});
  });

  test("what the server added and removed is shown, and the wallet for the whole week, last", () => {
    const input = { menu: { [mon]: menu }, terms: mariam, now: early, use_wallet: true };
    const live = { ...noLive, wallet: 1000 };
    const before = priceQuote({ ...input, live, days: [day(mon, ["a", 2]), day(tue, ["a"]), day(wed, ["b"])] });
    const found = look({ before });
    expect(found.map(({ date, matters }) => [date, matters])).toMatchObject([
      [mon, [{ kind: "notice", code: "quantity", id: "a", from: 2, to: 1 }]],
      [
        wed,
        [
          { kind: "notice", code: "removed", id: "b" },
          { kind: "notice", code: "added", id: "a" },
        ],
      ],
      ["", [{ kind: "notice", code: "wallet", from: 1000, to: 0 }]],
    ]);
    expect(look({ before, agreed: [mon, wed, ""] })).toEqual([]);
  });
});

test("one day can have several matters, and each has its own answer", () => {
  const days = [day(mon, ["a"], ["b"]), day(tue, ["a"]), day(wed, ["a"])];
  const menus = { [mon]: dearer("b", 5500) };
  const found = look({ days, menus, live: { portions: { [mon]: { a: 0 } } } });
  expect(found).toMatchObject([{ date: mon, meals: 2, matters: [{ kind: "gone" }, { kind: "price", id: "b" }] }]);
  expect(after(days, found)).toEqual({
    [mon]: [
      { meal: "c", qty: 1 },
      { meal: "b", qty: 1 },
    ],
  });
});

test("a menu that is merely not on this phone is no change; when the server says it is gone, it is", () => {
  expect(look({ menus: {}, exact: false })).toEqual([]);
  expect(look({ menus: {} })).toMatchObject([{ matters: [{ kind: "shut", code: "menu_missing" }] }, {}, {}]);
});

test("a quote that is older than the draft brings nothing back that was taken out", () => {
  const live = { ...noLive, portions: { [tue]: { a: 0 } } };
  const quote = priceQuote({ days: week, menu: { [mon]: menu }, terms: mariam, live, use_wallet: false, now: early });
  const days = [day(mon, ["a"]), day(tue, ["c"]), day(wed, ["a"])];
  const known = {
    exact: true,
    menus: { [mon]: menu },
    seenMeal: () => undefined,
    offered: [],
    filled: [],
    filters: noFilters,
  };
  expect(conflictsOf({ ...known, days, quote, live })).toEqual([]);
  expect(conflictsOf({ ...known, days: week, quote, live })).toHaveLength(1);
});

describe("a meal that fits", () => {
  const ask = { menu, date: mon, old: meals[0] as Meal, qty: 1, taken: ["a"], filters: noFilters, left: {} };
  const ids = (more: Partial<Parameters<typeof fittingMeals>[0]>, of?: Meal[]) =>
    fittingMeals({ ...ask, ...(of && { menu: menuOf(mon, [mon], of) }), ...more }).map(({ meal: { id } }) => id);

  test("is near in price and protein, there in the number wanted, and not on the plate already", () => {
    expect(ids({})).toEqual(["c", "b"]);
    expect(ids({ taken: ["a", "c"] })).toEqual(["b", "d"]);
    expect(ids({ qty: 2, left: { c: 1 } })).toEqual(["b", "d"]);
  });

  test("brings in no allergen that the old one did not have", () => {
    const nutty = [
      meal("a", 4000, { allergens: { dairy: "contains" } }),
      meal("b", 4000, { allergens: { nuts: "may_contain" } }),
    ];
    expect(
      ids({ old: nutty[0] as Meal }, [...nutty, meal("c", 9000, { allergens: { dairy: "may_contain" } })]),
    ).toEqual(["c"]);
  });

  test("keeps diets that are a must, and lets go of those that are a taste", () => {
    const old = meal("a", 4000, { diets: ["Vegan", "High protein"] });
    expect(ids({ old }, [old, meal("b", 4000), meal("c", 9000, { diets: ["Vegan"] })])).toEqual(["c"]);
  });

  test("keeps to what this person leaves out: no data is not free from", () => {
    const filters = { ...noFilters, diets: ["Vegetarian"], without: ["nuts"], protein: true };
    const green = { diets: ["Vegetarian"], protein: 4 };
    const some = [
      meal("b", 4000, { ...green, allergens: { nuts: "contains" } }),
      meal("c", 4000, { ...green, allergens: {} }),
      meal("d", 4000),
    ];
    expect(ids({ filters }, some)).toEqual([]);
  });
});

describe("what was seen", () => {
  test("is what stood there when the day was chosen, until it leaves the draft", () => {
    const first = seenOf({}, week, { [mon]: menu }, mariam);
    expect(first?.[mon]?.meals.map(({ id, price }) => [id, price])).toEqual([["a", 4000]]);
    const menus = { [mon]: menuOf(mon, [mon], [meal("a", 9000), meal("b", 9000)]) };
    expect(seenOf(first ?? {}, week, menus, { ...mariam, discount_amount: 0 })).toBeUndefined();
    const next = seenOf(first ?? {}, [day(mon, ["b"])], menus, mariam);
    expect(Object.keys(next ?? {})).toEqual([mon]);
    expect(next?.[mon]?.meals.map(({ id, price }) => [id, price])).toEqual([["b", 9000]]);
  });

  test("holds nothing of the person but the terms of the plan", () => {
    const [of] = Object.values(seenOf({}, week, { [mon]: menu }, mariam) ?? {});
    expect(Object.keys(of?.terms ?? {}).sort()).toEqual([
      "discount_amount",
      "discount_type",
      "minimum_day",
      "minimum_meal_count",
      "share_cap",
      "share_duration",
      "share_type",
      "share_value",
    ]);
  });
});
