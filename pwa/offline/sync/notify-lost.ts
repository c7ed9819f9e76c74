import { syncWords } from "#pwa/i18n/sync";
import { toasts } from "#pwa/ui/toast-store";

/** Reports how many changes were lost with the storage. */
export function notifyLost(count: number): void {
  toasts.warning(syncWords.lost(count), { text: syncWords.lostText });
}
