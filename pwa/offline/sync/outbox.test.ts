// What every released app may have left on a phone is still there, unchanged, under the app of today.
import { Dexie } from "dexie";
import { afterEach, describe, expect, it } from "vitest";
import { type Db, dbName, type Meta, openDb } from "#pwa/offline/db";
import { pack, startAsNewDevice } from "#pwa/offline/sync/outbox";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { appVersion } from "#pwa/offline/sync/start-sync";
import type { Op } from "#pwa/offline/wire";

type Released = {
  app: string;
  /** The tables as that app declared them. */
  stores: Record<string, string>;
  outboxes: { name: string; meta: Meta; ops: Op[]; request: { ops: Op[] } }[];
};

const released = Object.values(
  import.meta.glob<Released>("../../testing/fixtures/outbox/*.json", { eager: true, import: "default" }),
);
const boxes = released.flatMap(({ app, stores, outboxes }) => outboxes.map((box) => ({ ...box, app, stores })));
const newId = () => "01JPANEW000000000000000000";
const clocks = { now: 1_795_248_060_000, mono: 61_000 };
let db: Db | undefined;
let names = 0;

/** A phone as that app left it, opened by this one. */
async function opened({ stores, meta, ops }: (typeof boxes)[number]): Promise<Db> {
  const profile = `outbox-${++names}`;
  const old = new Dexie(dbName(profile));
  old.version(1).stores(stores);
  await old.table("meta").put(meta, "device");
  await old.table("ops").bulkPut(ops);
  old.close();
  return openDb(profile);
}

afterEach(async () => {
  db?.close();
  await db?.delete();
});

it("there is a kept outbox of every app, and one of today's", () => {
  expect(released.map(({ app }) => app)).toEqual(expect.arrayContaining(["2026.11.1", appVersion]));
  expect(boxes.length).toBeGreaterThanOrEqual(6);
});

describe.each(boxes)("of $app, $name", (box) => {
  it("is opened and packed as it was saved", async () => {
    db = await opened(box);
    expect(await db.ops.orderBy("n").toArray()).toEqual(box.ops);
    const { request } = await outboxStore(db)((rows) =>
      pack(rows, newId, "2026.12.0", Number.POSITIVE_INFINITY, clocks),
    );
    const { dev, cur, done, tag = "" } = box.meta;
    expect(request).toMatchObject({ v: 3, app: "2026.12.0", dev, cur, done, tag });
    expect(JSON.stringify(request.ops)).toBe(JSON.stringify(box.request.ops));
    expect(await db.ops.orderBy("n").toArray()).toEqual(box.ops);
  });

  it("keeps ids and contents when the device begins anew", async () => {
    db = await opened(box);
    await outboxStore(db)((rows) => startAsNewDevice(rows, newId, box.meta.era));
    const said = ({ id, k, a }: Op) => ({ id, k, a });
    expect((await db.ops.orderBy("n").toArray()).map(said)).toEqual(box.ops.map(said));
    expect(await db.meta.get("device")).toMatchObject({ dev: newId(), done: 0, cur: 0, nextN: box.ops.length + 1 });
  });
});
