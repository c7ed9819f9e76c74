import type { Filters } from "#pwa/employee/choose/choices";
import { filterMeals } from "#pwa/employee/choose/filter-meals";
import { mealsOn } from "#pwa/menu/meals-on";
import type { Meal, MenuWeek } from "#pwa/offline/wire";

/** A meal that could replace another, and what a portion costs more at menu price. Fils, below 0 when it is less. */
export type Swap = { meal: Meal; more?: number };

/** Diets that say how much of something is in a meal, not what must never be in it. */
const tastes = ["High protein", "Low carb", "Low fat", "Under 450 kcal"];

type Ask = {
  menu: MenuWeek;
  date: string;
  /** The chosen meal; undefined when it is unknown by now. */
  old?: Meal;
  qty: number;
  /** What the day holds already. */
  taken: readonly string[];
  filters: Filters;
  left: Readonly<Record<string, number>>;
  /** Allows meals that bring an allergen in; the caller then shows the person which. See `bringsIn`. */
  allowAllergens?: boolean;
};

/**
 * The two meals of a day that are nearest by price and protein. Each keeps the diets of the old one and avoids what this person
 * avoids, and brings in no allergen that the old one did not have: it may be chosen with one tap.
 */
export function fittingMeals({ menu, date, old, qty, taken, filters, left, allowAllergens }: Ask): Swap[] {
  const strict = { ...filters, cuisines: [], protein: false, light: false };
  const keep = old?.diets.filter((diet) => !tastes.includes(diet)) ?? [];
  return filterMeals(mealsOn(menu, date), strict)
    .filter(({ meal, unknown }) => unknown.length === 0 && meal.id !== old?.id && !taken.includes(meal.id))
    .map(({ meal }) => meal)
    .filter((meal) => (left[meal.id] ?? qty) >= qty)
    .filter(
      (meal) =>
        keep.every((diet) => meal.diets.includes(diet)) && (!old || allowAllergens || bringsIn(meal, old).length === 0),
    )
    .map((meal) => ({ meal, ...(old && { more: meal.price - old.price }), far: distance(meal, old) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, 2)
    .map(({ far: _, ...swap }) => swap);
}

const may = (meal: Meal, allergen: string) => ["contains", "may_contain"].includes(meal.allergens[allergen] ?? "");

/** The allergens that a meal contains or may contain and another one does not. */
export const bringsIn = (meal: Meal, old: Meal): string[] =>
  Object.keys(meal.allergens).filter((allergen) => may(meal, allergen) && !may(old, allergen));

const distance = (meal: Meal, old?: Meal) =>
  old
    ? Math.abs(meal.price - old.price) / old.price + Math.abs(meal.protein - old.protein) / Math.max(old.protein, 10)
    : 0;
