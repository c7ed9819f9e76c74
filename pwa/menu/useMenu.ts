import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";
import { useFetching } from "#pwa/menu/fetchMenu";
import type { MenuWeek } from "#pwa/wire";

type Menu = {
  menu?: MenuWeek;
  /** "missing": not on this device and not reachable now, or not published yet. */
  state: "loading" | "ready" | "missing";
  /** When it was stored here, ms. */
  savedAt?: number;
};

/** The menu of a week by its Monday; without one, the earliest that is kept. */
export function useMenu(week?: string): Menu {
  const db = useDevice((device) => device.db);
  const fetching = useFetching((state) => state.fetching);
  const found = useLiveQuery(async () => {
    if (!db) return;
    const kept = week ? await db.menus.where("week").equals(week).toArray() : await db.menus.orderBy("week").toArray();
    const first = kept[0]?.week;
    return kept.filter((one) => one.week === first).sort((a, b) => b.at - a.at)[0] ?? null;
  }, [db, week]);
  if (found) return { menu: found.menu, state: "ready", savedAt: found.at };
  return { state: found === undefined || fetching ? "loading" : "missing" };
}
