import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";
import type { Op } from "#pwa/wire";

export type Kept = {
  /** Changes that are not sent, oldest first. */
  ops: Op[];
  /** Dates that hold a choice or wait for a decision. */
  chosen: string[];
  undecided: string[];
  /** Dates whose last change the server refused and nobody has seen yet. */
  refused: string[];
  /** When the newest menu was saved, ms of this device's clock; null before the first. */
  menuAt: number | null;
  /** The names of meals, as far as their menus are here. */
  nameOf: (meal: string) => string | undefined;
};

/** What lies on this device, as far as the state of the connection speaks of it. */
export function useKept(): Kept | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => {
    if (!db) return undefined;
    const [ops, base, menus, notes] = await Promise.all([
      db.ops.toArray(),
      db.base.toArray(),
      db.menus.toArray(),
      db.notes.toArray(),
    ]);
    const undecided = base.filter((doc) => (doc.alt?.length ?? 0) > 0).map(({ date }) => date);
    const chosen = new Set(undecided);
    for (const { date, items } of [...base, ...ops.map(({ a }) => a)]) if (items.length > 0) chosen.add(date);
    return {
      ops,
      chosen: [...chosen],
      undecided,
      refused: [...new Set(notes.filter(({ code }) => code >= 3).map(({ date }) => date))],
      menuAt: menus.length > 0 ? Math.max(...menus.map(({ at }) => at)) : null,
      nameOf: (meal) => menus.flatMap(({ menu }) => menu.meals).find(({ id }) => id === meal)?.name,
    };
  }, [db]);
}
