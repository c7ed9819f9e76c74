import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openDb } from "#pwa/offline/db";
import type { EngineParts } from "#pwa/offline/sync/engine";
import type { DayContent } from "#pwa/offline/sync/outbox";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { device } from "#pwa/testing/device";
import { fakeServer } from "#pwa/testing/fake-server";
import { gate } from "#pwa/testing/gate";
import { one } from "#pwa/testing/load";

const monday = "2026-11-23";
const tuesday = "2026-11-24";
const hour = 3_600_000;
let server: ReturnType<typeof fakeServer>;
let clock = 0;
let ids = 0;
let places = 0;
let open: Db[] = [];

/** A tab of one phone: its own code and its own connection to the one database. */
async function tab(more: Partial<EngineParts> = {}) {
  const db = await openDb(`tabs-${places}`);
  open.push(db);
  const { engine } = device({
    store: outboxStore(db),
    newId: () => `01JP${String(++ids).padStart(22, "0")}`,
    now: () => clock,
    mono: () => clock,
    send: async (request) => server.reply(request, clock),
    ...more,
  });
  const put = (date: string, meal: string) => engine.edit(date, () => ({ items: one(meal) }));
  const add = (date: string, meal: string) =>
    engine.edit(date, (day: DayContent) => ({ ...day, items: [...day.items, ...one(meal)] }));
  return { db, engine, put, add };
}
const meals = (items?: { meal: string }[]) => items?.map(({ meal }) => meal);

beforeEach(() => {
  server = fakeServer();
  clock = Date.parse("2026-11-21T08:00:00Z");
  places++;
});
afterEach(() => {
  for (const db of open) db.close();
  open = [];
});

test("a tab that comes back after an hour adds to what another tab saved meanwhile, and overwrites nothing", async () => {
  const [old, other] = [await tab(), await tab()];
  await old.put(monday, "a");
  await old.engine.sync();
  await other.put(monday, "b");
  await other.put(tuesday, "c");
  clock += hour;

  await old.add(monday, "d");
  const ops = await old.db.ops.orderBy("n").toArray();
  expect(ops.map(({ n, a }) => [n, a.date, meals(a.items)])).toEqual([
    [2, monday, ["b"]],
    [3, tuesday, ["c"]],
    [4, monday, ["b", "d"]],
  ]);
  await old.engine.sync();
  expect(server.docs().map(({ date, items, alt }) => [date, meals(items), alt])).toEqual([
    [monday, ["b", "d"], undefined],
    [tuesday, ["c"], undefined],
  ]);
});

test("a tab that comes back after another one has sent and received stands on what that one knows", async () => {
  const [old, other] = [await tab(), await tab()];
  await old.put(monday, "a");
  await old.engine.sync();
  server.write("01JPOFFICE0000000000000001", { date: monday, items: one("office"), seen: 99 });
  await other.engine.sync();
  clock += hour;
  await old.add(monday, "d");
  await old.engine.sync();
  // It had the office's correction before its eyes, so it is neither lost nor a conflict.
  expect(server.docs().map(({ items, alt }) => [meals(items), alt])).toEqual([[["office", "d"], undefined]]);
});

test("an answer that an old tab was waiting for takes nothing away that another tab has learnt since", async () => {
  const other = await tab();
  const [asked, late] = [gate(), gate()];
  const old = await tab({
    send: async (request) => {
      const reply = server.reply(request, clock);
      asked.open();
      await late.opened;
      return reply;
    },
  });
  await other.put(monday, "a");
  const frozen = old.engine.sync();
  await asked.opened;
  clock += hour;
  await other.put(monday, "b");
  await other.put(tuesday, "c");
  await other.engine.sync();
  late.open();
  await frozen;
  expect((await other.db.base.toArray()).map(({ date, items }) => [date, meals(items)])).toEqual([
    [monday, ["b"]],
    [tuesday, ["c"]],
  ]);
  expect(await other.db.ops.count()).toBe(0);
  expect((await other.db.meta.get("device"))?.cur).toBe(server.rev());
});

test("of tabs that all reload for an update the one that writes last overwrites nothing", async () => {
  const tabs = await Promise.all([1, 2, 3].map(() => tab()));
  // Each saves its last tap while it is being replaced, all at once.
  await Promise.all(tabs.map(({ add }, i) => add(monday, `old${i}`)));
  for (const { db } of tabs) db.close();
  const again = await Promise.all([1, 2, 3].map(() => tab()));
  await Promise.all(again.map(({ add }, i) => add(monday, `new${i}`)));
  const [first] = again;
  const last = (await first?.db.ops.orderBy("n").last())?.a;
  expect([...(meals(last?.items) ?? [])].sort()).toEqual(["new0", "new1", "new2", "old0", "old1", "old2"]);
  await Promise.all(again.map(({ engine }) => engine.sync()));
  expect(meals(server.docs()[0]?.items)).toEqual(meals(last?.items));
  expect(server.docs()[0]?.alt).toBeUndefined();
});
