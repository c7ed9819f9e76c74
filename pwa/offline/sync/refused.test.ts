import { afterEach, beforeEach, expect, test } from "vitest";
import { type Db, openDb } from "#pwa/offline/db";
import { accept, pack } from "#pwa/offline/sync/outbox";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import type { Op, SyncReply } from "#pwa/offline/wire";
import { one } from "#pwa/testing/load";

const newId = () => "01JP0000000000000000000DEV";
const clocks = { now: 1, mono: 1 };
const refusal = { reason: "unknown_meal" };
const op = (n: number, id: string, date: string) =>
  ({ n, id, k: "day.set/1", at: 1, a: { date, items: one("a"), seen: 0 } }) as unknown as Op;
const reply = (ack: [number, string], res: unknown[]) =>
  ({ cur: 0, ack, res, now: 1, docs: [], orders: [] }) as unknown as SyncReply;

let db: Db;
let names = 0;
beforeEach(async () => {
  db = await openDb(`refused-${++names}`);
});
afterEach(() => db.close());

const store = () => outboxStore(db);
const saves = (...ops: Op[]) =>
  store()(async (rows) => {
    await rows.putOps(ops);
    await rows.putMeta({ dev: newId(), era: 0, nextN: ops.length + 1, sentN: 0, done: 0, cur: 0 });
  });
const packs = () => store()((rows) => pack(rows, newId, "2026.11.1", 100, clocks));
type Packed = Awaited<ReturnType<typeof packs>>;
const takes = (sent: Packed, answer: SyncReply) => store()((rows) => accept(rows, newId, sent, answer, 0, 1));
const told = async () => (await db.notes.toArray()).map(({ date, code }) => [date, code]);

test("a refusal whose answer was lost is told with the next answer, also when another one acknowledges it first", async () => {
  await saves(op(1, "A", "2026-11-23"), op(2, "B", "2026-11-24"));
  const early = await packs();
  early.request.ops = early.request.ops.slice(0, 1);
  // Another tab sent both, the server refused the second, and that answer was lost. The early request is answered only now.
  const late = await takes(early, reply([2, "B"], [[1, 0]]));
  expect(late).toMatchObject({ outcome: "taken", more: true });
  expect(await told()).toEqual([]);
  const next = await packs();
  expect(next.request.ops.map(({ id }) => id)).toEqual(["B"]);
  expect(next.request.done).toBe(1);
  await takes(next, reply([2, "B"], [[2, 3, refusal]]));
  expect(await told()).toEqual([["2026-11-24", 3]]);
  expect((await packs()).request.ops).toEqual([]);
});

test("a refusal that the server gave another device id is told by the one that goes on", async () => {
  await saves(op(1, "A", "2026-11-23"), op(2, "B", "2026-11-24"));
  const sent = await packs();
  await takes(
    sent,
    reply(
      [2, "B"],
      [
        [1, 1, { ...refusal, result: 3 }],
        [2, 1, { result: 0 }],
      ],
    ),
  );
  expect(await told()).toEqual([["2026-11-23", 3]]);
});
