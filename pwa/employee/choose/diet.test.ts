import { expect, test } from "vitest";
import { noFilters } from "#pwa/employee/choose/choices";
import { dietOf, strictly, warningOf, withDiet } from "#pwa/employee/choose/diet";
import { nutritionOf } from "#pwa/employee/choose/nutrition";
import type { Meal, Presence } from "#pwa/offline/wire";
import { mariam, mealOf } from "#pwa/testing/sample";

const meal = (allergens: Record<string, Presence>, diets: string[] = []) => mealOf("a", 4000, { allergens, diets });
const nuts = { diets: [], avoid: ["nuts"] };

test("a meal says what it contains, may contain, and what nobody knows of what a person avoids", () => {
  const avoid = { diets: [], avoid: ["nuts", "egg", "soy"] };
  expect(warningOf(meal({ nuts: "contains", egg: "may_contain", soy: "no_data" }), noFilters, avoid)).toEqual({
    contains: ["nuts"],
    may: ["egg"],
    unknown: ["soy"],
    misses: [],
  });
  expect(warningOf(meal({}), noFilters, nuts)?.unknown, "no word about it is no data").toEqual(["nuts"]);
  expect(warningOf(meal({ nuts: "contains" }), noFilters, { diets: [], avoid: [] })).toBeUndefined();
});

test("a meal that is not marked for a diet says so", () => {
  const vegan = { diets: ["Vegan"], avoid: [] };
  expect(warningOf(meal({}), noFilters, vegan)?.misses).toEqual(["Vegan"]);
  expect(warningOf(meal({}, ["Vegan"]), noFilters, vegan)).toBeUndefined();
});

test("what is filtered by for today is warned of like what is avoided for good", () => {
  expect(
    warningOf(meal({ egg: "contains" }), { ...noFilters, without: ["egg"] }, { diets: [], avoid: [] })?.contains,
  ).toEqual(["egg"]);
});

test("the diet adds to the filters unless everything is to be shown, and always counts for what is offered", () => {
  const filters = { ...noFilters, without: ["nuts", "egg"], diets: ["Low fat"] };
  const diet = { diets: ["Vegan"], avoid: ["nuts"] };
  expect(withDiet(filters, diet)).toMatchObject({ without: ["nuts", "egg"], diets: ["Low fat", "Vegan"] });
  expect(withDiet({ ...filters, everything: true }, diet)).toMatchObject({
    without: ["nuts", "egg"],
    diets: ["Low fat"],
  });
  expect(strictly({ ...filters, everything: true }, diet)).toMatchObject({ diets: ["Low fat", "Vegan"] });
});

test("a profile from before diets were kept eats anything", () => {
  const { diet: _, ...before } = mariam;
  expect(dietOf(before as typeof mariam)).toEqual({ diets: [], avoid: [] });
  expect(dietOf(null)).toEqual({ diets: [], avoid: [] });
});

test("nutrition is the sum of portions, and what is not known is not counted as nothing", () => {
  const menu: Record<string, Meal> = {
    a: mealOf("a", 4000, { kcal: 500, protein: 30, carbohydrate: 50, fat: 20 }),
    b: mealOf("b", 4000, { kcal: 0, protein: 0, carbohydrate: 0, fat: 0 }),
  };
  const items = [
    { meal: "a", qty: 2 },
    { meal: "b", qty: 1 },
    { meal: "gone", qty: 3 },
  ];
  expect(nutritionOf(items, (id) => menu[id])).toEqual({
    kcal: 1000,
    protein: 60,
    carbohydrate: 100,
    fat: 40,
    counted: 2,
    missing: 4,
  });
});
