// The language that this device reads. The server takes it from a cookie, the service worker, which sees no cookies, from a cache.
import { language } from "#pwa/i18n/locale";

export type Language = typeof language;

/** Whether a language was chosen on this device, or taken over from a profile. */
export const isChosenHere = () => /(^|; )lang=/.test(document.cookie);

const aYear = 31_536_000;
const remember = async (chosen: Language) => (await caches.open("language")).put("/language", new Response(chosen));

/** Tells a worker that is about to be registered which language's files to keep. What was chosen before on this device stays. */
export async function rememberLanguage(): Promise<void> {
  if (!(await caches.match("/language", { cacheName: "language" }))) await remember(language);
}

/**
 * Shows the app in another language from now on, on this device: keeps that language's files, so that it opens without a connection,
 * and loads the page again. False, and nothing changes, when there is no network and the language was not used here before.
 */
export async function readIn(chosen: Language, reload = () => window.location.reload()): Promise<boolean> {
  const worker = navigator.serviceWorker?.controller;
  if (worker && !(await kept(worker, chosen))) return false;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no cookie store.
  document.cookie = `lang=${chosen}; Path=/; Max-Age=${aYear}; SameSite=Lax${secure}`;
  if (worker) await remember(chosen);
  reload();
  return true;
}

/** Whether the worker has all of a language's files, after it fetched those that it had not. */
const kept = (worker: ServiceWorker, chosen: Language) =>
  new Promise<boolean>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(data === true);
    worker.postMessage({ type: "LANGUAGE", language: chosen }, [port2]);
  });
