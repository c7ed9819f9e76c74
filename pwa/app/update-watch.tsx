import { useEffect } from "react";
import { useLocation } from "react-router";
import { reloadOnce } from "#pwa/app/missing-files";
import { paying } from "#pwa/shell/paying";
import { holdPaying, whenNotPaying, whenPaidHere } from "#pwa/shell/paying-lock";
import { useUpdate } from "#pwa/shell/update-ready";

type Props = {
  /** Resolves when no save is in progress. */
  settled: () => Promise<unknown>;
  reload?: () => void;
};

const everyHour = 3_600_000;
const timeout = 3000;
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
const now = () => window.location.reload();

/**
 * Registers the service worker, which makes the app open without a connection, and watches for a newer one. It reloads only
 * when the person asked, here or in another window, never while paying, and never in the middle of a save.
 */
export function UpdateWatch({ settled, reload = now }: Props) {
  const { pathname } = useLocation();
  const replaced = useUpdate((update) => update.replaced);
  const payingHere = paying(pathname);

  useEffect(() => void watch().catch(() => undefined), []);
  useEffect(() => (payingHere ? holdPaying() : undefined), [payingHere]);

  useEffect(() => {
    if (!replaced || payingHere) return;
    let here = true;
    const go = () => here && reload();
    void Promise.race([settled(), wait(timeout)])
      .then(whenPaidHere, whenPaidHere)
      .then(go);
    return () => {
      here = false;
    };
  }, [replaced, payingHere, settled, reload]);

  useEffect(() => {
    const missed = () => {
      const over = () => settled().then(whenPaidHere, whenPaidHere);
      if (!paying(window.location.pathname)) void reloadOnce(over, reload);
    };
    window.addEventListener("vite:preloadError", missed);
    return () => window.removeEventListener("vite:preloadError", missed);
  }, [settled, reload]);

  return null;
}

async function watch() {
  if (!("serviceWorker" in navigator)) return;
  const { Workbox } = await import("workbox-window");
  const worker = new Workbox("/sw.js");
  const take = () =>
    whenNotPaying(async () => {
      const taken = new Promise<void>((done) => worker.addEventListener("controlling", () => done()));
      worker.messageSkipWaiting();
      // A worker that was replaced meanwhile never takes over; the next one is offered instead.
      await Promise.race([taken, wait(timeout)]);
    });
  worker.addEventListener("waiting", () => useUpdate.setState({ take }));
  // The first worker takes over a page that came from the network: nothing is replaced, so nothing reloads.
  let controlled = Boolean(navigator.serviceWorker.controller);
  worker.addEventListener("controlling", () => {
    if (controlled) useUpdate.setState({ replaced: true });
    controlled = true;
  });
  await worker.register().catch(() => undefined);
  // An app that was frozen for days checks for an update as soon as it is in view.
  const look = () => document.visibilityState === "visible" && worker.update().catch(() => undefined);
  setInterval(look, everyHour);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
}
