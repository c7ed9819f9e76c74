import type { Filters } from "#pwa/employee/choose/choices";
import { filterMeals } from "#pwa/employee/choose/filter-meals";
import { bringsIn, fittingMeals } from "#pwa/employee/choose/fitting-meals";
import { knownMeal } from "#pwa/menu/known-meal";
import { mealsOn } from "#pwa/menu/meals-on";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import type { DraftItem, Live, MenuWeek, Order, OrderItem } from "#pwa/offline/wire";
import { addDays, weekdayOf } from "#pwa/rules/week/date";

/**
 * The replacement of a meal that is unavailable now, or `unfit` for what this person eats by now, with the allergens it brings
 * in; without `now` no meal is near enough.
 */
export type Swapped = { date: string; old: string; now?: string; brings?: string[]; unfit?: true };

export type Repeat = {
  /** The week that is repeated, by its Monday. */
  from: string;
  days: { date: string; items: DraftItem[] }[];
  swaps: Swapped[];
};

/** How many meals the repeated week would have, and how many of them are not those of that week. */
export function countsOf({ days, swaps }: Repeat): { meals: number; fresh: number } {
  const left = swaps.filter(({ now }) => now === undefined).length;
  return { meals: days.flatMap(({ items }) => items).length + left, fresh: swaps.length };
}

/** Whether it still is that week: at least three days, and at least half of the meals the same. */
export function isWorth(found: Repeat): boolean {
  const { meals, fresh } = countsOf(found);
  return found.days.length >= 3 && fresh * 2 <= meals;
}

type Ask = {
  /** The week to fill. */
  week: OfferedWeek;
  orders: readonly Order[];
  menus: Readonly<Record<string, MenuWeek>>;
  live: Pick<Live, "portions">;
  filters: Filters;
  /** Repeat this week, by its Monday, instead of the last one before. */
  from?: string;
};

const stands = ["Confirmed", "Completed"];

/**
 * Copies the last week that was eaten onto the open days of another week. Each day gets the same meal where that is
 * available and fits the person's diet, else the fitting meal that is nearest by price and protein. Every swap is
 * reported.
 */
export function repeatOf({ week, orders, menus, live, filters, from }: Ask): Repeat | undefined {
  const eaten = orders.filter(({ status }) => stands.includes(status));
  const last =
    from ??
    eaten
      .map((order) => order.week)
      .filter((one) => one < week.value)
      .sort()
      .at(-1);
  const menu = menus[week.value];
  if (!last || !menu) return undefined;
  const held = new Map<string, OrderItem[]>();
  for (const order of eaten.filter((one) => one.week === last))
    for (const { delivery_date, items, cancelled } of order.deliveries)
      if (!cancelled) held.set(delivery_date, [...(held.get(delivery_date) ?? []), ...items]);

  const swaps: Swapped[] = [];
  const days = week.days.flatMap(({ date, offered }) => {
    const before = offered ? held.get(addDays(last, weekdayOf(date))) : undefined;
    if (!before) return [];
    const left = live.portions[date] ?? {};
    const offers = mealsOn(menu, date);
    const items: DraftItem[] = [];
    for (const { meal, qty, name } of before) {
      const offer = offers.find(({ id }) => id === meal);
      const had = offer && (left[meal] ?? qty) >= qty;
      if (had && filterMeals([offer], { ...filters, cuisines: [], protein: false, light: false }).length > 0) {
        items.push({ meal, qty });
        continue;
      }
      const old = offer ?? knownMeal(menus, last, meal);
      const taken = [...before, ...items].map((item) => item.meal);
      const ask = { menu, date, old, qty, taken, filters, left };
      const best = (fittingMeals(ask)[0] ?? fittingMeals({ ...ask, allowAllergens: true })[0])?.meal;
      if (best) items.push({ meal: best.id, qty });
      const brings = best && old ? bringsIn(best, old) : [];
      swaps.push({
        date,
        old: name,
        ...(best && { now: best.name }),
        ...(brings.length > 0 && { brings }),
        ...(had && { unfit: true }),
      });
    }
    return items.length > 0 ? [{ date, items }] : [];
  });
  return days.length > 0 ? { from: last, days, swaps } : undefined;
}
