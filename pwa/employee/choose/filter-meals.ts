import type { Filters } from "#pwa/employee/choose/choices";
import type { Meal } from "#pwa/offline/wire";

/** A meal that may be shown, and the allergens to avoid about which nothing is known for it. */
export type Shown = { meal: Meal; unknown: string[] };

export const muchProtein = 30;
const lightKcal = 500;

/**
 * Returns the meals that pass the filters, in the menu's order. A meal that contains or may contain an avoided allergen is
 * hidden. One without data about it is shown with a warning, because missing data never counts as "free from".
 */
export function filterMeals(meals: readonly Meal[], filters: Filters): Shown[] {
  return meals
    .filter((meal) => passes(meal, filters))
    .map((meal) => ({
      meal,
      unknown: filters.without.filter((one) => (meal.allergens[one] ?? "no_data") === "no_data"),
    }));
}

function passes(meal: Meal, { cuisines, diets, without, protein, light }: Filters): boolean {
  if (cuisines.length > 0 && !cuisines.includes(meal.cuisine)) return false;
  if (diets.some((diet) => !meal.diets.includes(diet))) return false;
  if (protein && meal.protein < muchProtein) return false;
  if (light && meal.kcal > lightKcal) return false;
  return !without.some((one) => ["contains", "may_contain"].includes(meal.allergens[one] ?? "no_data"));
}

/** How many filters are on. */
export const countFilters = ({ cuisines, diets, without, protein, light, everything }: Filters): number =>
  cuisines.length + diets.length + without.length + Number(protein) + Number(light) + Number(everything ?? false);
