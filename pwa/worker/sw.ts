/// <reference lib="webworker" />
// Makes the app open without a connection: it keeps the built files and answers every page with the app's own, in the language that the
// device reads. Data is not its business (that is in IndexedDB), and a newer worker waits until the person asks for it.
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import {
  type Built,
  deleteOutdatedLanguages,
  keepLanguage,
  keepUsedLanguages,
  keptPage,
  languageOf,
  languages,
} from "#pwa/worker/languages";
import { deleteOutdatedFiles, isOnDemand, openedCache, updateOpenedFiles } from "#pwa/worker/opened";
import { showNotifications } from "#pwa/worker/push";

declare const self: ServiceWorkerGlobalScope;

const photos = "photos";
/** How many photos of meals are kept: those of a few weeks' menus. */
const maxPhotos = 150;
const serversOwn = [
  /^\/licences\.txt$/,
  /^\/(api|sanctum|mailbox|healthz|readyz)(\/|\?|$)/,
  /^\/payment\/(return|notify)(\/|\?|$)/,
];

const built = self.__WB_MANIFEST.map((file): Built => (typeof file === "string" ? { url: file } : file));
/** The files that are loaded on demand. */
const onDemandFiles = built.map(({ url }) => url).filter(isOnDemand);

precacheAndRoute(
  built
    .filter(({ url }) => !isOnDemand(url) && !languageOf(url))
    .map(({ url, revision = null }) => ({ url, revision })),
);
cleanupOutdatedCaches();
clientsClaim();
registerRoute(
  new NavigationRoute(async ({ request }) => (await keptPage(built)) ?? fetch(request), {
    denylist: serversOwn,
  }),
);

// A file's name changes with its content. On-demand alphabets and pages stay once they have been needed, also in the versions that come.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith("/assets/"),
  async ({ request }) => {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(openedCache)).put(request, answer.clone());
    return answer;
  },
);

// A photo of a meal never changes under its address. Once seen it stays, also for the next version of the app, until many newer ones came.
// Its address may begin with the base that the app was built with.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.includes("/api/menu/photo/"),
  async ({ request, event }) => {
    const cache = await caches.open(photos);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keepPhoto(cache, request, answer.clone()));
    return answer;
  },
);

async function keepPhoto(cache: Cache, request: Request, answer: Response) {
  try {
    await cache.put(request, answer);
    const all = await cache.keys();
    for (const oldest of all.slice(0, Math.max(0, all.length - maxPhotos))) await cache.delete(oldest);
  } catch {
    // A full storage keeps what it has.
  }
}

// When the newer version's copies cannot all be fetched, the install fails and the browser tries it again later.
self.addEventListener("install", (event) => {
  event.waitUntil(keepUsedLanguages(built));
  event.waitUntil(updateOpenedFiles(onDemandFiles));
});
self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOutdatedLanguages(built));
  event.waitUntil(deleteOutdatedFiles(onDemandFiles));
});

showNotifications();

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
  // A page that was on its way while this worker became active was not claimed with the others.
  if (event.data?.type === "CLAIM") event.waitUntil(self.clients.claim());
  // A page that is about to change its language needs to know whether that one opens without a connection.
  const language = event.data?.type === "LANGUAGE" && languages.find((one) => one === event.data.language);
  if (!language) return;
  const answer = (kept: boolean) => event.ports[0]?.postMessage(kept);
  const keep = keepLanguage(language, built).then(
    () => answer(true),
    () => answer(false),
  );
  event.waitUntil(keep);
});
