import { useMemo } from "react";
import { useKeptMenus } from "#pwa/menu/use-menus";
import { useRows } from "#pwa/offline/sync/use-rows";
import type { Meal, Op } from "#pwa/offline/wire";

export type Kept = {
  /** Changes that are not sent, oldest first. */
  ops: Op[];
  /** Dates that hold a choice or wait for a decision. */
  chosen: string[];
  undecided: string[];
  /** Dates whose last change the server refused and the person has not seen yet. */
  refused: string[];
  /** When the newest menu was saved, ms of this device's clock; null before the first. */
  menuAt: number | null;
  /** Meals, as far as their menus are here. */
  mealOf: (meal: string) => Meal | undefined;
};

/** What is stored on this device, as far as the connection's status shows it. */
export function useKept(): Kept | undefined {
  const rows = useRows();
  const menus = useKeptMenus();
  return useMemo(() => {
    if (!rows || !menus) return;
    const { ops, base, notes } = rows;
    const undecided = base.filter((doc) => (doc.alt?.length ?? 0) > 0).map(({ date }) => date);
    const chosen = new Set(undecided);
    for (const { date, items } of [...base, ...ops.map(({ a }) => a)]) if (items.length > 0) chosen.add(date);
    return {
      ops,
      chosen: [...chosen],
      undecided,
      refused: [...new Set(notes.filter(({ code }) => code >= 3).map(({ date }) => date))],
      menuAt: menus.length > 0 ? Math.max(...menus.map(({ at }) => at)) : null,
      mealOf: (meal) => menus.flatMap(({ menu }) => menu.meals).find(({ id }) => id === meal),
    };
  }, [rows, menus]);
}
