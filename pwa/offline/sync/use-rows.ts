import { language } from "#pwa/i18n/locale";
import { type Db, readValue } from "#pwa/offline/db";
import { ordersInOwnWords } from "#pwa/offline/own-words";
import { sharedRead } from "#pwa/offline/sync/shared-read";
import type { Order } from "#pwa/offline/wire";
import { knowEarly } from "#pwa/rules/week/closes-at";

const tables = (db: Db) => [db.base, db.ops, db.orders, db.notes, db.facts, ...(language === "en" ? [] : [db.menus])];

/** The stored rows that the person's screens show, read in one transaction so that nothing is counted twice. Newest orders first. */
export const readRows = (db: Db) =>
  db.transaction("r", tables(db), async () => {
    const [base, ops, orders, notes, live, addresses] = await Promise.all([
      db.base.toArray(),
      db.ops.orderBy("n").toArray(),
      // Ids begin with their time.
      db.orders.orderBy("id").reverse().toArray() as Promise<Order[]>,
      db.notes.toArray(),
      readValue(db, "live"),
      readValue(db, "addresses"),
    ]);
    knowEarly(live?.early, orders);
    return {
      base,
      ops,
      orders: await ordersInOwnWords(orders, () => db.menus.toArray()),
      notes,
      live,
      addresses: addresses ?? [],
    };
  });

export type KeptRows = Awaited<ReturnType<typeof readRows>>;

/** The same, for screens. */
export const useRows = sharedRead<KeptRows>(async (db) => readRows(db));
