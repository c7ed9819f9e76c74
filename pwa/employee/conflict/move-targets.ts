import type { Filters } from "#pwa/employee/choose/choices";
import { fittingMeals } from "#pwa/employee/choose/fitting-meals";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import type { DraftItem, Live, Meal, MenuWeek } from "#pwa/offline/wire";
import { mondayOf, weekdayOf } from "#pwa/rules/week/date";

/** A day that can take the lunch of another: what it would hold, and what of that is instead of something else. */
export type Target = { date: string; items: DraftItem[]; instead: { was?: Meal; now: Meal }[] };

const most = 3;

type Ask = {
  date: string;
  items: readonly DraftItem[];
  /** The meals as they were chosen, as far as they are known. */
  mealOf: (id: string) => Meal | undefined;
  offered: readonly OfferedWeek[];
  menus: Readonly<Record<string, MenuWeek>>;
  /** Dates that hold a choice already. */
  filled: readonly string[];
  live: Live;
  filters: Filters;
};

/**
 * Open and empty days that a lunch can move to: of its own week, those with the same meals first; when there are none, one of
 * a later week, the same weekday if it can be. A meal that such a day does not offer gives its place to one that fits; where
 * nothing fits, the day is not offered.
 */
export function moveTargets(ask: Ask): Target[] {
  const { date, offered, filled } = ask;
  const week = mondayOf(date);
  const free = offered
    .flatMap(({ days }) => days.filter((day) => day.offered && !filled.includes(day.date)))
    .map((day) => day.date)
    .filter((day) => day !== date);
  const own = free.filter((day) => mondayOf(day) === week).flatMap((day) => lunchOn(ask, day));
  if (own.length > 0) return own.sort((a, b) => a.instead.length - b.instead.length).slice(0, most);
  const away = (day: string) => Number(weekdayOf(day) !== weekdayOf(date));
  return free
    .filter((day) => day > date && mondayOf(day) !== week)
    .sort((a, b) => away(a) - away(b) || (a < b ? -1 : 1))
    .flatMap((day) => lunchOn(ask, day))
    .slice(0, 1);
}

function lunchOn({ items, mealOf, menus, live, filters }: Ask, date: string): Target[] {
  const menu = menus[mondayOf(date)];
  const offers = menu?.days.find((day) => day.date === date)?.meals ?? [];
  const left = live.portions[date] ?? {};
  const target: Target = { date, items: [], instead: [] };
  for (const { meal: id, qty } of items) {
    if (offers.includes(id) && (left[id] ?? qty) >= qty) {
      target.items.push({ meal: id, qty });
      continue;
    }
    const was = mealOf(id);
    const taken = [...items, ...target.items].map(({ meal }) => meal);
    const [fit] = menu && was ? fittingMeals({ menu, date, old: was, qty, taken, filters, left }) : [];
    if (!fit) return [];
    target.items.push({ meal: fit.meal.id, qty });
    target.instead.push({ was, now: fit.meal });
  }
  return target.items.length > 0 ? [target] : [];
}
