import { useEffect } from "react";
import { useLocation } from "react-router";
import type { Workbox } from "workbox-window";
import { reloadOnce } from "#pwa/app/missing-files";
import { rememberLanguage } from "#pwa/shell/language";
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

  useEffect(() => {
    const unmounted = new AbortController();
    void watch(unmounted.signal).catch(() => undefined);
    return () => unmounted.abort();
  }, []);
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

async function watch(signal: AbortSignal) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const { Workbox } = await import("workbox-window");
  // The first worker takes over a page that came from the network: nothing is replaced, so nothing reloads.
  let controlled = Boolean(serviceWorker.controller);
  const changed = () => {
    if (controlled) useUpdate.setState({ replaced: true });
    controlled = true;
  };
  serviceWorker.addEventListener("controllerchange", changed, { signal });

  let tries = 0;
  const register = async () => {
    const worker = new Workbox("/sw.js");
    worker.addEventListener("waiting", () => useUpdate.setState({ take: () => takeOver(worker) }));
    // One of its files could not be fetched. Retry with backoff.
    worker.addEventListener("redundant", () => {
      if (!controlled) setTimeout(look, Math.min(everyHour, 1000 * 2 ** tries++));
    });
    await rememberLanguage().catch(() => undefined);
    const registration = await worker.register().catch(() => undefined);
    if (!controlled) registration?.active?.postMessage({ type: "CLAIM" });
    return worker;
  };
  let registered = register();
  // An app that was frozen for days checks for an update as soon as it is in view. One that was opened on a bad network may have no
  // worker yet: the browser forgets it when its script or files could not be fetched.
  const look = () => {
    if (document.visibilityState !== "visible" || signal.aborted) return;
    registered = registered.then(async (worker) => {
      if (!(await serviceWorker.getRegistration())) return register();
      await worker.update().catch(() => undefined);
      return worker;
    });
  };
  const timer = setInterval(look, everyHour);
  signal.addEventListener("abort", () => clearInterval(timer));
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("pageshow", look, { signal });
  window.addEventListener("online", () => !controlled && look(), { signal });
}

/** Lets a waiting worker take over. One that was replaced meanwhile never does; the next one is offered instead. */
const takeOver = (worker: Workbox) =>
  whenNotPaying(async () => {
    const taken = new Promise<void>((done) => worker.addEventListener("controlling", () => done()));
    worker.messageSkipWaiting();
    await Promise.race([taken, wait(timeout)]);
  });
