import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { syncWords } from "#pwa/i18n/sync";
import { emptyStorage, endPages, load, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, orderOf } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const tuesday = "2026-11-24";
const cookie = `sahn-waits-${mariam.id}`;
let site: Site;
let page: ReturnType<typeof pageOf>;

const start = async () => {
  const app = await load();
  const { keepWaitingCookie } = await import("#pwa/offline/sync/waiting-cookie");
  const { useToasts } = await import("#pwa/ui/toast-store");
  const stop = keepWaitingCookie();
  return {
    ...app,
    told: () => useToasts.getState().toasts.map(({ title }) => title),
    close: () => {
      stop();
      app.close();
    },
  };
};
let app: Awaited<ReturnType<typeof start>>;
const signIn = async () => {
  app = await start();
  await app.session.signInWithPassword(mariam.email, "x");
};
/** So many choices are noted in the cookie as waiting; there is none when nothing waits. */
const waits = (n: number) =>
  vi.waitFor(() => expect(page.cookies.get(cookie)).toBe(n > 0 ? `${n}` : undefined), waitTimeout);

/** What a browser short of space does, or one that was not opened for a week. Cookies stay. */
async function evict() {
  app.close();
  await emptyStorage();
  page.storage.clear();
}

beforeEach(async () => {
  page = pageOf();
  site = siteOf([mariam]);
  await signIn();
  await app.set(monday, "a");
  site.server.order(orderOf("O1", "Confirmed", ["2026-12-01"]));
  expect(await app.sync.flush()).toBe(true);
  await app.sync.syncNow();
});
afterEach(async () => {
  app.close();
  await endPages();
});

test("a phone that lost everything has all again that was sent, as a new device, and nothing is said", async () => {
  const before = (await app.kept().meta.get("device"))?.dev;
  await waits(0);
  await evict();
  await signIn();
  await app.sync.syncNow();
  expect((await app.kept().base.toArray()).map(({ date, items }) => [date, items[0]?.meal])).toEqual([[monday, "a"]]);
  expect(await app.kept().orders.count()).toBe(1);
  const now = (await app.kept().meta.get("device"))?.dev;
  expect(now).toBeDefined();
  expect(now).not.toBe(before);
  expect(site.server.knows(now ?? "")).toBe(true);
  expect(app.told()).toEqual([]);
});

test("a person whose unsent choices were deleted by the browser is told how many, once", async () => {
  site.online = false;
  await app.set(monday, "b");
  await app.set(tuesday, "c");
  await waits(2);
  expect([...page.cookies.values()].join()).not.toMatch(/Mariam|harbourline/);
  await evict();
  site.online = true;
  await signIn();
  await vi.waitFor(() => expect(app.told()).toEqual([syncWords.lost(2)]), waitTimeout);
  expect(await app.sync.flush()).toBe(true);
  expect(site.server.docs().map(({ date, items }) => [date, items[0]?.meal])).toEqual([[monday, "a"]]);

  await waits(0);
  await evict();
  await signIn();
  await app.sync.syncNow();
  expect(app.told()).toEqual([]);
});

test("a page that was closed with choices that wait finds them, and nothing is said", async () => {
  site.online = false;
  await app.set(tuesday, "c");
  await waits(1);
  app.close();
  app = await start();
  expect(await app.sync.pendingCount()).toBe(1);
  site.online = true;
  expect(await app.sync.flush()).toBe(true);
  await waits(0);
  expect(app.told()).toEqual([]);
});

test("an ended session keeps the note, a sign-out that discards takes it along", async () => {
  site.online = false;
  await app.set(tuesday, "c");
  await waits(1);
  site.online = true;
  site.who = null;
  await app.sync.syncNow();
  await vi.waitFor(() => expect(app.opened()).toBe("sahn-visitor"), waitTimeout);
  expect(page.cookies.get(cookie)).toBe("1");
  expect(await app.session.signOut()).toBe(false);
  expect(page.cookies.get(cookie)).toBe("1");
  expect(await app.session.signOut({ discard: true })).toBe(true);
  expect(page.cookies.has(cookie)).toBe(false);
});
