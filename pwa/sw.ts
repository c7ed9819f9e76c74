/// <reference lib="webworker" />
// Makes the app open without a connection: it keeps the built files and answers every page with index.html. Data is not its
// business (that is in IndexedDB), and a newer worker waits until the person asks for it.
import { clientsClaim } from "workbox-core";
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

declare const self: ServiceWorkerGlobalScope;

const opened = "opened";
const serversOwn = [/^\/(api|sanctum|mailbox|healthz|readyz)(\/|\?|$)/, /^\/payment\/(return|notify)(\/|\?|$)/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: serversOwn }));

// Alphabets and pages that are not part of everybody's app stay once they have been needed. Their names carry a content hash.
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.startsWith("/assets/"),
  async ({ request }) => {
    const cache = await caches.open(opened);
    const kept = await cache.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  },
);

// What an older version of the app opened is of no use to this one.
self.addEventListener("activate", (event) => event.waitUntil(caches.delete(opened)));

self.addEventListener("message", (event) => {
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
});
