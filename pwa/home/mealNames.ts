import { mealOf } from "#pwa/menu/mealsOn";
import type { MenuWeek } from "#pwa/wire";
import { words } from "#pwa/words";

/** "2 × Shish tawook and Fattoush": the meals of one day, by the names known on this phone. */
export function mealNames(items: readonly { meal: string; name?: string; qty: number }[], menu?: MenuWeek): string {
  return words.dashboard.meals(
    items.map(({ meal, name, qty }) => {
      const known = name ?? (menu && mealOf(menu, meal)?.name) ?? words.dashboard.unknownMeal;
      return words.dashboard.portions(known, qty);
    }),
  );
}
