// Sends the till's events, oldest first. An event waits until the server has acknowledged it, a failed round schedules its
// own retry, and no event is ever given up. Clock, randomness, network and timers are passed in.

import { Fault, Offline } from "#pwa/offline/server";
import { createRetry, type RetryParts } from "#pwa/offline/sync/retry";
import type { TillAnswer, TillEventResult } from "#pwa/offline/wire";
import type { FailPoint } from "#pwa/till/save-event";
import { countersOf, note, type TillDb, type TillEvent, writeNote } from "#pwa/till/till-db";
import { bytesOf } from "#pwa/till/till-key";

type TroubleWhy = "network" | "server" | "stranger" | "stopped" | "storage";

/** The state of the queue. Times are ms of the tablet's clock. */
export type QueueStatus = {
  /** The ids of the events in flight. */
  sending: string[];
  paused: "revoked" | "update" | null;
  trouble: { why: TroubleWhy; since: number; nextTry: number } | null;
};

export type QueueParts = RetryParts & {
  db: TillDb;
  /** One request with these events, each as it was saved, and how many the server said it had. Rejects with Fault or Offline. */
  send: (texts: string[], had: number) => Promise<TillAnswer>;
  report?: (status: QueueStatus) => void;
  failPoint?: FailPoint;
};

export type Queue = {
  /** Sends until nothing is left to send. Never rejects. */
  send: () => Promise<void>;
  stop: () => void;
};

/** The limits of one request until the server has sent its own. */
const limits = { facts: 100, bytes: 128 << 10 };
const keepHours = 72;

export function createQueue(parts: QueueParts): Queue {
  const { db, now } = parts;
  const status: QueueStatus = { sending: [], paused: null, trouble: null };
  let flight: Promise<void> | null = null;
  const retry = createRetry(parts, () => void send());
  let most = Number.POSITIVE_INFINITY;
  let stopped = false;

  function send(): Promise<void> {
    if (stopped || status.paused) return Promise.resolve();
    retry.cancel();
    flight ??= rounds().finally(() => {
      flight = null;
    });
    return flight;
  }

  async function rounds(): Promise<void> {
    // Events that the server could not process are retried with the next round and do not block the others.
    const later = new Set<string>();
    let gaps = 0;
    try {
      for (let more = true; more && !stopped; ) {
        more = await round(later).catch(async (cause) => {
          const had = gapOf(cause);
          if (had === undefined || gaps++ > 0) throw cause;
          await requeueAcknowledged(db, had);
          return true;
        });
      }
      if (later.size > 0) throw new Fault(503);
    } catch (cause) {
      await failed(cause);
    }
    report({ sending: [] });
  }

  /** One request and its answer; true when there is more to send. */
  async function round(later: Set<string>): Promise<boolean> {
    // Read before the batch: a gap that is noticed in between must not let newer facts pass older ones.
    const { had } = await countersOf(db);
    const batch = await next(later);
    if (batch.length === 0) {
      if (later.size === 0) report({ trouble: null });
      return false;
    }
    report({ sending: batch.map(({ id }) => id) });
    let answer: TillAnswer;
    try {
      const texts = batch.map(({ text }) => text);
      answer = ours(await parts.send(texts, had), batch);
    } catch (cause) {
      if (!(cause instanceof Fault && cause.status === 413 && batch.length > 1)) throw cause;
      most = Math.ceil(batch.length / 2);
      return true;
    }
    if (import.meta.env.DEV) parts.failPoint?.("answered");
    if (stopped) return false;
    await settle(batch, answer, later);
    if (import.meta.env.DEV) parts.failPoint?.("settled");
    most *= 2;
    if (answer.res.some(([, code]) => code !== 5)) {
      retry.succeeded();
      report({ trouble: null });
    }
    return true;
  }

  /** The oldest waiting events, as many as one request may carry; an event above the size limit goes alone. */
  async function next(later: Set<string>): Promise<TillEvent[]> {
    const till = (await note(db, "identity"))?.till;
    const allowed = (await note(db, "terms"))?.terms.limits ?? limits;
    const batch: TillEvent[] = [];
    let bytes = 0;
    const room = Math.min(most, allowed.facts);
    await db.facts
      .where("state")
      .equals("waiting")
      .until(() => batch.length >= room || bytes > allowed.bytes)
      .each((event) => {
        if (event.till !== till || later.has(event.id) || (event.about && later.has(event.about))) return;
        bytes += bytesOf(event.text).length;
        if (batch.length === 0 || (batch.length < room && bytes <= allowed.bytes)) batch.push(event);
      });
    return batch;
  }

  /** Stores the answer's results. */
  async function settle(batch: TillEvent[], answer: TillAnswer, later: Set<string>): Promise<void> {
    const { res, last, had, now: said } = answer;
    await db.transaction("rw", db.notes, db.facts, async () => {
      for (const [at, { q, id }] of batch.entries()) {
        const [, code, detail] = res[at] as TillEventResult;
        if (code === 5) later.add(id);
        else await db.facts.update(q, { state: code === 0 ? "booked" : "aside", detail, settledAt: said });
      }
      if (import.meta.env.DEV) parts.failPoint?.("in-settle");
      await storeServerCounters(db, last, had);
      await deleteExpired(db, said);
    });
  }

  async function failed(cause: unknown): Promise<void> {
    if (stopped) return;
    if (cause instanceof Fault && cause.reason === "till_revoked") {
      await markRevoked(db, now()).catch(() => undefined);
      return report({ paused: "revoked", trouble: null });
    }
    if (cause instanceof Fault && cause.status === 426) return report({ paused: "update", trouble: null });
    report({
      trouble: { why: whyOf(cause), since: status.trouble?.since ?? now(), nextTry: retry.failed(cause) },
    });
  }

  function report(change: Partial<QueueStatus>): void {
    if (stopped) return;
    Object.assign(status, change);
    parts.report?.({ ...status });
  }

  return {
    send,
    stop: () => {
      stopped = true;
      retry.cancel();
    },
  };
}

/** Notes since when, by the tablet's clock in ms, the server no longer accepts this till. */
export const markRevoked = (db: TillDb, at: number): Promise<void> => markSince(db, "revoked", at);

/** Notes that the server says it does not know this till: only its own word counts, and the till goes on selling. */
export const markUnknown = (db: TillDb, at: number): Promise<void> => markSince(db, "unknown", at);

/** Notes that this till's company is not active: it stands still until the server takes a request again. */
export const markStopped = (db: TillDb, at: number): Promise<void> => markSince(db, "stopped", at);

async function markSince(db: TillDb, what: "revoked" | "unknown" | "stopped", at: number): Promise<void> {
  if (!(await note(db, what))) await writeNote(db, what, Math.round(at));
}

/**
 * Takes the server's last receipt number and how many events it has; an older server sends only the first. A number above
 * ours means that this tablet's data was rolled back: the next receipt continues after it. Joins the caller's transaction.
 */
export async function storeServerCounters(db: TillDb, last: number, had = 0): Promise<void> {
  const counters = await countersOf(db);
  const receipt = Math.max(counters.receipt, last);
  await writeNote(db, "counters", { ...counters, receipt, had: Math.max(counters.had, had) });
}

/**
 * Queues this till's acknowledged events again after the server was restored from a backup and has only `had` of them
 * left. They go out before anything newer, in their order; the server skips the ones that it still has as duplicates.
 */
export const requeueAcknowledged = (db: TillDb, had: number): Promise<void> =>
  db.transaction("rw", db.notes, db.facts, async () => {
    const till = (await note(db, "identity"))?.till;
    await db.facts
      .where("state")
      .anyOf("booked", "aside")
      .and((event) => event.till === till)
      .modify({ state: "waiting" });
    await writeNote(db, "counters", { ...(await countersOf(db)), had });
  });

/** How many events the server has left when it refuses newer ones because it lost some; undefined for any other cause. */
function gapOf(cause: unknown): number | undefined {
  if (!(cause instanceof Fault) || cause.reason !== "till_gap") return undefined;
  const had = (cause.detail as { had?: unknown } | undefined)?.had;
  return Number.isInteger(had) ? (had as number) : undefined;
}

/** Deletes events that the server has had for as long as the terms say, by the server's clock. */
async function deleteExpired(db: TillDb, said: number): Promise<void> {
  const hours = (await note(db, "terms"))?.terms.keep_hours ?? keepHours;
  const old = said - hours * 3_600_000;
  const gone: number[] = [];
  await db.facts
    .orderBy("q")
    .filter(({ state }) => state !== "left")
    .until(({ state, settledAt }) => state === "waiting" || (settledAt ?? said) >= old)
    .each(({ q }) => void gone.push(q));
  await db.facts.bulkDelete(gone);
}

/** Checks that an answer has one result for each event; otherwise it is not our server's, or it was cut. */
function ours(answer: TillAnswer, batch: TillEvent[]): TillAnswer {
  const fits =
    Array.isArray(answer.res) &&
    answer.res.length === batch.length &&
    Number.isInteger(answer.last) &&
    Number.isFinite(answer.now) &&
    answer.res.every(
      (one, at) => Array.isArray(one) && (one[0] === batch[at]?.id || one[0] === null) && [0, 4, 5].includes(one[1]),
    );
  if (!fits) throw new Fault(502);
  return answer;
}

function whyOf(cause: unknown): TroubleWhy {
  if (cause instanceof Offline) return "network";
  if (cause instanceof Fault && cause.reason === "till_stopped") return "stopped";
  if (cause instanceof Fault) return cause.status === 401 ? "stranger" : "server";
  return "storage";
}
