import { useState } from "react";
import { productionWords as words } from "#pwa/i18n/production";
import { call } from "#pwa/offline/server";
import { toasts } from "#pwa/ui/toast-store";

/** Locks the list of a date, or what differs from it, and says so; `onLocked` is called when it is. */
export function useLocking(date: string, onLocked: () => void) {
  const [busy, setBusy] = useState(false);
  const lock = async () => {
    setBusy(true);
    try {
      await call("POST", `/api/kitchen/production/${date}/write`);
      toasts.success(words.wrote);
      onLocked();
    } catch {
      // The sentence was shown.
    }
    setBusy(false);
  };
  return { busy, lock };
}
