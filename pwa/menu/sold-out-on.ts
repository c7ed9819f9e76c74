import { mealsOn } from "#pwa/menu/meals-on";
import type { MenuWeek } from "#pwa/offline/wire";

/** The names of a date's sold-out meals, and whether all are. Meals without a number of portions are unlimited. */
export function soldOutOn(date: string, menu?: MenuWeek, left: Readonly<Record<string, number>> = {}) {
  const meals = menu ? mealsOn(menu, date) : [];
  const names = meals.filter(({ id }) => (left[id] ?? 1) <= 0).map(({ name }) => name);
  return { names, all: names.length > 0 && names.length === meals.length };
}
