import { mealOf } from "#pwa/menu/meals-on";
import type { Meal, MenuWeek } from "#pwa/offline/wire";

/**
 * A meal by the menu of its week, else by any menu that is kept here: a dish comes back under the same id, and menus of
 * past weeks are not kept.
 */
export function knownMeal(menus: Record<string, MenuWeek> | undefined, week: string, id: string): Meal | undefined {
  if (!menus) return undefined;
  const own = menus[week];
  for (const menu of own ? [own, ...Object.values(menus)] : Object.values(menus)) {
    const meal = mealOf(menu, id);
    if (meal) return meal;
  }
  return undefined;
}
