import type { DraftItem, Meal } from "#pwa/offline/wire";

/** What meals give together: energy in kcal, the rest in grams; `missing` portions are in none of the sums. */
export type Nutrition = {
  kcal: number;
  protein: number;
  carbohydrate: number;
  fat: number;
  counted: number;
  missing: number;
};

/** The sum of portions. A meal that the menu says nothing of, or no energy, is counted as missing and not as nothing. */
export function nutritionOf(items: readonly DraftItem[], mealOf: (id: string) => Meal | undefined): Nutrition {
  const sum: Nutrition = { kcal: 0, protein: 0, carbohydrate: 0, fat: 0, counted: 0, missing: 0 };
  for (const { meal: id, qty } of items) {
    const meal = mealOf(id);
    if (!meal || !(meal.kcal > 0)) {
      sum.missing += qty;
      continue;
    }
    sum.counted += qty;
    for (const of of ["kcal", "protein", "carbohydrate", "fat"] as const) sum[of] += meal[of] * qty;
  }
  return sum;
}
