import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settle } from "#pwa/testing/device";
import { type App, endPages, loadAs, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const tuesday = "2026-11-24";
let site: Site;
let page: ReturnType<typeof pageOf>;
let app: App;

const says = (onLine: boolean) => {
  vi.stubGlobal("navigator", { onLine });
  page.window.dispatchEvent(new Event(onLine ? "online" : "offline"));
};
/** Lets time pass in steps, with all that the storage does meanwhile. */
const pass = async (ms: number) => {
  for (let at = 0; at < ms; at += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await settle();
  }
};
const rounds = () => site.sent("POST", "/api/sync").length;

beforeEach(async () => {
  page = pageOf();
  site = siteOf([mariam]);
  // The longest waits that chance could choose.
  vi.spyOn(Math, "random").mockReturnValue(1);
  app = await loadAs(mariam);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await endPages();
});

test("a phone that believes it is offline sends by itself while requests get through", async () => {
  says(false);
  await app.set(monday, "a");
  await vi.waitFor(async () => expect(await app.sync.pendingCount()).toBe(0), waitTimeout);
  expect(site.server.docs()).toMatchObject([{ date: monday, items: [{ meal: "a" }] }]);
  expect(app.sync.useStatus.getState().trouble).toBeNull();
});

test("a phone that believes it is online while nothing gets through steps back, keeps all, and sends it later by itself", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  site.online = false;
  let tried = 0;
  const dead = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (path === "/api/sync") tried++;
    return dead(path, init);
  });
  await app.set(monday, "a");
  await app.set(tuesday, "b");
  await pass(60_000);
  // 0.3 s after the last tap, then after 1, 2, 4 and every 8 s.
  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThanOrEqual(12);
  expect(navigator.onLine).toBe(true);
  expect(app.sync.useStatus.getState().trouble).toMatchObject({ why: "network" });
  expect(await app.sync.pendingCount()).toBe(2);

  const before = rounds();
  site.online = true;
  await pass(10_000);
  await vi.waitFor(async () => expect(await app.sync.pendingCount()).toBe(0), waitTimeout);
  expect(rounds()).toBe(before + 1);
  expect(app.sync.useStatus.getState().trouble).toBeNull();
  expect(site.server.docs().map(({ date }) => date)).toEqual([monday, tuesday]);
});
