import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SyncReply } from "#pwa/offline/wire";
import { type App, endPages, loadAs } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, menuOf } from "#pwa/testing/sample";
import { type Handler, reply, type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const tuesday = "2026-11-24";
let site: Site;
let app: App;

beforeEach(async () => {
  pageOf();
  site = siteOf([mariam]);
  app = await loadAs(mariam);
});
afterEach(endPages);

/** Lets somebody on the way change what the server says to a sync. */
function onTheWay(change: (reply: SyncReply) => unknown): () => void {
  const real = site.on["POST /api/sync"] as Handler;
  site.on["POST /api/sync"] = async (body, path) => {
    const said = await real(body, path);
    return { ...said, body: change(said.body as SyncReply) };
  };
  return () => {
    site.on["POST /api/sync"] = real;
  };
}

describe("an answer that is not the kitchen's keeps every choice on the phone, and says that it tries again", () => {
  const without = (name: keyof SyncReply) => (reply: SyncReply) => ({ ...reply, [name]: undefined });
  test.each<[string, (reply: SyncReply) => unknown]>([
    ["a hotel's page in JSON", () => ({ login: "https://hotel.example/", status: "ok" })],
    ["a list", () => [1, 2, 3]],
    ["a proxy that took everything out", () => ({})],
    ["no cursor", without("cur")],
    ["no acknowledgement", without("ack")],
    ["no clock", without("now")],
    ["results lost on the way", without("res")],
    ["some results lost on the way", (reply) => ({ ...reply, res: reply.res?.slice(1) })],
    ["an empty acknowledgement", (reply) => ({ ...reply, ack: [] })],
    ["an acknowledgement in words", (reply) => ({ ...reply, ack: ["2", reply.ack[1]] })],
    ["a cursor before the beginning", (reply) => ({ ...reply, cur: -1 })],
    ["days that are no list", (reply) => ({ ...reply, docs: {} })],
    ["days without a date", (reply) => ({ ...reply, docs: [{ rev: 1, items: [] }] })],
    ["days without meals", (reply) => ({ ...reply, docs: [{ date: monday, rev: 1 }] })],
    ["orders that are no orders", (reply) => ({ ...reply, orders: ["O1"] })],
  ])("%s", async (_, change) => {
    const end = onTheWay(change);
    await app.set(monday, "a");
    await app.set(tuesday, "b");
    const waiting = await app.kept().ops.toArray();
    await app.sync.syncNow();
    expect(await app.kept().ops.toArray()).toEqual(waiting);
    expect(await app.kept().base.count()).toBe(0);
    expect(app.sync.useStatus.getState()).toMatchObject({ paused: null, trouble: { why: "server" } });

    end();
    expect(await app.sync.flush()).toBe(true);
    expect(app.sync.useStatus.getState().trouble).toBeNull();
    expect(site.server.docs().map(({ date }) => date)).toEqual([monday, tuesday]);
    expect(site.server.effects).toHaveLength(2);
  });
});

test("a menu that is not the kitchen's is not kept, and the real one comes later", async () => {
  const { fetchMenus, useFetching } = await import("#pwa/menu/fetch-menu");
  site.server.state.menu = { [monday]: "h1" };
  site.on["GET /api/menu/2026-11-23/*"] = reply({ login: "https://hotel.example/" });
  await app.sync.syncNow();
  await fetchMenus();
  expect(await app.kept().menus.count()).toBe(0);
  expect(useFetching.getState().failed).toBe(true);
  site.on["GET /api/menu/2026-11-23/*"] = reply(menuOf(monday, [monday]));
  await fetchMenus();
  expect((await app.kept().menus.toArray()).map(({ hash }) => hash)).toEqual(["h1"]);
});

test("a profile that is not the kitchen's signs nobody out", async () => {
  await app.set(monday, "a");
  const mine = app.session.useSession.getState().profile;
  site.on["GET /api/get-profile"] = reply({ data: { room: 12 } });
  await app.session.refreshProfile();
  expect(app.session.useSession.getState().profile).toEqual(mine);
  expect(app.kept().name).toBe(`sahn-${mine?.id}`);
});
