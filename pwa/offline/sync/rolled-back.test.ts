import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endPages, load, loadAs, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const real = Dexie.dependencies.indexedDB;
let site: Site;
let page: ReturnType<typeof pageOf>;

/** An app before this one: it knows half of this one's versions. */
const older = { open: (name: string, version?: number) => real.open(name, version && version / 2) };

beforeEach(() => {
  page = pageOf();
  site = siteOf([mariam]);
});
afterEach(async () => {
  Dexie.dependencies.indexedDB = real;
  await endPages();
});

test("after the app was rolled back the person is asked to refresh, and the newer app sends every choice", async () => {
  const before = await loadAs(mariam);
  site.online = false;
  await before.set(monday, "a");
  const waiting = await before.kept().ops.toArray();
  const { keepWaitingCookie } = await import("#pwa/offline/sync/waiting-cookie");
  const stop = keepWaitingCookie();
  await vi.waitFor(() => expect(page.cookies.get(`sahn-waits-${mariam.id}`)).toBe("1"), waitTimeout);
  stop();
  before.close();
  site.online = true;
  site.asked = [];

  Dexie.dependencies.indexedDB = older as IDBFactory;
  vi.resetModules();
  const session = await import("#pwa/offline/session");
  const { useStatus } = await import("#pwa/offline/sync/start-sync");
  const { useDevice } = await import("#pwa/offline/db");
  session.startApp();
  await vi.waitFor(() => expect(useStatus.getState().paused).toBe("update"), waitTimeout);
  expect(useDevice.getState()).toMatchObject({ db: null, problem: null, forgets: false });
  expect(session.useSession.getState()).toMatchObject({ signedIn: true, profile: { id: mariam.id } });
  expect(site.sent("POST", "/api/sync")).toEqual([]);

  // Signing out would delete what this code cannot even count: it asks first, as with a database that opens.
  expect(await session.signOut()).toBe(false);

  Dexie.dependencies.indexedDB = real;
  const after = await load();
  expect(waiting).toHaveLength(1);
  expect(after.sync.useStatus.getState().paused).toBeNull();
  expect(await after.sync.flush()).toBe(true);
  expect(site.server.effects).toMatchObject([{ id: waiting[0]?.id, date: monday, code: 0 }]);
});
