import { inOwnWords } from "#pwa/offline/own-words";
import { sharedRead } from "#pwa/offline/sync/shared-read";
import type { MenuWeek } from "#pwa/offline/wire";

/** Every menu that is kept here, the newest of a week last. */
export const useKeptMenus = sharedRead(async (db) => {
  const kept = await db.menus.toArray();
  // While a newer menu of a week is stored, the older one may still be here.
  return kept.sort((a, b) => a.at - b.at).map((one) => ({ ...one, menu: inOwnWords(one.menu) }));
});

const byWeek = new WeakMap<object, Record<string, MenuWeek>>();

/** Every menu that is kept here, under its Monday; undefined while the first look is under way. */
export function useMenus(): Record<string, MenuWeek> | undefined {
  const kept = useKeptMenus();
  if (!kept) return;
  const known = byWeek.get(kept) ?? Object.fromEntries(kept.map(({ week, menu }) => [week, menu]));
  byWeek.set(kept, known);
  return known;
}
