import { dashboardWords } from "#pwa/i18n/dashboard";
import { mealOf } from "#pwa/menu/meals-on";
import type { MenuWeek } from "#pwa/offline/wire";

/** "2 × Shish tawook and Fattoush": the meals of one day, by the names known on this phone. */
export function mealNames(items: readonly { meal: string; name?: string; qty: number }[], menu?: MenuWeek): string {
  return dashboardWords.meals(
    items.map(({ meal, name, qty }) => {
      const known = name ?? (menu && mealOf(menu, meal)?.name) ?? dashboardWords.unknownMeal;
      return dashboardWords.portions(known, qty);
    }),
  );
}
