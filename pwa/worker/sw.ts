/// <reference lib="webworker" />
// Makes the app open without a connection: it keeps the built files and answers every page with index.html. Data is not its
// business (that is in IndexedDB), and a newer worker waits until the person asks for it.
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { deleteOutdatedFiles, isOnDemand, openedCache, updateOpenedFiles } from "#pwa/worker/opened";

declare const self: ServiceWorkerGlobalScope;

const photos = "photos";
/** How many photos of meals are kept: those of a few weeks' menus. */
const mostPhotos = 150;
const serversOwn = [/^\/(api|sanctum|mailbox|healthz|readyz)(\/|\?|$)/, /^\/payment\/(return|notify)(\/|\?|$)/];

const built = self.__WB_MANIFEST;
const pathOf = (file: (typeof built)[number]) => (typeof file === "string" ? file : file.url);
/** The files that are loaded on demand. */
const onDemandFiles = built.map(pathOf).filter(isOnDemand);

precacheAndRoute(built.filter((file) => !isOnDemand(pathOf(file))));
cleanupOutdatedCaches();
clientsClaim();
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: serversOwn }));

// On-demand alphabets and pages stay once they have been needed, also in the versions that come.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith("/assets/"),
  async ({ request }) => {
    const cache = await caches.open(openedCache);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
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
    for (const oldest of all.slice(0, Math.max(0, all.length - mostPhotos))) await cache.delete(oldest);
  } catch {
    // A full storage keeps what it has.
  }
}

// When the newer version's copies cannot all be fetched, the install fails and the browser tries it again later.
self.addEventListener("install", (event) => event.waitUntil(updateOpenedFiles(onDemandFiles)));
self.addEventListener("activate", (event) => event.waitUntil(deleteOutdatedFiles(onDemandFiles)));

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
  // A page that was on its way while this worker became active was not claimed with the others.
  if (event.data?.type === "CLAIM") event.waitUntil(self.clients.claim());
});
