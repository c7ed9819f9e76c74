import { useSyncExternalStore } from "react";

const wide = () => window.matchMedia?.("(min-width: 64rem)");

function subscribe(changed: () => void) {
  const query = wide();
  query?.addEventListener("change", changed);
  return () => query?.removeEventListener("change", changed);
}

/** Whether there is room for a table. */
export const useWide = () => useSyncExternalStore(subscribe, () => wide()?.matches ?? false);
