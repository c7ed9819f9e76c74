// The one till of this tab: opens its database, makes sure that no other tab sells, wakes the queue, and loads the terms.
import { create } from "zustand";
import { Fault, Offline } from "#pwa/offline/server";
import { askLasting } from "#pwa/offline/sync/ask-lasting";
import { browserTimer as timer } from "#pwa/offline/sync/retry";
import { appVersion } from "#pwa/offline/sync/start-sync";
import type { Eater, TillAnswer, TillAsk, TillAsked } from "#pwa/offline/wire";
import { loadCart } from "#pwa/till/cart";
import { pair } from "#pwa/till/pair";
import { createQueue, markRevoked, markStopped, markUnknown, type Queue, type QueueStatus } from "#pwa/till/queue";
import { refreshTerms } from "#pwa/till/terms";
import { tillCall } from "#pwa/till/till-call";
import type { TillClock } from "#pwa/till/till-clock";
import { note, openTillDb, type TillDb } from "#pwa/till/till-db";

/** opening · stuck: the storage does not answer · newer: a newer app wrote it · elsewhere: another tab sells · here: this one does. */
type Phase = "opening" | "stuck" | "newer" | "elsewhere" | "here";

type TillState = {
  phase: Phase;
  db: TillDb | null;
  queue: QueueStatus;
  /** Since when the server does not answer, by the tablet's clock, ms; null while it does. */
  offlineSince: number | null;
};

const calm: QueueStatus = { sending: [], paused: null, trouble: null };

export const useTill = create<TillState>(() => ({ phase: "opening", db: null, queue: calm, offlineSince: null }));

export const clock: TillClock = {
  now: () => Date.now(),
  mono: () => performance.now(),
  sitting: performance.timeOrigin,
};

const lockName = "sahn-till";
const lockTimeout = 500;
const wakeInterval = 20_000;
const termsEvery = 10 * 60_000;
/** The spread in ms that keeps tills from all sending at once when they come back at the same moment. */
const spread = 1500;

let queue: Queue | null = null;
let turns = 0;
const stops: (() => void)[] = [];
let termsRequestedAt = Number.NEGATIVE_INFINITY;

/** Opens the till as soon as no other tab holds it; `steal` takes it from that one. useTill has the progress. */
export async function startTill({ steal = false } = {}): Promise<void> {
  stopTill();
  const turn = ++turns;
  useTill.setState({ phase: "opening" });
  if (!navigator.locks) return open();
  const mine = new Promise<void>((done) => stops.push(done));
  const lockRequest = new AbortController();
  const late = timer(lockTimeout, () => useTill.setState({ phase: "elsewhere" }));
  stops.push(late, () => lockRequest.abort());
  const how = steal ? { steal } : { signal: lockRequest.signal };
  await navigator.locks
    .request(lockName, how, async () => {
      late();
      if (turn !== turns) return;
      await open();
      await mine;
    })
    .catch(() => undefined);
  // Another tab took the lock. When that one closes, the till opens here again.
  if (turn === turns) await startTill();
}

async function open(): Promise<void> {
  const turn = turns;
  const lost = () => useTill.setState({ phase: "stuck", db: null });
  const db = await openTillDb(lost).catch((cause: Error) => {
    useTill.setState({ phase: cause.name === "VersionError" ? "newer" : "stuck", db: null });
    return null;
  });
  if (!db) return;
  if (turn !== turns) return db.close();
  stops.push(() => db.close(), ...wakes());
  useTill.setState({ phase: "here", db, offlineSince: navigator.onLine ? null : Date.now() });
  await loadCart(db);
  startQueue(db);
}

/** Starts the queue for the till that this tablet is now. */
function startQueue(db: TillDb): void {
  queue?.stop();
  queue = createQueue({
    db,
    send: (texts, had) => sendEvents(db, texts, had),
    now: Date.now,
    random: Math.random,
    timer,
    report: (status) => useTill.setState({ queue: status }),
  });
  useTill.setState({ queue: calm });
  termsRequestedAt = Number.NEGATIVE_INFINITY;
  wake();
}

/** Stops the till, as leaving the page does. What is stored stays. */
export function stopTill(): void {
  turns++;
  queue?.stop();
  queue = null;
  for (const stop of stops.splice(0)) stop();
  useTill.setState({ db: null, queue: calm });
}

/** Sends what waits, now. */
export const sendNow = async (): Promise<void> => queue?.send();

/** Pairs the open till, asks the browser to keep its storage, and loads the terms. Rejects with Fault or Offline. */
export async function pairHere(code: string): Promise<void> {
  const { db } = useTill.getState();
  if (!db) return;
  await pair(db, clock, code);
  void askLasting();
  startQueue(db);
}

/** The open till, as which requests are signed. Rejects with Offline when there is none. */
async function caller() {
  const { db } = useTill.getState();
  const identity = db && (await note(db, "identity"));
  if (!identity) throw new Offline("network");
  return { db, clock, identity };
}

/** Asks the server about the person whose code was shown. Rejects with Fault or Offline. */
export async function askEater(proof: string, total: number): Promise<Eater> {
  const from = await caller();
  return trackConnection(from.db, tillCall(from, "POST", "/api/pos/eater", { proof, total }, 4000));
}

/** Asks the buyer of a sale to confirm it on their phone, or looks for their answer. Rejects with Fault or Offline. */
export async function askConfirm(sale: TillAsk): Promise<TillAsked> {
  const from = await caller();
  return trackConnection(from.db, tillCall(from, "POST", "/api/pos/ask", sale, 4000) as Promise<TillAsked>);
}

/** Takes such a question back. Rejects with Fault or Offline; then the question ends by itself. */
export async function cancelConfirm(sale: string): Promise<void> {
  const from = await caller();
  await trackConnection(from.db, tillCall(from, "POST", "/api/pos/ask-cancel", { sale }, 4000));
}

async function sendEvents(db: TillDb, texts: string[], had: number): Promise<TillAnswer> {
  const identity = await note(db, "identity");
  if (!identity) throw new Offline("network");
  const body = `{"v":1,"app":"${appVersion}","facts":[${texts.join(",")}]}`;
  const path = had > 0 ? (`/api/pos/order-checkout?had=${had}` as const) : "/api/pos/order-checkout";
  const sent = tillCall({ db, clock, identity }, "POST", path, body, 30_000) as Promise<TillAnswer>;
  return trackConnection(db, sent);
}

/** Asks the server at once whether this till may go on. */
export function askAgain(): void {
  termsRequestedAt = Number.NEGATIVE_INFINITY;
  wake();
}

/** Wakes the queue, and loads the terms again when the last load was a while ago. */
function wake(): void {
  const { db, queue: status } = useTill.getState();
  if (!db || document.visibilityState === "hidden") return;
  void queue?.send();
  if (clock.mono() - termsRequestedAt < termsEvery || status.paused === "revoked") return;
  termsRequestedAt = clock.mono();
  trackConnection(db, refreshTerms(db, clock)).catch(() => {
    termsRequestedAt = clock.mono() - termsEvery + wakeInterval;
  });
}

async function trackConnection<T>(db: TillDb, request: Promise<T>): Promise<T> {
  try {
    const answer = await request;
    setOffline(false);
    if ((await note(db, "unknown")) || (await note(db, "stopped"))) await db.notes.bulkDelete(["unknown", "stopped"]);
    return answer;
  } catch (cause) {
    setOffline(cause instanceof Offline);
    if (cause instanceof Fault && cause.reason === "till_revoked") await markRevoked(db, clock.now());
    if (cause instanceof Fault && cause.reason === "till_stopped") await markStopped(db, clock.now());
    if (cause instanceof Fault && cause.reason === "till_unknown") await markUnknown(db, clock.now());
    throw cause;
  }
}

const setOffline = (away: boolean) =>
  useTill.setState((before) => ({ offlineSince: away ? (before.offlineSince ?? Date.now()) : null }));

function wakes(): (() => void)[] {
  let soon: (() => void) | null = null;
  const back = () => {
    termsRequestedAt = Number.NEGATIVE_INFINITY;
    soon?.();
    soon = timer(Math.random() * spread, wake);
  };
  const gone = () => setOffline(true);
  const events: [EventTarget, string, () => void][] = [
    [window, "online", back],
    [window, "offline", gone],
    [window, "focus", wake],
    [window, "pageshow", wake],
    [document, "visibilitychange", wake],
  ];
  for (const [target, name, then] of events) target.addEventListener(name, then);
  const beat = setInterval(wake, wakeInterval);
  return [
    () => soon?.(),
    () => clearInterval(beat),
    () => {
      for (const [target, name, then] of events) target.removeEventListener(name, then);
    },
  ];
}
