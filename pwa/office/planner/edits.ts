// The edits of a planned week. Pure: each edit returns new days and leaves the old ones for undoing.
import type { PlannedDays } from "#pwa/offline/wire";

/** A meal on a date, and how many portions are cooked; without a number as many as are ordered. */
export type Days = PlannedDays;
export type Offered = Days[number]["meals"][number];

/** The planned meals and portions alone, without the rest of the server's answer. */
export const daysOf = (days: { date: string; meals: { meal: string; portions?: number | null }[] }[]): Days =>
  days.map(({ date, meals }) => ({
    date,
    meals: meals.map(({ meal, portions }) => (portions == null ? { meal } : { meal, portions })),
  }));

const sameMeals = (one: Offered[], other: Offered[]) =>
  one.length === other.length &&
  one.every(({ meal, portions }, at) => other[at]?.meal === meal && other[at]?.portions === portions);

/** Whether two plans of a week are equal. */
export const same = (one: Days, other: Days) =>
  one.length === other.length && one.every(({ meals }, at) => sameMeals(meals, other[at]?.meals ?? []));

export const mealsOf = (days: Days, date: string): Offered[] => days.find((day) => day.date === date)?.meals ?? [];

const onDay = (days: Days, date: string, change: (meals: Offered[]) => Offered[]): Days =>
  days.map((day) => (day.date === date ? { ...day, meals: change(day.meals) } : day));

const without = (meals: Offered[], meal: string) => meals.filter((one) => one.meal !== meal);

/** Appends a meal to a day that does not have it. */
export const add = (days: Days, date: string, offer: Offered): Days =>
  onDay(days, date, (meals) => (meals.some(({ meal }) => meal === offer.meal) ? meals : [...meals, offer]));

export const remove = (days: Days, date: string, meal: string): Days =>
  onDay(days, date, (meals) => without(meals, meal));

/** Moves a meal from one day to a place on another, or to another place on the same; a day has a meal once. */
export function move(days: Days, from: string, meal: string, to: string, place = Number.POSITIVE_INFINITY): Days {
  const offer = mealsOf(days, from).find((one) => one.meal === meal);
  if (!offer) return days;
  return onDay(remove(days, from, meal), to, (meals) => {
    const rest = without(meals, meal);
    return [...rest.slice(0, place), offer, ...rest.slice(place)];
  });
}

/** Sets how many portions are cooked; undefined for as many as are ordered. */
export const portion = (days: Days, date: string, meal: string, portions: number | undefined): Days =>
  onDay(days, date, (meals) =>
    meals.map((one) => (one.meal !== meal ? one : portions === undefined ? { meal } : { meal, portions })),
  );

/** Copies the days of another week by their weekdays: those that `may` change, with the meals that `known` still has. */
export const copyWeek = (
  days: Days,
  source: Days,
  may: (date: string) => boolean,
  known: (meal: string) => boolean,
  portions: boolean,
): Days =>
  days.map((day, at) =>
    may(day.date)
      ? {
          ...day,
          meals: (source[at]?.meals ?? [])
            .filter(({ meal }) => known(meal))
            .map((offer) => (portions ? offer : { meal: offer.meal })),
        }
      : day,
  );

/** How one day differs from another. */
export type DayDifference = {
  added: string[];
  removed: string[];
  portions: Offered[];
  order: boolean;
};

export function difference(before: Offered[], after: Offered[]): DayDifference {
  const had = new Map(before.map((offer) => [offer.meal, offer]));
  const has = new Set(after.map(({ meal }) => meal));
  const stayed = before.filter(({ meal }) => has.has(meal)).map(({ meal }) => meal);
  return {
    added: after.filter(({ meal }) => !had.has(meal)).map(({ meal }) => meal),
    removed: before.filter(({ meal }) => !has.has(meal)).map(({ meal }) => meal),
    portions: after.filter(({ meal, portions }) => had.has(meal) && had.get(meal)?.portions !== portions),
    order: after.filter(({ meal }) => had.has(meal)).some(({ meal }, at) => meal !== stayed[at]),
  };
}

/** A day that another person changed meanwhile too, and the version that a person most likely wants. */
export type Clash = { date: string; mine: DayDifference; theirs: DayDifference; take: "mine" | "theirs" };

/** The days on which two people's edits of the same week differ. */
export const clashes = (base: Days, mine: Days, theirs: Days): Clash[] =>
  theirs.flatMap(({ date, meals }) => {
    const [was, is] = [mealsOf(base, date), mealsOf(mine, date)];
    if (sameMeals(is, meals)) return [];
    const take: Clash["take"] = sameMeals(was, is) ? "theirs" : "mine";
    return [{ date, mine: difference(was, is), theirs: difference(was, meals), take }];
  });
