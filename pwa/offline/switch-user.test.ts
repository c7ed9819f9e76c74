import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, omar } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

type App = {
  session: typeof import("#pwa/offline/session");
  db: typeof import("#pwa/offline/db");
  sync: typeof import("#pwa/offline/sync/start-sync");
  draft: typeof import("#pwa/employee/choose/edit-day");
};

let site: Site;
let app: App;
const monday = "2026-11-23";
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
const syncs = () => site.asked.filter(({ path }) => path === "/api/sync").length;

beforeEach(async () => {
  pageOf();
  site = siteOf([mariam, omar]);
  site.on["POST /api/switch-user"] = () => {
    site.who = omar;
    return { status: 200, body: { data: omar } };
  };
  vi.resetModules();
  app = {
    session: await import("#pwa/offline/session"),
    db: await import("#pwa/offline/db"),
    sync: await import("#pwa/offline/sync/start-sync"),
    draft: await import("#pwa/employee/choose/edit-day"),
  };
  app.session.startApp();
  await vi.waitFor(() => expect(app.db.useDevice.getState().db).not.toBeNull(), waitTimeout);
  await app.session.signInWithPassword(mariam.email, "x");
});

afterEach(async () => {
  app.sync.stopSync();
  app.db.useDevice.getState().db?.close();
  for (const name of await databases()) await Dexie.delete(name ?? "");
  vi.unstubAllGlobals();
});

test("switching shows the other profile, in its own database, and leaves nothing of the one before", async () => {
  await app.session.switchUser(omar.id);
  expect(app.session.useSession.getState()).toEqual({ profile: omar, signedIn: true, locked: null });
  expect(app.db.useDevice.getState().db?.name).toBe(`sahn-${omar.id}`);
  expect(await databases()).not.toContain(`sahn-${mariam.id}`);
  expect(site.asked.find(({ path }) => path === "/api/switch-user")?.body).toEqual({ client_id: omar.id });
});

test("nobody switches while something is unsent: it would stay behind", async () => {
  site.online = false;
  await app.draft.setDay(monday, [{ meal: "a", qty: 1 }]);
  expect(await app.session.switchUser()).toBeNull();
  expect(app.session.useSession.getState().profile).toEqual(mariam);
  expect(site.asked.filter(({ path }) => path === "/api/switch-user")).toEqual([]);
});

test("a switch that the server refuses changes nothing, and syncing goes on", async () => {
  site.on["POST /api/switch-user"] = () => ({ status: 404, body: { message: "Not found." } });
  await expect(app.session.switchUser()).rejects.toMatchObject({ status: 404 });
  expect(app.session.useSession.getState().profile).toEqual(mariam);
  const before = syncs();
  await app.sync.syncNow();
  expect(syncs()).toBeGreaterThan(before);
});

test("while the session is replaced nothing is under way that the server would refuse with the old one", async () => {
  let under = 0;
  let release = () => {};
  const slow = new Promise<void>((done) => {
    release = done;
  });
  const sync = site.on["POST /api/sync"];
  site.on["POST /api/sync"] = async (body, path) => {
    under++;
    await slow;
    under--;
    return (sync as NonNullable<typeof sync>)(body, path);
  };
  void app.sync.syncNow();
  await vi.waitFor(() => expect(under).toBe(1), waitTimeout);
  const work = vi.fn(async () => {
    expect(under).toBe(0);
    expect(() => app.sync.engineNow()).toThrow();
  });
  const replaced = app.session.replaceSession(work);
  release();
  await replaced;
  expect(work).toHaveBeenCalledOnce();
  await app.draft.setDay(monday, [{ meal: "a", qty: 1 }]);
  await vi.waitFor(async () => expect(await app.sync.pendingCount()).toBe(0), waitTimeout);
});

test("what was typed and not sent goes with a sign-out", async () => {
  const stored = new Map([
    ["sahn.form.profile.1", "{}"],
    ["sahn.code.reset", "{}"],
    ["other", "stays"],
  ]);
  vi.stubGlobal(
    "sessionStorage",
    new Proxy(
      { removeItem: (name: string) => void stored.delete(name) },
      { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
    ),
  );
  await app.session.signOut();
  expect([...stored.keys()]).toEqual(["other"]);
});
