import { beforeEach, expect, test, vi } from "vitest";
import { setDay } from "#pwa/employee/choose/edit-day";
import { useDevice } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { forgetServer, repair } from "#pwa/offline/sync/repair";
import { flush, stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { gate } from "#pwa/testing/gate";
import { one, waitTimeout } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam, orderOf } from "#pwa/testing/sample";
import { type Handler, type Site, siteOf } from "#pwa/testing/site";

const monday = "2026-11-30";
const tuesday = "2026-12-01";
let site: Site;
let person = 0;

beforeEach(async () => {
  stopSync();
  pageOf();
  const me = { ...mariam, id: `P-repair-${++person}` };
  site = siteOf([me]);
  await signInWithPassword(me.email, "secret");
  await setDay(monday, one("a"));
  site.server.order(orderOf("O1", "Confirmed", ["2026-11-23"]));
  await flush();
  await syncNow();
});
const db = () => {
  const { db } = useDevice.getState();
  if (!db) throw new Error("no database");
  return db;
};
const base = async () => (await db().base.toArray()).map(({ date, items }) => [date, items[0]?.meal]);

test("what is wrong on this phone is replaced by what the server has", async () => {
  await db().base.put({ date: monday, rev: 1, items: one("wrong") });
  await db().base.put({ date: "2030-01-01", rev: 1, items: one("ghost") });
  await db().orders.clear();
  expect(await repair()).toBe(true);
  expect(await base()).toEqual([[monday, "a"]]);
  expect(await db().orders.count()).toBe(1);
});

test("what waits here is sent as it was, and nothing of it is touched", async () => {
  site.online = false;
  await setDay(tuesday, one("b"));
  const waiting = await db().ops.toArray();
  expect(waiting).toHaveLength(1);
  expect(await repair()).toBe(false);
  expect(await db().ops.toArray()).toEqual(waiting);
  site.online = true;
  expect(await repair()).toBe(true);
  expect(await flush()).toBe(true);
  expect(site.server.docs().map(({ date, items }) => [date, items[0]?.meal])).toEqual([
    [monday, "a"],
    [tuesday, "b"],
  ]);
  expect(site.server.effects.filter(({ id }) => id === waiting[0]?.id)).toHaveLength(1);
});

test("without a connection the week stays on the screen until the server's own takes its place", async () => {
  site.online = false;
  expect(await repair()).toBe(false);
  expect(await base()).toEqual([[monday, "a"]]);
  expect(await db().orders.count()).toBe(1);
  await db().base.put({ date: monday, rev: 1, items: one("wrong") });
  site.online = true;
  await syncNow();
  expect(await base()).toEqual([[monday, "a"]]);
});

test("killed in the middle, all of it or nothing has happened, and the next start goes on", async () => {
  site.online = false;
  await setDay(tuesday, one("b"));
  const before = { ops: await db().ops.toArray(), meta: await db().meta.get("device") };
  const store = outboxStore(db());
  const killed = store(async (rows) => {
    await forgetServer(rows, () => "01JQ0000000000000000000009");
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await db().meta.get("device")).toEqual(before.meta);
  // And once more, this time killed right after: the step is kept, its answer never comes.
  await store((rows) => forgetServer(rows, () => "01JQ0000000000000000000009"));
  expect(await db().ops.toArray()).toEqual(before.ops);
  expect(await db().meta.get("device")).toMatchObject({ dev: before.meta?.dev, cur: 0, nextN: before.meta?.nextN });
  await db().base.put({ date: monday, rev: 1, items: one("wrong") });
  stopSync();
  const { name } = db();
  db().close();
  site.online = true;
  await signInWithPassword(mariam.email, "secret");
  expect(db().name).toBe(name);
  expect(await flush()).toBe(true);
  const whole = [
    [monday, "a"],
    [tuesday, "b"],
  ];
  await vi.waitFor(async () => expect(await base()).toEqual(whole), waitTimeout);
});

test("an answer that was asked for before the repair changes nothing after it", async () => {
  const answer = gate();
  const sync = site.on["POST /api/sync"] as Handler;
  site.on["POST /api/sync"] = async (body, path) => {
    const said = await sync(body, path);
    site.on["POST /api/sync"] = sync;
    await answer.opened;
    return said;
  };
  const early = syncNow();
  await vi.waitFor(() => expect(site.on["POST /api/sync"]).toBe(sync), waitTimeout);
  await db().base.put({ date: monday, rev: 1, items: one("wrong") });
  const repaired = repair();
  answer.open();
  await early;
  expect(await repaired).toBe(true);
  expect(await base()).toEqual([[monday, "a"]]);
});
