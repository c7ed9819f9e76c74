import { useSyncExternalStore } from "react";
import { useSync } from "#pwa/offline/sync/use-sync";

function subscribe(changed: () => void) {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** Whether the device says that it has a network. It may still lead nowhere. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

/** No connection: the device says so, or the last round of sync did not reach the server. */
export function useOffline(): boolean {
  const online = useOnline();
  const { trouble } = useSync();
  return !online || trouble?.why === "network" || trouble?.why === "captive";
}
