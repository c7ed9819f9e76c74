// The one sync engine of this tab. It uses the browser's network, storage, locks and timers, is woken by the browser's
// events, and stops as soon as another person is signed in.
import { monotonicFactory } from "ulid";
import { create } from "zustand";
import { type Db, noted, ownerOf, useDevice } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { createEngine, type Engine, type Status } from "#pwa/offline/sync/engine";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { browserTimer } from "#pwa/offline/sync/retry";
import { learnServerTime, rememberOffset } from "#pwa/offline/sync/server-now";
import { afterFirstAnswers } from "#pwa/offline/sync/shared-read";
import type { SyncReply, SyncRequest } from "#pwa/offline/wire";

/** The app's version on the wire. */
export const appVersion = "2026.11.2";

const calm: Status = { sending: false, paused: null, trouble: null };

/** The state of this tab's sync. */
export const useStatus = create<Status>(() => calm);

let current: { engine: Engine; unlisten: () => void } | null = null;
const receivers = new Set<() => void>();

/** Calls the listener after each stored answer. Returns how to stop. */
export function onReceived(listener: () => void): () => void {
  receivers.add(listener);
  return () => void receivers.delete(listener);
}

/** Starts to sync a profile's database. `mayRun` says whether that profile is still the one who is signed in. */
export async function startSync(db: Db, mayRun: () => boolean): Promise<void> {
  stopSync();
  const waited = noted(ownerOf(db));
  const engine = createEngine({
    store: outboxStore(db),
    app: appVersion,
    newId: monotonicFactory(),
    now: Date.now,
    mono: () => performance.now(),
    random: Math.random,
    timer: browserTimer,
    lock: (work) => locked(db.name, work),
    watched: () => document.visibilityState !== "hidden",
    // Another tab may have changed who is signed in: what A saved never goes out as B.
    send: async (request) => {
      if (!mayRun()) throw new Fault(401, { reason: "other_person" });
      const body = request.ops.length > 0 ? request : { ...request, ops: undefined };
      const how = { gzip: true, toast: false, as: ownerOf(db) };
      return checked((await call("POST", "/api/sync", body, how)) as SyncReply, request);
    },
    report: (status) => useStatus.setState(status),
    received: (reply) => {
      learnServerTime(reply.now);
      for (const listener of receivers) listener();
    },
  });
  current = { engine, unlisten: listen(engine) };
  useDevice.setState({ db });
  // A storage that fails at this moment may be back for the sync.
  const meta = await db.meta.get("device").catch(() => null);
  if (meta?.off !== undefined) rememberOffset(meta.off);
  if (meta === undefined && waited > 0)
    void import("#pwa/offline/sync/waiting-cookie").then(({ notifyLost }) => notifyLost(waited));
  void afterFirstAnswers().then(() => engine.start());
}

/** Stops the sync. What is saved stays. */
export function stopSync(): void {
  current?.engine.stop();
  current?.unlisten();
  current = null;
  useStatus.setState(calm);
}

/** The engine, for code that saves. Throws while no one is signed in. */
export function engineNow(): Engine {
  if (!current) throw new Error("nobody is signed in");
  return current.engine;
}

/** Runs a round that begins now. Resolves when it is over, whether it succeeded or not. */
export async function syncNow(): Promise<void> {
  await current?.engine.sync({ fresh: true });
}

/** Sends everything that was saved; true when nothing is left. */
export async function flush(): Promise<boolean> {
  return current ? current.engine.flush() : false;
}

/** The facts that hold an operator's unsent work. */
const operators = ["marks", "planned", "meals"];

/** How many changes are not sent; for an `owner` whose database cannot be opened, the number that was noted. */
export async function pendingCount(owner?: string): Promise<number> {
  const { db } = useDevice.getState();
  if (!db) return owner ? noted(owner) : 0;
  const kept = await db.facts.bulkGet(operators);
  return kept.reduce((sum, one) => sum + Object.keys(one?.value ?? {}).length, await db.ops.count());
}

async function locked(name: string, work: () => Promise<void>): Promise<boolean> {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(`${name}-sync`, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** Checks that an answer is complete and has a result for what it acknowledges; otherwise it was cut or is not our server's. */
function checked(reply: SyncReply, { ops, tag }: SyncRequest): SyncReply {
  const { cur, ack, now, live, res, docs, orders } = reply;
  const ours =
    Number.isInteger(cur) &&
    cur >= 0 &&
    Number.isInteger(ack?.[0]) &&
    Number.isFinite(now) &&
    (live ? Array.isArray(live.taken) : tag) &&
    all(docs, (doc) => doc.date && Array.isArray(doc.items)) &&
    all(orders, (order) => order.id && Array.isArray(order.deliveries)) &&
    all(res, Array.isArray) &&
    ops.every(({ n }) => n > ack[0] || res?.some(([of]) => of === n));
  if (!ours) throw new Fault(502);
  return reply;
}

const all = <T>(list: T[] | undefined, fits: (one: T) => unknown) =>
  list === undefined || (Array.isArray(list) && list.every((one) => one && fits(one)));

function listen(engine: Engine): () => void {
  const wake = () => {
    if (document.visibilityState !== "hidden") void engine.sync();
  };
  const events: [EventTarget, string][] = [
    [window, "online"],
    [window, "focus"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ];
  for (const [target, name] of events) target.addEventListener(name, wake);
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, wake);
  };
}
