import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SyncRequest } from "#pwa/offline/wire";
import { gate } from "#pwa/testing/gate";
import { type App, databases, endPages, load, loadAs, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, omar } from "#pwa/testing/sample";
import { type Handler, reply, type Site, siteOf } from "#pwa/testing/site";

let site: Site;
let page: ReturnType<typeof pageOf>;
const synced = () => site.sent("POST", "/api/sync") as SyncRequest[];
const monday = "2026-11-23";
const opens = (app: App, name: string) => vi.waitFor(() => expect(app.opened()).toBe(name), waitTimeout);
/** What Mariam saved is still in her database, and waits. */
async function keepsHerChange(app: App) {
  const kept = await app.db.openDb(mariam.id);
  expect(await kept.ops.count()).toBe(1);
  kept.close();
}
/** Mariam's session ends on the server, and then she saves something. */
async function endedWithChange() {
  const app = await loadAs(mariam);
  site.who = null;
  await app.set(monday, "a");
  await app.sync.syncNow();
  return app;
}

beforeEach(() => {
  page = pageOf();
  site = siteOf([mariam, omar]);
});

afterEach(endPages);

describe("signing in", () => {
  it("by a mailed code opens the person's own database, keeps the addresses and syncs", async () => {
    const app = await load();
    await app.session.requestOtp(mariam.email);
    await app.session.signInWithOtp(mariam.email, "123456");
    expect(app.session.useSession.getState()).toEqual({ profile: mariam, signedIn: true, locked: null, chosen: null });
    expect(app.opened()).toBe(`sahn-${mariam.id}`);
    expect(await app.kept().facts.get("addresses")).toMatchObject({ value: [{ id: "a1" }] });
    await vi.waitFor(() => expect(synced()).toHaveLength(1), waitTimeout);
  });

  it("with a wrong password changes nothing and says so", async () => {
    const app = await load();
    await expect(app.session.signInWithPassword("who@x.ae", "no")).rejects.toMatchObject({
      message: "Bad Credentials",
    });
    expect(app.session.useSession.getState().signedIn).toBe(false);
  });

  it("with a full storage signs in all the same", async () => {
    const app = await load();
    const put = IDBObjectStore.prototype.put;
    let full = 0;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      if ((value as { key?: string }).key !== "addresses") return put.call(this, value, key);
      full += 1;
      throw new DOMException("full", "QuotaExceededError");
    });
    await app.session.signInWithPassword(mariam.email, "x");
    vi.restoreAllMocks();
    expect(full).toBe(1);
    expect(app.session.useSession.getState().signedIn).toBe(true);
  });

  it("on a storage that goes away at that moment signs in all the same, and syncs when it is back", async () => {
    const app = await load();
    const get = IDBObjectStore.prototype.get;
    let away = 0;
    vi.spyOn(IDBObjectStore.prototype, "get").mockImplementation(function (this: IDBObjectStore, key) {
      if (this.name !== "meta") return get.call(this, key);
      away += 1;
      throw new DOMException("closing", "InvalidStateError");
    });
    await app.session.signInWithPassword(mariam.email, "x");
    vi.restoreAllMocks();
    expect(away).toBeGreaterThan(0);
    expect(app.session.useSession.getState().signedIn).toBe(true);
    await vi.waitFor(() => expect(synced().length).toBeGreaterThan(0), waitTimeout);
  });

  it("is remembered over a page load, and starts without a network", async () => {
    const before = await loadAs(mariam);
    await before.set(monday, "a");
    before.close();
    site.online = false;
    const app = await load();
    expect(app.session.useSession.getState().profile?.name).toBe("Mariam Saleh");
    expect(await app.sync.pendingCount()).toBe(1);
  });
});

describe("an ended session", () => {
  it("shows nothing, loses nothing, and goes on when the same person is back", async () => {
    const app = await endedWithChange();
    const nobody = { profile: null, signedIn: false, locked: { owner: mariam.id, pending: 1 }, chosen: null };
    await vi.waitFor(() => expect(app.session.useSession.getState()).toEqual(nobody), waitTimeout);
    await opens(app, "sahn-visitor");
    await app.session.signInWithPassword(mariam.email, "x");
    expect(await app.sync.flush()).toBe(true);
    expect(site.server.docs()).toMatchObject([{ date: monday, items: [{ meal: "a", qty: 1 }] }]);
  });

  it("of an account that was deleted on another device leaves nothing on this one", async () => {
    site.on["GET /api/erased"] = reply({ data: { profiles: [mariam.id] } });
    const app = await endedWithChange();
    await vi.waitFor(() => expect(app.session.useSession.getState().locked).toBeNull(), waitTimeout);
    await vi.waitFor(async () => expect(await databases()).not.toContain(`sahn-${mariam.id}`), waitTimeout);
  });

  it("is told once, whatever the calls wanted that found out, and leads to the sign-in page", async () => {
    const app = await loadAs(mariam);
    const { call, onFault, onRedirect } = await import("#pwa/offline/server");
    const told: string[] = [];
    onFault(({ message }) => told.push(message ?? ""));
    onRedirect(() => void told.push("/login"));
    site.who = null;
    const quiet = { toast: false, redirect: false };
    const asks = [1, 2, 3].map(() => call("GET", "/api/get-profile", undefined, quiet).catch(() => undefined));
    await Promise.all([...asks, app.sync.syncNow()]);
    await vi.waitFor(() => expect(app.session.useSession.getState().locked).not.toBeNull(), waitTimeout);
    await call("GET", "/api/get-profile", undefined, quiet).catch(() => undefined);
    expect(told.filter((one) => one !== "/login")).toEqual(["Please log in again"]);
    expect(told).toContain("/login");
  });

  it("keeps what A saved from going out as B, who gets a database of their own", async () => {
    const app = await endedWithChange();
    await vi.waitFor(() => expect(app.session.useSession.getState().locked).not.toBeNull(), waitTimeout);
    site.asked = [];
    await app.session.signInWithPassword(omar.email, "x");
    await app.sync.flush();
    await app.sync.syncNow();
    expect(synced().length).toBeGreaterThan(0);
    expect(synced().flatMap((request) => request.ops ?? [])).toEqual([]);
    expect(site.server.docs()).toEqual([]);
    await keepsHerChange(app);
  });

  it("that this device knows nothing of is found out by the server, which does nothing of A's as B", async () => {
    const app = await loadAs(mariam);
    await app.set(monday, "a");
    // The cookie is Omar's by now, and no storage event has told so.
    site.who = omar;
    await app.sync.syncNow();
    await vi.waitFor(() => expect(app.session.useSession.getState().profile?.id).toBe(omar.id), waitTimeout);
    await opens(app, `sahn-${omar.id}`);
    await app.sync.flush();
    expect(site.server.docs()).toEqual([]);
    await keepsHerChange(app);
    site.who = mariam;
    await app.session.signInWithPassword(mariam.email, "x");
    await vi.waitFor(() => expect(site.server.docs()).toMatchObject([{ date: monday }]), waitTimeout);
  });

  it("in another tab silences this one before it asks anything", async () => {
    const app = await loadAs(mariam);
    await app.set(monday, "a");
    // The other tab signed Omar in; this one has not heard of it yet.
    page.storage.set("sahn.session", JSON.stringify({ profile: omar, signedIn: true, locked: null }));
    site.who = omar;
    site.asked = [];
    await app.sync.syncNow();
    expect(synced()).toEqual([]);
    page.window.dispatchEvent(Object.assign(new Event("storage"), { key: "sahn.session" }));
    await opens(app, `sahn-${omar.id}`);
  });
});

describe("signing out", () => {
  it("does nothing while changes are unsent, unless they may be discarded", async () => {
    const app = await loadAs(mariam);
    site.online = false;
    await app.set(monday, "a");
    expect(await app.session.signOut()).toBe(false);
    expect(app.session.useSession.getState().signedIn).toBe(true);
    expect(await app.sync.pendingCount()).toBe(1);
    expect(await app.session.signOut({ discard: true })).toBe(true);
    expect(await databases()).not.toContain(`sahn-${mariam.id}`);
  });

  it("leaves nothing of the person behind", async () => {
    const deleted: string[] = [];
    vi.stubGlobal("caches", {
      keys: async () => ["workbox-precache", "sahn-private-pictures"],
      delete: async (name: string) => deleted.push(name),
    });
    const app = await loadAs(mariam);
    expect(await app.session.signOut()).toBe(true);
    expect(site.who).toBeNull();
    expect(await databases()).not.toContain(`sahn-${mariam.id}`);
    expect(deleted).toEqual(["sahn-private-pictures"]);
    expect(page.cookies.has("XSRF-TOKEN")).toBe(false);
    expect([...page.storage.values()].join()).not.toContain("Mariam");
  });

  it("without a network deletes at once and tells the server when it can, once", async () => {
    const app = await loadAs(mariam);
    site.online = false;
    expect(await app.session.signOut()).toBe(true);
    expect(await databases()).not.toContain(`sahn-${mariam.id}`);
    expect(site.who).toEqual(mariam);
    app.close();
    site.online = true;
    await load();
    await vi.waitFor(() => expect(page.storage.has("sahn.leaving")).toBe(false), waitTimeout);
    expect(site.who).toBeNull();
    page.window.dispatchEvent(new Event("online"));
    expect(site.sent("POST", "/api/profile-logout")).toHaveLength(1);
  });

  it("is over on the server before the next person's e-mail is looked up", async () => {
    const app = await loadAs(mariam);
    const [leaving, answer] = [gate(), gate()];
    const logout = site.on["POST /api/profile-logout"] as Handler;
    site.on["POST /api/profile-logout"] = async (body, path) => {
      leaving.open();
      await answer.opened;
      return logout(body, path);
    };
    // The token in the cookie is the ended session's until the sign-out has been answered.
    site.on["PUT /api/search-by-email"] = () =>
      site.who
        ? { status: 419, body: { message: "CSRF token mismatch." } }
        : { status: 200, body: { client_exist: true, client_status: "Active" } };
    const out = app.session.signOut();
    await leaving.opened;
    const found = app.session.searchByEmail(omar.email);
    answer.open();
    await expect(found).resolves.toMatchObject({ client_exist: true });
    expect(await out).toBe(true);
    const looks = site.asked.filter(({ path }) => ["/api/profile-logout", "/api/search-by-email"].includes(path));
    expect(looks.map(({ path }) => path)).toEqual(["/api/profile-logout", "/api/search-by-email"]);
  });

  it("that the server has not heard of never ends the next person's session", async () => {
    const app = await loadAs(mariam);
    const logout = site.on["POST /api/profile-logout"] as Handler;
    site.on["POST /api/profile-logout"] = reply({ message: "" }, 503);
    await app.session.signOut({ discard: true });
    await app.session.signInWithPassword(omar.email, "x");
    site.on["POST /api/profile-logout"] = logout;
    page.window.dispatchEvent(new Event("online"));
    await app.session.refreshProfile();
    expect(app.session.useSession.getState().profile?.name).toBe("Omar");
    expect(site.who).toEqual(omar);
  });
});

describe("asking for the profile anew", () => {
  it("is silent when it fails and takes what it gets", async () => {
    const app = await loadAs(mariam);
    site.online = false;
    await app.session.refreshProfile();
    expect(app.session.useSession.getState().profile).toEqual(mariam);
    site.online = true;
    site.who = { ...mariam, discount_amount: 25 };
    await app.session.refreshProfile();
    expect(app.session.useSession.getState().profile?.discount_amount).toBe(25);
  });
});
