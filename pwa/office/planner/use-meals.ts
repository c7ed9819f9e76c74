import { useMemo } from "react";
import { offerWords } from "#pwa/i18n/planner";
import { useBook } from "#pwa/office/planner/use-book";

/** The kitchen's book, and a way to find a meal of it. */
export function useMeals() {
  const known = useBook();
  const all = known.book?.data;
  const byId = useMemo(() => new Map(all?.map((one) => [one.meal.id, one])), [all]);
  return {
    ...known,
    meal: (id: string) => byId.get(id),
    nameOf: (id: string) => byId.get(id)?.meal.name || byId.get(id)?.code || offerWords.unknown,
  };
}

export type Meals = ReturnType<typeof useMeals>;
