import fc from "fast-check";
import { expect, test } from "vitest";
import {
  check,
  clashes,
  codeOf,
  differing,
  emptyForm,
  energyDoubt,
  formOf,
  mealOf,
  merged,
  sentOf,
  withPresence,
} from "#pwa/office/planner/meal-form";
import type { BookMeal, MealForm } from "#pwa/offline/wire";

const kofta: BookMeal = {
  code: "kofta",
  rev: 3,
  new_until: "2026-12-31",
  meal: {
    id: "01JD0000000000000000000001",
    name: "Kofta with tahini",
    name_ar: "كفتة",
    description: "Two skewers.",
    price: 4205,
    cuisine: 2,
    diets: ["High protein"],
    allergens: { sesame: "contains", nuts: "may_contain" },
    kcal: 560,
    protein: 38,
    carbohydrate: 45,
    fat: 25,
    art: { id: "kofta", layout: "plate" },
  },
};
const form = (change: Partial<MealForm> = {}): MealForm => ({ ...formOf(kofta), ...change });

test("a meal that is read into the form and sent again is the same meal", () => {
  expect(sentOf(form(), kofta.meal.id)).toEqual({ code: kofta.code, new_until: kofta.new_until, meal: kofta.meal });
  expect(check(form())).toEqual({});
});

test("every amount of fils survives the form", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999 }), (price) => {
      expect(mealOf(formOf({ ...kofta, meal: { ...kofta.meal, price } }), "x").price).toBe(price);
    }),
  );
});

test("what cannot be saved is said at its field", () => {
  expect(Object.keys(check(emptyForm(undefined))).sort()).toEqual(["code", "cuisine", "name", "price"]);
  expect(Object.keys(check(form({ code: "Kofta", kcal: "many", price: "0", fat: "2.5" }))).sort()).toEqual([
    "code",
    "fat",
    "kcal",
    "price",
  ]);
});

test.each([
  ["Crème brûlée & Kofta", "creme-brulee-kofta"],
  ["  --Mujaddara!  ", "mujaddara"],
  ["كفتة", ""],
  [`${"A".repeat(39)} b`, "a".repeat(39)],
])("the code of %s is %s", (name, code) => expect(codeOf(name)).toBe(code));

test("energy that the grams cannot make is doubted, and what is near or unknown is not", () => {
  expect(energyDoubt(form())).toBeUndefined();
  expect(energyDoubt(form({ kcal: "56" }))).toBe(557);
  expect(energyDoubt(form({ kcal: "900" }))).toBe(557);
  expect(energyDoubt(form({ kcal: "" }))).toBeUndefined();
  expect(energyDoubt(form({ protein: "", carbohydrate: "", fat: "" }))).toBeUndefined();
});

test("of two people's changes each field goes to who changed it, and a choice can turn it", () => {
  const base = form();
  const mine = form({ name: "Kofta", price: "40.00" });
  const theirs = form({ price: "41.00", allergens: { nuts: "may_contain", sesame: "contains", soy: "contains" } });
  const found = clashes(base, mine, theirs);
  expect(found).toEqual([
    { name: "name", take: "mine" },
    { name: "price", take: "mine" },
    { name: "allergens", take: "theirs" },
  ]);
  expect(merged(mine, theirs, found)).toEqual({ ...mine, allergens: theirs.allergens });
  const theirPrice = found.map((one) => (one.name === "price" ? { ...one, take: "theirs" as const } : one));
  expect(merged(mine, theirs, theirPrice).price).toBe("41.00");
});

test("the order of what has none is no difference", () => {
  expect(differing(form(), form({ allergens: { nuts: "may_contain", sesame: "contains" } }))).toEqual([]);
  expect(differing(form(), form({ art: { layout: "plate", id: "kofta" } }))).toEqual([]);
});

test("an allergen that nothing is said of is not named", () => {
  expect(withPresence({ nuts: "contains" }, "nuts", undefined)).toEqual({});
  expect(withPresence({ nuts: "contains" }, "soy", "no_data")).toEqual({ nuts: "contains", soy: "no_data" });
});
