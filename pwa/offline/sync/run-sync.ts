// The engine as this tab runs it. It uses the browser's network, storage, locks and timers, is woken by the browser's events, and
// sends nothing once another person is signed in.
import { monotonicFactory } from "ulid";
import type { Db } from "#pwa/offline/db";
import { call, Fault } from "#pwa/offline/server";
import { createEngine, type Engine, type Status } from "#pwa/offline/sync/engine";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { browserTimer } from "#pwa/offline/sync/retry";
import { learnServerTime } from "#pwa/offline/sync/server-now";
import type { SyncReply, SyncRequest } from "#pwa/offline/wire";

type Parts = {
  /** The app's version, and the profile whose database it is. */
  app: string;
  owner: string;
  /** Whether that profile is still the one who is signed in; asked before each request. */
  mayRun: () => boolean;
  /** Told of its state, and of each stored answer. */
  report: (status: Status) => void;
  received: () => void;
};

/** A profile's engine, not started yet, and how the browser's events stop waking it. */
export function runSync(db: Db, { app, owner, mayRun, report, received }: Parts) {
  const engine = createEngine({
    store: outboxStore(db),
    app,
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
      const how = { gzip: true, toast: false, as: owner };
      return checked((await call("POST", "/api/sync", body, how)) as SyncReply, request);
    },
    report,
    received: (reply) => {
      learnServerTime(reply.now);
      received();
    },
  });
  return { engine, unlisten: listen(engine) };
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
