// The outbox: operations that the server has not acknowledged, and how its answers are stored. Each function is one step
// inside one transaction, so that a process may die between any two of them. A number is given once, an operation that
// may have left the device never changes, and it is removed in the transaction that stores its effect.
import type { Meta, Note } from "#pwa/offline/db";
import type { DaySet, DraftDoc, Live, Op, Order, ResultCode, SyncReply, SyncRequest } from "#pwa/offline/wire";

/** The device's rows, inside one transaction. */
export type Rows = {
  meta: () => PromiseLike<Meta | undefined>;
  putMeta: (meta: Meta) => PromiseLike<unknown>;
  /** By number, lowest first. */
  ops: () => PromiseLike<Op[]>;
  putOps: (ops: Op[]) => PromiseLike<unknown>;
  /** Removes every operation up to and including a number. */
  dropOps: (upTo: number) => PromiseLike<unknown>;
  doc: (date: string) => PromiseLike<DraftDoc | undefined>;
  docs: () => PromiseLike<DraftDoc[]>;
  putDocs: (docs: DraftDoc[]) => PromiseLike<unknown>;
  putOrders: (orders: Order[]) => PromiseLike<unknown>;
  putNotes: (notes: Note[]) => PromiseLike<unknown>;
  putAround: (live: Live, hashes: Record<string, string>) => PromiseLike<unknown>;
  /** Removes what came from the server: days and orders. */
  forget: () => PromiseLike<unknown>;
};

/** Runs a step as one read-write transaction: all of it or nothing. */
export type OutboxStore = <T>(step: (rows: Rows) => Promise<T>) => Promise<T>;

export type NewId = () => string;

/** A day's content as the person sees it. */
export type DayContent = Pick<DaySet, "items" | "address_id" | "base">;

/** What a round sends, and the epoch in which it was sent. */
export type Sent = { epoch: number; request: SyncRequest };

/** The device's own sync state; made at first use. */
export async function known(rows: Rows, newId: NewId): Promise<Meta> {
  return (await rows.meta()) ?? { dev: newId(), era: 0, nextN: 1, sentN: 0, done: 0, cur: 0 };
}

/**
 * Saves a change of a day and reports whether it changed anything. While a change of the day waits here, the server's
 * version of the day is hidden from the person: then only what they had seen before counts as seen. `decided` is the
 * revision that they saw, alternatives included, when they chose between them.
 */
export async function save(
  rows: Rows,
  newId: NewId,
  date: string,
  change: (day: DayContent) => DayContent | undefined,
  decided?: number,
): Promise<boolean> {
  // Requested together: each round trip costs the storage a millisecond or two.
  const [meta, ops, doc] = await Promise.all([known(rows, newId), rows.ops(), rows.doc(date)]);
  const mine = ops.findLast((op) => op.a.date === date);
  const shown: DayContent = mine?.a ?? doc ?? { items: [] };
  const next = change({ items: shown.items, address_id: shown.address_id, base: shown.base });
  if (!next || (decided === undefined && sameContent(shown, next))) return false;
  const last = ops.at(-1);
  const joins = last !== undefined && last === mine && last.n > meta.sentN;
  const n = joins ? last.n : meta.nextN++;
  const seen = decided ?? (mine ? mine.a.seen : (doc?.rev ?? 0));
  const a: DaySet = { date, items: next.items, seen };
  if (next.address_id != null) a.address_id = next.address_id;
  if (next.base != null) a.base = next.base;
  const op: Op = { n, id: newId(), k: "day.set/1", a };
  if (sizeOf(op) > maxOpBytes) throw new Error("that is more than one day can hold");
  await Promise.all([rows.putMeta(meta), rows.putOps([op])]);
  return true;
}

/** Bytes: less than what the server reads of one operation. */
const maxOpBytes = 8000;

const unlimited = { ops: 100, bytes: 65_536 };

/** Takes the oldest operations that fit a request, at most `most`. They count as sent before anything leaves. */
export async function pack(
  rows: Rows,
  newId: NewId,
  app: string,
  most: number,
  clocks: { now: number; mono: number },
): Promise<Sent> {
  const meta = await known(rows, newId);
  const { limits = unlimited } = meta;
  const ops: Op[] = [];
  let bytes = 512;
  for (const op of await rows.ops()) {
    bytes += sizeOf(op) + 1;
    if (ops.length >= Math.min(limits.ops, most) || (ops.length > 0 && bytes > limits.bytes)) break;
    ops.push(op);
  }
  meta.sentN = Math.max(meta.sentN, ops.at(-1)?.n ?? 0);
  await rows.putMeta(meta);
  const { era, dev, cur, done, tag = "", off, offAt = 0 } = meta;
  const clk = ops.length > 0 && off !== undefined && { clk: { ...clocks, off, age: clocks.now - offAt } };
  return { epoch: era, request: { v: 3, app, dev, cur, done, tag, ...clk, ops } };
}

/**
 * Stores an answer. "stale": its request belongs to an earlier epoch, and nothing was changed. "new_device": the server knows this
 * device's numbers with other contents, so this is a copy of a device and continues under a new device id.
 */
export async function accept(
  rows: Rows,
  newId: NewId,
  sent: Sent,
  reply: SyncReply,
  off: number,
  at: number,
): Promise<{ outcome: "stale" | "new_device" | "taken"; progress: boolean; more: boolean }> {
  const meta = await known(rows, newId);
  const ops = await rows.ops();
  if (sent.epoch !== meta.era) return { outcome: "stale", progress: false, more: ops.length > 0 };
  const [n, id] = reply.ack;
  const mine = ops.find((op) => op.n === n);
  if (n >= meta.nextN || (mine && mine.id !== id)) {
    await startAsNewDevice(rows, newId, sent.epoch);
    return { outcome: "new_device", progress: true, more: true };
  }
  // Only what this request held has its result in this answer. What another tab has sent since is sent again for its own:
  // dropped by this one, a refusal of it would never be told.
  const told = Math.min(n, Math.max(meta.done, sent.request.ops.at(-1)?.n ?? 0));
  const answered = ops.filter((op) => op.n <= told);
  await rows.dropOps(told);
  await rows.putNotes(notesOf(answered, reply, at));
  const before = { done: meta.done, cur: meta.cur };
  meta.done = Math.max(meta.done, told);
  // A late, older answer knows less than what is stored: only its acknowledgement counts.
  if (reply.reset || reply.cur >= meta.cur) {
    if (reply.reset || sent.request.cur === 0) {
      await rows.putNotes(lostBy(reply, await rows.docs(), ops, at));
      await rows.forget();
    }
    await rows.putDocs(reply.docs ?? []);
    await rows.putOrders(reply.orders ?? []);
    meta.cur = reply.cur;
    if (reply.reset) meta.era++;
  }
  let more = ops.length > answered.length || reply.more === true;
  if (reply.reset || reply.now >= (meta.lastSync ?? 0)) {
    const { live, menu = {}, tag, limits = meta.limits } = reply;
    if (live) {
      await rows.putAround(live, menu);
      Object.assign(meta, { tag, limits });
    } else if (meta.tag !== sent.request.tag) more = true; // Unchanged, but not what another tab's answer left here.
    Object.assign(meta, { lastSync: reply.now, off, offAt: at });
  }
  await rows.putMeta(meta);
  const progress = meta.done > before.done || meta.cur !== before.cur;
  return { outcome: "taken", progress, more };
}

/**
 * Makes this a new device: the outbox is numbered from 1, every operation keeps its id and counts as sent, and the next
 * round fetches everything. Nothing happens when another tab has done it already.
 */
export async function startAsNewDevice(rows: Rows, newId: NewId, epoch: number): Promise<void> {
  const meta = await known(rows, newId);
  if (meta.era !== epoch) return;
  const ops = (await rows.ops()).map((op, i) => ({ ...op, n: i + 1 }));
  await rows.dropOps(Number.POSITIVE_INFINITY);
  await rows.putOps(ops);
  const anew = { dev: newId(), era: epoch + 1, nextN: ops.length + 1, sentN: ops.length, done: 0, cur: 0 };
  await rows.putMeta({ ...meta, ...anew });
}

/** The size of an operation in a request, in bytes. */
export function sizeOf(op: Op): number {
  return new TextEncoder().encode(JSON.stringify(op)).length;
}

/** What was stored from the server and is missing in a full answer: the server was restored from an older backup. */
function lostBy(reply: SyncReply, docs: DraftDoc[], ops: Op[], at: number): Note[] {
  const revs = new Map(reply.docs?.map(({ date, rev }) => [date, rev]));
  return docs
    .filter(
      ({ date, rev, items }) => (revs.get(date) ?? 0) < rev && items.length && !ops.some((op) => op.a.date === date),
    )
    .map(({ date, rev, items }) => ({
      id: `${date} ${rev}`,
      date,
      code: 3,
      detail: { reason: "server_restored", items },
      at,
    }));
}

const duplicate: ResultCode = 1;

/** What the person must be told: also what became at first of an operation that the server has from another device id. */
function notesOf(answered: Op[], reply: SyncReply, at: number): Note[] {
  return (reply.res ?? []).flatMap(([n, said, detail]) => {
    const op = answered.find((one) => one.n === n);
    const first = (detail as { result?: ResultCode } | undefined)?.result;
    const code = said === duplicate && first !== undefined ? first : said;
    if (!op || code < 2) return [];
    // What was refused stays here with its meals until the person has seen it.
    const refused = code === 3 && typeof detail === "object" && { detail: { ...detail, items: op.a.items } };
    return [{ id: op.id, date: op.a.date, code, at, ...(detail !== undefined && { detail }), ...refused }];
  });
}

function sameContent(a: DayContent, b: DayContent): boolean {
  const bare = (d: DayContent) =>
    JSON.stringify([d.items.map((i) => [i.meal, i.qty]), d.address_id ?? null, d.base ?? null]);
  return bare(a) === bare(b);
}
