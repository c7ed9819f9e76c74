import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { gate } from "#pwa/testing/gate";
import { type App, databases, endPages, loadAs, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, omar } from "#pwa/testing/sample";
import { type Handler, reply, type Site, siteOf } from "#pwa/testing/site";

let site: Site;
let app: App;
const monday = "2026-11-23";
const syncs = () => site.sent("POST", "/api/sync").length;

beforeEach(async () => {
  pageOf();
  site = siteOf([mariam, omar]);
  site.on["POST /api/switch-user"] = () => {
    site.who = omar;
    return { status: 200, body: { data: omar } };
  };
  app = await loadAs(mariam);
});
afterEach(endPages);

test("switching shows the other profile, in its own database, and leaves nothing of the one before", async () => {
  await app.session.switchUser(omar.id);
  expect(app.session.useSession.getState()).toEqual({ profile: omar, signedIn: true, locked: null, chosen: null });
  expect(app.opened()).toBe(`sahn-${omar.id}`);
  expect(await databases()).not.toContain(`sahn-${mariam.id}`);
  expect(site.sent("POST", "/api/switch-user")).toEqual([{ client_id: omar.id }]);
});

test("nobody switches while something is unsent: it would stay behind", async () => {
  site.online = false;
  await app.set(monday, "a");
  expect(await app.session.switchUser()).toBeNull();
  expect(app.session.useSession.getState().profile).toEqual(mariam);
  expect(site.sent("POST", "/api/switch-user")).toEqual([]);
});

test("a switch that the server refuses changes nothing, and syncing goes on", async () => {
  site.on["POST /api/switch-user"] = reply({ message: "Not found." }, 404);
  await expect(app.session.switchUser()).rejects.toMatchObject({ status: 404 });
  expect(app.session.useSession.getState().profile).toEqual(mariam);
  const before = syncs();
  await app.sync.syncNow();
  expect(syncs()).toBeGreaterThan(before);
});

test("while the session is replaced nothing is under way that the server would refuse with the old one", async () => {
  let under = 0;
  const slow = gate();
  const sync = site.on["POST /api/sync"] as Handler;
  site.on["POST /api/sync"] = async (body, path) => {
    under++;
    await slow.opened;
    under--;
    return sync(body, path);
  };
  void app.sync.syncNow();
  await vi.waitFor(() => expect(under).toBe(1), waitTimeout);
  const work = vi.fn(async () => {
    expect(under).toBe(0);
    expect(() => app.sync.engineNow()).toThrow();
  });
  const replaced = app.session.replaceSession(work);
  slow.open();
  await replaced;
  expect(work).toHaveBeenCalledOnce();
  await app.set(monday, "a");
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
