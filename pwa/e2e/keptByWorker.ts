import type { Phone } from "#pwa/e2e/openPhone";

/** Waits until the app is on the phone: its service worker has kept every file and answers this page. */
export async function keptByWorker({ page }: Phone) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
  });
}
