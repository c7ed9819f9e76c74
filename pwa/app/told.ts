import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { toldWords } from "#pwa/i18n/told";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { toasts } from "#pwa/ui/toast-store";

type Told = { type?: string; title?: string; text?: string; kind?: string; path?: string };

/** Shows in the page what a notification says that arrives while the app is in view, and fetches what changed. */
export function useTold(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  useEffect(() => {
    const { serviceWorker } = navigator;
    const tell = ({ data }: MessageEvent<Told | null>) => {
      if (data?.type !== "TOLD" || !data.title) return;
      const { title, text, kind, path } = data;
      const more = {
        text,
        action: path && path !== here ? { label: toldWords.open, onPress: () => void navigate(path) } : undefined,
      };
      if (kind === "allergen") toasts.warning(title, more);
      else toasts.info(title, more);
      syncNow().catch(() => undefined);
    };
    serviceWorker?.addEventListener("message", tell);
    return () => serviceWorker?.removeEventListener("message", tell);
  }, [navigate, here]);
}
