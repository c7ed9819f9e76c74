// How long a tap takes until what was chosen is kept on the phone.
import type { Locator, Page } from "playwright-core";
import type { Phone } from "#pwa/e2e/open-phone";
import type { Sahn } from "#pwa/e2e/start-sahn";

const taps = 100;

/**
 * Taps that choose a meal without a network on a processor that many times slower, in ms. `kept`: from the beginning of a tap's
 * transaction to the word of the storage that it is kept; what the app writes by itself meanwhile is not a save. `painted`: from
 * the tap to the next picture, as the browser measures it for Interaction to Next Paint, in steps of 8 ms.
 */
export async function saveTimes(phone: Phone, sahn: Sahn, week: string, rate: number) {
  // What was chosen elsewhere is on the phone before it loses its connection.
  await phone.reopen();
  await phone.page.goto(`${sahn.url}/dashboard/home?week=${week}`);
  const chosen = /^Change /;
  await phone.page.getByRole("link", { name: chosen }).first().waitFor();
  await phone.reopen({ offline: true });
  const { page, context } = phone;
  await page.addInitScript(() => {
    const took: number[] = [];
    const painted: number[] = [];
    const taps = new PerformanceObserver((list) => {
      for (const event of list.getEntriesByName("click")) painted.push(event.duration);
    });
    taps.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    let tapped = false;
    window.addEventListener("click", () => (tapped = true), true);
    const plain = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...how) {
      const began = performance.now();
      const transaction = plain.apply(this, how);
      if (tapped && how[1] === "readwrite") {
        tapped = false;
        transaction.addEventListener("complete", () => took.push(performance.now() - began));
      }
      return transaction;
    };
    Object.assign(window, { took, painted });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(`${sahn.url}/dashboard/home?week=${week}`);
  await page.getByRole("link", { name: chosen }).first().click();
  const more = page.getByRole("button", { name: /^One more / }).first();
  await more.waitFor();
  await page.evaluate(() => {
    const { took, painted } = window as unknown as { took: number[]; painted: number[] };
    took.length = painted.length = 0;
  });
  const less = page.getByRole("button", { name: /^One less / }).first();
  const kept = await tapTimes(page, (i) => (i % 2 === 0 ? more : less));
  const painted = await page.evaluate(() => (window as unknown as { painted: number[] }).painted);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return { kept, painted };
}

/**
 * What the browser itself takes: after a tap Chromium lets the storage answer only when the next frame is drawn, so a
 * transaction of two turns lasts about a frame whatever the app does.
 */
export async function bareTaps(phone: Phone, sahn: Sahn): Promise<number[]> {
  phone.expect(404); // a page without a head asks for an icon
  const page = await phone.context.newPage();
  await page.goto(`${sahn.url}/healthz`);
  await page.evaluate(async () => {
    const stores = ["meta", "ops", "base"];
    const db = await new Promise<IDBDatabase>((ready) => {
      const asked = indexedDB.open("bare taps");
      asked.onupgradeneeded = () => stores.forEach((name) => void asked.result.createObjectStore(name));
      asked.onsuccess = () => ready(asked.result);
    });
    const took: number[] = [];
    const save = () => {
      const began = performance.now();
      const transaction = db.transaction(stores, "readwrite");
      transaction.oncomplete = () => took.push(performance.now() - began);
      let answers = 0;
      for (const name of stores)
        transaction.objectStore(name).getAll().onsuccess = () => {
          if (++answers === stores.length)
            for (const other of stores.slice(0, 2)) transaction.objectStore(other).put({ answers }, 1);
        };
    };
    document.body.innerHTML = '<button style="width: 9rem; height: 4rem">tap</button>';
    document.querySelector("button")?.addEventListener("click", save);
    Object.assign(window, { took });
  });
  const took = await tapTimes(page, () => page.locator("button"));
  await page.close();
  return took;
}

/** Taps one after the other, each when what the one before brought is kept. Answers what the page has measured, in ms. */
async function tapTimes(page: Page, button: (i: number) => Locator): Promise<number[]> {
  for (let i = 0; i < taps; i++) {
    await button(i).click();
    await page.waitForFunction((n) => (window as unknown as { took: number[] }).took.length > n, i);
  }
  return page.evaluate(() => (window as unknown as { took: number[] }).took);
}
