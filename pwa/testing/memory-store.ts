// A device's rows in memory, in transactions like the browser's: one at a time, all or nothing. For simulations, where a
// thousand scenarios must pass in seconds; the real store passes through fewer of them.
import type { Meta, Note } from "#pwa/offline/db";
import type { OutboxStore, Rows } from "#pwa/offline/sync/outbox";
import type { DraftDoc, Live, Op, Order } from "#pwa/offline/wire";

export type Kept = {
  meta: Meta | undefined;
  ops: Op[];
  base: Map<string, DraftDoc>;
  orders: Map<string, Order>;
  notes: Map<string, Note>;
  /** What the server said of everything else. */
  context?: { live: Live; menu: Record<string, string> };
};

export type MemoryStore = { kept: Kept; store: OutboxStore /** Transactions under way. */; busy: number };

export const copyOf = (kept: Kept): Kept => ({
  meta: kept.meta && { ...kept.meta },
  ops: [...kept.ops],
  base: new Map(kept.base),
  orders: new Map(kept.orders),
  notes: new Map(kept.notes),
  ...(kept.context && { context: kept.context }),
});

const empty = (): Kept => ({ meta: undefined, ops: [], base: new Map(), orders: new Map(), notes: new Map() });

/** A place for rows, and a way to read all of them. */
export type Backing = { store: OutboxStore; read: () => Promise<Kept> };

/**
 * `committed` hears of every transaction that took place, with what was before. With a backing the transactions take
 * place there.
 */
export function memoryStore(
  from = empty(),
  committed: (before: Kept, after: Kept) => void = () => undefined,
  backing?: Promise<Backing>,
): MemoryStore {
  const self = { kept: copyOf(from), busy: 0 };
  let turn: Promise<unknown> = Promise.resolve();
  const store: OutboxStore = (step) => {
    self.busy++;
    const mine = turn.then(async () => {
      const real = await backing;
      const draft = copyOf(self.kept);
      const result = await (real ? real.store(step) : step(rowsOf(draft)));
      const before = self.kept;
      self.kept = real ? await real.read() : draft;
      committed(before, self.kept);
      return result;
    });
    turn = mine.then(
      () => self.busy--,
      () => self.busy--,
    );
    return mine;
  };
  return Object.assign(self, { store });
}

function rowsOf(kept: Kept): Rows {
  return {
    meta: async () => kept.meta && { ...kept.meta },
    putMeta: async (meta) => {
      kept.meta = { ...meta };
    },
    ops: async () => [...kept.ops],
    putOps: async (ops) => {
      const numbers = new Set(ops.map((op) => op.n));
      kept.ops = [...kept.ops.filter((op) => !numbers.has(op.n)), ...ops].sort((a, b) => a.n - b.n);
    },
    dropOps: async (upTo) => {
      kept.ops = kept.ops.filter((op) => op.n > upTo);
    },
    doc: async (date) => kept.base.get(date),
    docs: async () => [...kept.base.values()],
    putDocs: async (docs) => {
      for (const doc of docs) kept.base.set(doc.date, doc);
    },
    putOrders: async (orders) => {
      for (const order of orders) kept.orders.set(order.id, order);
    },
    putNotes: async (notes) => {
      for (const note of notes) kept.notes.set(note.id, note);
    },
    putAround: async (live, menu) => {
      kept.context = { live, menu };
    },
    forget: async () => {
      kept.base.clear();
      kept.orders.clear();
    },
  };
}
