import { useFetching } from "#pwa/menu/fetch-menu";
import { useKeptMenus } from "#pwa/menu/use-menus";
import { useOffline } from "#pwa/offline/sync/use-offline";
import type { MenuWeek } from "#pwa/offline/wire";

type Menu = {
  menu?: MenuWeek;
  /** "missing": not on this device and not reachable now, or not published yet. */
  state: "loading" | "ready" | "missing";
  /** When it was stored here, ms. */
  savedAt?: number;
};

/** The menu of a week by its Monday; without one, the earliest that is kept. */
export function useMenu(week?: string): Menu {
  const kept = useKeptMenus();
  const { fetching, stored } = useFetching();
  const offline = useOffline();
  const wanted = week ?? kept?.map((menu) => menu.week).sort()[0];
  const found = kept?.findLast((menu) => menu.week === wanted);
  if (found) return { menu: found.menu, state: "ready", savedAt: found.at };
  const coming = (fetching && !offline) || (wanted !== undefined && stored.includes(wanted));
  return { state: !kept || coming ? "loading" : "missing" };
}
