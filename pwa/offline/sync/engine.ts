// The sync conversation with the server. Every saved change is sent until it is acknowledged, a failed round always
// schedules its own retry, and a refusal to sync for this person never removes anything. Clock, randomness,
// network, storage, timers and the lock are passed in, so that a simulation can drive it.
import { Fault, Offline } from "#pwa/offline/server";
import {
  accept,
  type DayContent,
  type NewId,
  type OutboxStore,
  pack,
  type Sent,
  save,
  startAsNewDevice,
} from "#pwa/offline/sync/outbox";
import { createRetry, type RetryParts } from "#pwa/offline/sync/retry";
import type { SyncReply, SyncRequest } from "#pwa/offline/wire";

export type Trouble = "network" | "timeout" | "captive" | "server" | "loop" | "storage";
export type Paused = "signed_out" | "update" | "revoked";

/** The state of the sync. Times are ms of the device's clock. */
export type Status = {
  sending: boolean;
  paused: Paused | null;
  trouble: { why: Trouble; since: number; nextTry: number } | null;
};

export type EngineParts = RetryParts & {
  store: OutboxStore;
  /** One round. Rejects with Fault or Offline. */
  send: (request: SyncRequest) => Promise<SyncReply>;
  /** The app's version. */
  app: string;
  newId: NewId;
  /** A clock that only goes forward, ms; `now` is the device's wall clock. */
  mono: () => number;
  /** Runs the work when no other tab does so; false when one does. */
  lock: (work: () => Promise<void>) => Promise<boolean>;
  /** Whether the app is in view. Then it polls now and then, although nothing waits here. */
  watched?: () => boolean;
  report?: (status: Status) => void;
  /** Called when an answer has been stored. */
  received?: (reply: SyncReply) => void;
  /** Named places where a test may kill the process. */
  failPoint?: (name: string) => void;
};

export type Engine = {
  /** Saves a change of a day on this device; true when it changed something. Rejects when it is not saved. */
  edit: (date: string, change: (day: DayContent) => DayContent | undefined, decided?: number) => Promise<boolean>;
  /** Syncs until nothing is left to send or fetch. `fresh` guarantees a round that begins after this call. */
  sync: (how?: { fresh?: boolean }) => Promise<void>;
  /** Sends everything; true when nothing is left. */
  flush: () => Promise<boolean>;
  pending: () => Promise<number>;
  start: () => void;
  stop: () => void;
};

const debounce = 300;
const pollInterval = 30_000;
const pollAfter = 60_000;
const lockTimeout = 15_000;

export function createEngine(parts: EngineParts): Engine {
  const { store, newId, now, mono, timer } = parts;
  const status: Status = { sending: false, paused: null, trouble: null };
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let newDeviceIds = 0;
  let most = Number.POSITIVE_INFINITY;
  let answered = 0;
  let missedSince: number | null = null;
  let recent = { print: "", since: 0, times: 0 };
  const retry = createRetry(parts, () => void sync());
  let debounceTimer: (() => void) | null = null;
  let pollTimer: (() => void) | null = null;

  const pending = () => store(async (rows) => (await rows.ops()).length);

  async function edit(date: string, change: (day: DayContent) => DayContent | undefined, decided?: number) {
    const changed = await store(async (rows) => {
      const done = await save(rows, newId, date, change, decided);
      if (import.meta.env.DEV) parts.failPoint?.("in-save");
      return done;
    });
    if (import.meta.env.DEV) parts.failPoint?.("after-save");
    // A failed round has its own retry; more edits must not hurry a server in trouble.
    if (changed && !retry.planned()) {
      debounceTimer?.();
      debounceTimer = timer(debounce, () => void sync());
    }
    return changed;
  }

  function sync({ fresh = false } = {}): Promise<void> {
    if (stopped || status.paused) return Promise.resolve();
    if (running) {
      again ||= fresh;
      return running;
    }
    debounceTimer?.();
    retry.cancel();
    debounceTimer = null;
    running = runRounds().finally(() => {
      running = null;
    });
    return running;
  }

  async function runRounds(): Promise<void> {
    try {
      // A frozen tab keeps its lock. Two senders are only wasteful, while a device that never sends is a fault.
      const ignoreLock = missedSince !== null && mono() - missedSince > lockTimeout;
      if (ignoreLock) await rounds();
      else if (!(await parts.lock(rounds))) {
        missedSince ??= mono();
        if ((await pending()) > 0) retry.after(3000);
        return;
      }
      missedSince = null;
    } catch (cause) {
      fail(cause);
    }
    report({ sending: false });
  }

  async function rounds(): Promise<void> {
    do {
      again = false;
      const more = await round();
      again ||= more;
    } while (again && !stopped && !status.paused);
  }

  /** One request and its answer; true when there is more to send or fetch. */
  async function round(): Promise<boolean> {
    const sentAt = now();
    const sent = await store((rows) =>
      pack(rows, newId, parts.app, most, { now: Math.round(sentAt), mono: Math.round(mono()) }),
    );
    if (import.meta.env.DEV) parts.failPoint?.("after-sentN");
    guardAgainstLoop(sent);
    report({ sending: true });
    let reply: SyncReply;
    try {
      reply = await parts.send(sent.request);
    } catch (cause) {
      if (stopped) return false;
      if (await handled(cause, sent)) return true;
      throw cause;
    }
    if (import.meta.env.DEV) parts.failPoint?.("after-fetch");
    if (stopped) return false;
    const receivedAt = now();
    const off = Math.round(reply.now - (sentAt + receivedAt) / 2);
    const taken = await store(async (rows) => {
      const result = await accept(rows, newId, sent, reply, off, Math.round(receivedAt));
      if (import.meta.env.DEV) parts.failPoint?.("in-receive");
      return result;
    });
    if (import.meta.env.DEV) parts.failPoint?.("after-receive");
    if (taken.outcome === "new_device") return countNewDeviceId();
    if (taken.outcome === "taken") {
      if (sent.request.ops.length > 0 && !taken.progress) throw new Stuck();
      newDeviceIds = 0;
      retry.succeeded();
      answered = mono();
      most *= 2;
      report({ trouble: null });
      parts.received?.(reply);
    }
    return taken.more;
  }

  /** Handles a refusal that needs no backoff, by a pause, a smaller batch or a new device id; false for any other. */
  async function handled(cause: unknown, sent: Sent): Promise<boolean> {
    if (!(cause instanceof Fault)) return false;
    if (cause.status === 401) return pause("signed_out");
    if (cause.status === 403) return pause("revoked");
    if (cause.status === 426) return pause("update");
    if (cause.status === 413 && sent.request.ops.length > 1) {
      most = Math.ceil(sent.request.ops.length / 2);
      return true;
    }
    if (cause.status === 409 && (cause.reason === "fork" || cause.reason === "gap")) {
      await store((rows) => startAsNewDevice(rows, newId, sent.epoch));
      return countNewDeviceId();
    }
    return false;
  }

  function countNewDeviceId(): true {
    if (++newDeviceIds > 3) throw new Stuck();
    return true;
  }

  function pause(paused: Paused): true {
    report({ paused, trouble: null });
    return true;
  }

  /** Stops after five identical requests within half a second: that is a bug of ours, and backing off spares the server. */
  function guardAgainstLoop({ request }: Sent): void {
    const print = [request.dev, request.cur, request.done, request.ops[0]?.id, request.ops.at(-1)?.id].join();
    const same = print === recent.print && mono() - recent.since < 500;
    recent = same ? { ...recent, times: recent.times + 1 } : { print, since: mono(), times: 1 };
    if (recent.times >= 5) throw new Stuck();
  }

  function fail(cause: unknown): void {
    if (stopped) return;
    report({
      trouble: { why: whyOf(cause), since: status.trouble?.since ?? now(), nextTry: retry.failed(cause) },
    });
  }

  function report(change: Partial<Status>): void {
    if (stopped) return;
    Object.assign(status, change);
    parts.report?.({ ...status });
  }

  /** Polls: another tab's saved change has no timer here, and a change on another device sends no notice. */
  function poll(): void {
    pollTimer = timer(pollInterval, () => {
      poll();
      if (running || retry.planned()) return;
      if (parts.watched?.() && mono() - answered >= pollAfter) void sync();
      else
        pending()
          .then((left) => (left > 0 ? sync() : undefined))
          .catch(() => undefined);
    });
  }

  async function flush(): Promise<boolean> {
    // A request in flight began earlier, maybe on a connection that is dead by now: its failure is not this flush's.
    if ((await pending()) > 0) await running;
    for (let tries = 0; tries < 20; tries++) {
      if ((await pending()) === 0) return true;
      await sync();
      if (stopped || status.paused || status.trouble) break;
      // Another tab is sending: its answer arrives in the same store.
      if ((await pending()) > 0) await new Promise<void>((resolve) => timer(500, resolve));
    }
    return (await pending()) === 0;
  }

  return {
    edit,
    sync,
    flush,
    pending,
    start: () => {
      if (stopped) return;
      poll();
      void sync();
    },
    stop: () => {
      stopped = true;
      for (const cancel of [retry.cancel, debounceTimer, pollTimer]) cancel?.();
    },
  };
}

class Stuck extends Error {}

function whyOf(cause: unknown): Trouble {
  if (cause instanceof Offline) return cause.why;
  if (cause instanceof Fault) return "server";
  return cause instanceof Stuck ? "loop" : "storage";
}
