import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";
import type { MenuWeek } from "#pwa/wire";

/** Every menu that is kept here, under its Monday; undefined while the first look is under way. */
export function useMenus(): Record<string, MenuWeek> | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => {
    if (!db) return;
    const kept = await db.menus.toArray();
    // While a newer menu of a week is stored, the older one may still be here.
    kept.sort((a, b) => a.at - b.at);
    return Object.fromEntries(kept.map(({ week, menu }) => [week, menu]));
  }, [db]);
}
