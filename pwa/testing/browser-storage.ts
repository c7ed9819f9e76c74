// The browser's own storage for the devices of a scenario: the database that ships, over an IndexedDB that lives in memory.
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { type Db, dbName, openDb } from "#pwa/offline/db";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import type { Kept } from "#pwa/testing/memory-store";
import type { Storage } from "#pwa/testing/simulation";

let names = 0;

/** What an app before the first release kept: the outbox stands in every version in the same form. */
const older = { version: 0.5, stores: { meta: "", base: "date", ops: "n", notes: "id" } };

/** A place for databases. `end` removes them. */
export function browserStorage() {
  const ends: (() => Promise<void>)[] = [];

  async function storage(from: Kept | undefined): Promise<Storage> {
    const name = `scenario-${++names}`;
    let db = await openDb(name);
    ends.push(async () => {
      db.close();
      await Dexie.delete(dbName(name));
    });
    if (from?.meta) await db.meta.put(from.meta, "device");
    await db.ops.bulkPut(from?.ops ?? []);
    await db.base.bulkPut([...(from?.base.values() ?? [])]);
    return {
      store: (step) => outboxStore(db)(step),
      read: () => rowsOf(db),
      // An update that comes late: the database is an older app's, and the first try to bring it up is killed in the middle.
      upgrade: async () => {
        const rows = await rowsOf(db);
        db.close();
        await Dexie.delete(dbName(name));
        await asOlder(dbName(name), rows);
        await killedUpgrade(dbName(name));
        db = await openDb(name);
      },
    };
  }

  return {
    storage,
    end: async () => {
      for (const one of ends.splice(0)) await one();
    },
  };
}

async function rowsOf(db: Db): Promise<Kept> {
  return {
    meta: await db.meta.get("device"),
    ops: await db.ops.orderBy("n").toArray(),
    base: new Map((await db.base.toArray()).map((doc) => [doc.date, doc])),
    orders: new Map(),
    notes: new Map(),
  };
}

async function asOlder(name: string, { meta, ops, base }: Kept): Promise<void> {
  const db = new Dexie(name);
  db.version(older.version).stores(older.stores);
  await db.open();
  if (meta) await db.table("meta").put(meta, "device");
  await db.table("ops").bulkPut(ops);
  await db.table("base").bulkPut([...base.values()]);
  db.close();
}

function killedUpgrade(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 7);
    opening.onupgradeneeded = () => {
      opening.result.deleteObjectStore("ops");
      opening.transaction?.abort();
    };
    opening.onerror = () => resolve();
    opening.onsuccess = () => reject(new Error("the upgrade was not killed"));
  });
}
