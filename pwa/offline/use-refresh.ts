import { useEffect } from "react";

/** Asks again for what is kept of the server: once it is ready, when the network is back, and when the app is looked at again. */
export function useRefresh(again: () => void, ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const seen = () => document.visibilityState === "visible" && again();
    again();
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", seen);
    return () => {
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [again, ready]);
}
