import type { Db } from "#pwa/offline/db";
import type { OutboxStore, Rows } from "#pwa/offline/sync/outbox";

/** A profile's database as the store of its outbox. */
export function outboxStore(db: Db): OutboxStore {
  const { meta, ops, base, orders, notes, facts } = db;
  const rows: Rows = {
    meta: () => meta.get("device"),
    putMeta: (known) => meta.put(known, "device"),
    ops: () => ops.orderBy("n").toArray(),
    putOps: (all) => ops.bulkPut(all),
    dropOps: (upTo) => ops.where("n").belowOrEqual(upTo).delete(),
    doc: (date) => base.get(date),
    docs: () => base.toArray(),
    putDocs: (docs) => base.bulkPut(docs),
    putOrders: (all) => orders.bulkPut(all),
    putNotes: (all) => notes.bulkPut(all),
    putAround: (live, hashes) =>
      facts.bulkPut([
        { key: "live", value: live },
        { key: "hashes", value: hashes },
      ]),
    forget: async () => {
      await base.clear();
      await orders.clear();
    },
  };
  return (step) => db.transaction("rw", [meta, ops, base, orders, notes, facts], () => step(rows));
}
