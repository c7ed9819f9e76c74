import type { Phone } from "#pwa/e2e/open-phone";
import { until } from "#pwa/e2e/until";

/** Waits until the app is on the phone: its service worker has kept every file and answers this page. */
export async function cachedByWorker({ page }: Pick<Phone, "page">) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const controls = async () => {
      await serviceWorker.ready;
      if (serviceWorker.controller) return;
      await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
    };
    const late = new Promise((_, fail) =>
      setTimeout(() => fail(new Error("the app has no worker after 30 s")), 30_000),
    );
    await Promise.race([controls(), late]);
  });
}

/** Waits until the worker has also kept every file of this page that is not part of everybody's app. */
export async function visitKept({ page }: Phone) {
  const missing = () =>
    page.evaluate(async () => {
      const opened = await caches.open("opened");
      const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      const visit = [...new Set(files.filter((path) => path.startsWith("/assets/visit/")))];
      const kept = await Promise.all(visit.map((path) => opened.match(path)));
      return { of: visit.length, left: visit.filter((_, at) => !kept[at]) };
    });
  await until("the page's own files in the worker's hands", async () => {
    const { of, left } = await missing();
    return of > 0 && left.length === 0;
  });
}

/** Waits until a newer version of the app is on the phone and waits to take over. */
export const newerWaits = ({ page }: Phone) =>
  until("the newer version to wait", () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      if (registration?.waiting) return true;
      await registration?.update();
      return false;
    }),
  );
