import { describe, expect, it } from "vitest";
import { noFilters } from "#pwa/employee/choose/choices";
import { countFilters, filterMeals } from "#pwa/employee/choose/filter-meals";
import type { Meal } from "#pwa/offline/wire";
import { mealOf } from "#pwa/testing/sample";

const meal = (id: string, more: Partial<Meal> = {}) => mealOf(id, 4000, { kcal: 500, protein: 30, ...more });
const names = (meals: Meal[], more: Partial<typeof noFilters>) =>
  filterMeals(meals, { ...noFilters, ...more }).map(({ meal: { id }, unknown }) => [id, ...unknown].join(" ?"));

describe("filters", () => {
  it("hide what contains or may contain an allergen, and warn where nothing is known", () => {
    const meals = [
      meal("prawns", { allergens: { shellfish: "contains" } }),
      meal("stew", { allergens: { shellfish: "may_contain" } }),
      meal("soup", { allergens: { shellfish: "no_data" } }),
      meal("salad", { allergens: { nuts: "contains" } }),
    ];
    expect(names(meals, { without: ["shellfish"] })).toEqual(["soup ?shellfish", "salad ?shellfish"]);
    expect(names(meals, { without: ["shellfish", "nuts"] })).toEqual(["soup ?shellfish ?nuts"]);
  });

  it("warn about nothing that is not avoided", () => {
    expect(names([meal("soup", { allergens: { nuts: "no_data" } })], {})).toEqual(["soup"]);
  });

  it("take any of the cuisines and all of the diets", () => {
    const meals = [
      meal("a", { cuisine: 2, diets: ["Vegan"] }),
      meal("b", { cuisine: 3, diets: ["Vegan", "Low fat"] }),
      meal("c", { cuisine: 4, diets: ["Vegan", "Low fat"] }),
    ];
    expect(names(meals, { cuisines: [2, 3] })).toEqual(["a", "b"]);
    expect(names(meals, { diets: ["Vegan", "Low fat"] })).toEqual(["b", "c"]);
    expect(names(meals, { cuisines: [2, 3], diets: ["Low fat"] })).toEqual(["b"]);
  });

  it("count 30 g as much protein and 500 kcal as light", () => {
    const meals = [meal("at"), meal("weak", { protein: 29 }), meal("heavy", { kcal: 501 })];
    expect(names(meals, { protein: true })).toEqual(["at", "heavy"]);
    expect(names(meals, { light: true })).toEqual(["at", "weak"]);
  });

  it("are counted one by one", () => {
    expect(
      countFilters({ cuisines: [2], diets: ["Vegan"], without: ["nuts", "egg"], protein: true, light: false }),
    ).toBe(5);
    expect(countFilters(noFilters)).toBe(0);
  });
});
