import { Dexie, liveQuery } from "dexie";
import { endsWithPage } from "#pwa/offline/ends-with-page";
import { strict } from "#pwa/offline/strict";
import { runSync } from "#pwa/offline/sync/run-sync";

export { Dexie, liveQuery, runSync };

const schema = 1;

/** A profile's database with its tables and their keys, not open yet. */
export function profileDb(name: string): Dexie {
  const { indexedDB } = Dexie.dependencies;
  // Dexie's cache would give a window that was frozen outdated rows, and every query is shared anyway.
  const db = new Dexie(name, {
    indexedDB: indexedDB && endsWithPage(strict(indexedDB, schema)),
    cache: "disabled",
  });
  db.version(schema).stores({
    meta: "",
    base: "date",
    ops: "n",
    notes: "id",
    orders: "id",
    menus: "hash, week",
    facts: "key",
  });
  return db;
}

/** Puts a storage that lasts as long as the page in place of the browser's. */
export async function inMemory(): Promise<void> {
  const { indexedDB, IDBKeyRange } = await import("fake-indexeddb");
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });
}
