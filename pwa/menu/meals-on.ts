import type { Meal, MenuWeek } from "#pwa/offline/wire";

export function mealOf(menu: MenuWeek, id: string): Meal | undefined {
  return menu.meals.find((meal) => meal.id === id);
}

/** What a date offers, in the order in which it is shown. */
export function mealsOn(menu: MenuWeek, date: string): Meal[] {
  const ids = menu.days.find((day) => day.date === date)?.meals ?? [];
  return ids.flatMap((id) => mealOf(menu, id) ?? []);
}
