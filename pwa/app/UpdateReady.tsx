import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Workbox } from "workbox-window";
import { create } from "zustand";
import { Banner } from "#pwa/ui/Banner";
import { Button } from "#pwa/ui/Button";
import { painted } from "#pwa/ui/painted";
import { appWords } from "#pwa/words/app";

const everyHour = 3_600_000;
const useWorker = create<{ waiting: Workbox | null; replaced: boolean }>()(() => ({ waiting: null, replaced: false }));

/** Registers the service worker, which makes the app open without a connection, and watches for a newer one. */
export async function watchForUpdates() {
  if (!("serviceWorker" in navigator)) return;
  await painted();
  const { Workbox } = await import("workbox-window");
  const worker = new Workbox("/sw.js");
  worker.addEventListener("waiting", () => useWorker.setState({ waiting: worker }));
  worker.addEventListener("controlling", (event) => {
    if (event.isUpdate || event.isExternal) useWorker.setState({ replaced: true });
  });
  await worker.register().catch(() => undefined);
  const look = () => document.visibilityState === "visible" && worker.update().catch(() => undefined);
  setInterval(look, everyHour);
  document.addEventListener("visibilitychange", look);
}

/** Money is under way here: nobody is asked anything, and nothing reloads. */
const paying = (path: string) => path.startsWith("/checkout") || path.startsWith("/payment");

/** Offers the new version. It reloads only when the person asked, here or in another window, and never while paying. */
export function UpdateReady({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const { waiting, replaced } = useWorker();
  const { pathname } = useLocation();
  const [asked, setAsked] = useState(false);
  const quiet = paying(pathname);

  useEffect(() => {
    if (replaced && !quiet) reload();
  }, [replaced, quiet, reload]);

  if (!waiting || quiet) return null;
  return (
    <Banner
      icon="spark"
      action={
        <Button
          busy={asked}
          onClick={() => {
            setAsked(true);
            waiting.messageSkipWaiting();
          }}
        >
          {appWords.refresh}
        </Button>
      }
    >
      {appWords.newVersion}
    </Banner>
  );
}
