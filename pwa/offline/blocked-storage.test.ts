import { Dexie } from "dexie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type App, endPages, load, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, menuOf } from "#pwa/testing/sample";
import { reply, type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const real = { ...Dexie.dependencies };
let site: Site;
let app: App;

const denied = () => {
  throw new DOMException("Access to the storage is denied.", "SecurityError");
};
const blocked: Record<string, () => void> = {
  "where there is no storage": () => Object.assign(Dexie.dependencies, { indexedDB: null, IDBKeyRange: null }),
  "where storage is forbidden": () => Object.assign(Dexie.dependencies, { indexedDB: { open: denied } }),
  "where opening is refused": () =>
    Object.assign(Dexie.dependencies, {
      indexedDB: {
        open: () => {
          const onerror = (_: unknown) => {};
          const error = new DOMException("no", "SecurityError");
          const request = Object.assign(new EventTarget(), { error, onerror });
          setTimeout(() => request.onerror({ target: request, preventDefault() {} }));
          return request;
        },
      },
    }),
};

beforeEach(() => {
  pageOf();
  site = siteOf([mariam]);
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied, removeItem: denied });
});
afterEach(async () => {
  Object.assign(Dexie.dependencies, real);
  await endPages();
});

describe.each(Object.entries(blocked))("%s", (_, block) => {
  test("a person signs in, chooses and is served online, and the app knows that nothing stays here", async () => {
    block();
    const index = { value: monday, label: "", from: monday, until: monday, hash: "h" };
    site.on["GET /api/menu"] = reply({ weeks: [index] });
    site.on["GET /api/menu/2026-11-23/*"] = reply(menuOf(monday, [monday]));
    app = await load();
    expect(app.db.useDevice.getState()).toMatchObject({ problem: null, forgets: true });
    const { fetchMenus } = await import("#pwa/menu/fetch-menu");
    await fetchMenus();
    expect((await app.kept().menus.toArray()).map(({ week }) => week)).toEqual([monday]);

    await app.session.signInWithPassword(mariam.email, "x");
    await app.set(monday, "a");
    expect(await app.sync.flush()).toBe(true);
    expect(site.server.docs()).toMatchObject([{ date: monday, items: [{ meal: "a", qty: 1 }] }]);
  });

  test("signing out ends the session on the server too, also when that has to wait", async () => {
    block();
    app = await load();
    await app.session.signInWithPassword(mariam.email, "x");
    await app.sync.syncNow();
    site.online = false;
    expect(await app.session.signOut()).toBe(true);
    expect(site.who).toEqual(mariam);
    expect(app.session.useSession.getState().signedIn).toBe(false);
    site.online = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(site.who).toBeNull(), waitTimeout);
  });
});

test("a storage that is merely broken is not taken for a forbidden one: what it holds is not passed over", async () => {
  const broken = () => {
    throw new DOMException("Internal error opening backing store.", "UnknownError");
  };
  Object.assign(Dexie.dependencies, { indexedDB: { open: broken } });
  vi.resetModules();
  const db = await import("#pwa/offline/db");
  await expect(db.openDb(mariam.id)).rejects.toMatchObject({ name: "UnknownError" });
  expect(db.useDevice.getState()).toMatchObject({ problem: "stuck", forgets: false });
});
