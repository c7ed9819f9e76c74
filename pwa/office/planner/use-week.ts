import { useEffect, useMemo, useSyncExternalStore } from "react";
import { keepWeek } from "#pwa/office/planner/keep-week";
import { useDevice } from "#pwa/offline/db";

/** A week to plan, while the screen shows it: others' changes are loaded when the page comes back into view. */
export function useWeek(week: string) {
  const ready = useDevice(({ db, problem }) => db !== null || problem !== null);
  const keeper = useMemo(() => keepWeek(week), [week]);
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && keeper.back();
    window.addEventListener("online", keeper.back);
    document.addEventListener("visibilitychange", seen);
    return () => {
      window.removeEventListener("online", keeper.back);
      document.removeEventListener("visibilitychange", seen);
      keeper.close();
    };
  }, [keeper]);
  useEffect(() => {
    if (ready) void keeper.load();
  }, [keeper, ready]);
  return { keeper, desk: useSyncExternalStore(keeper.listen, keeper.get) };
}
