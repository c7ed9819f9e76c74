import { toldWords } from "#pwa/i18n/told";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { toasts } from "#pwa/ui/toast-store";

/** What the worker says of a notification that it showed. */
export type Told = { type?: string; title?: string; text?: string; kind?: string; path?: string };

/** Says it in the page, with a way to what it is about unless that is open `here`, and fetches what changed. */
export function tell({ title, text, kind, path }: Told, here: string, open: (path: string) => unknown): void {
  if (!title) return;
  const more = {
    text,
    action: path && path !== here ? { label: toldWords.open, onPress: () => void open(path) } : undefined,
  };
  if (kind === "allergen") toasts.warning(title, more);
  else toasts.info(title, more);
  syncNow().catch(() => undefined);
}
