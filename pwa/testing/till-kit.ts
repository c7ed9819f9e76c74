// A till without a tablet, and an office without a server, for tests of what the till promises. The office books by the same
// rules as the real one as far as a till can tell: each id once, each number once, the first answer for ever, nothing about
// a sale that it does not know, and nothing at all of a till that knows of more than is here.
import "fake-indexeddb/auto";
import { Dexie } from "dexie";
import { Fault, Offline } from "#pwa/offline/server";
import type { TillAnswer, TillEventResult } from "#pwa/offline/wire";
import { createQueue, type Queue, type QueueStatus } from "#pwa/till/queue";
import type { ToSell } from "#pwa/till/sell";
import type { TillClock } from "#pwa/till/till-clock";
import { openTillDb, type TillDb, tillDbName, writeNote } from "#pwa/till/till-db";
import { b64, bytesOf, newKeys, readReceiptKey } from "#pwa/till/till-key";

export const noon = Date.parse("2026-11-23T08:00:00Z");
export const tillId = "01K0000000000000000000T1LL";

/** A tablet's clock that the test sets, and one that only runs. */
export function handClock(at = noon): TillClock & { pass: (ms: number) => void; set: (ms: number) => void } {
  let [wall, mono] = [at, 0];
  return {
    now: () => wall,
    mono: () => mono,
    sitting: 1,
    pass: (ms) => {
      wall += ms;
      mono += ms;
    },
    set: (ms) => {
      wall = ms;
    },
  };
}

/** The database of a tablet that was just paired. */
export async function newTill(): Promise<TillDb> {
  await Dexie.delete(tillDbName);
  const db = await openTillDb(() => undefined);
  const { privateKey } = await newKeys();
  const receiptKey = await readReceiptKey("c2VjcmV0");
  await writeNote(db, "identity", { till: tillId, prefix: "P7", key: privateKey, receiptKey });
  return db;
}

/** The same tablet after its browser was killed: what is on the disk, and nothing else. */
export async function reopened(db: TillDb): Promise<TillDb> {
  db.close();
  return openTillDb(() => undefined);
}

/** The key with which a server signs the codes that people show. */
export const codeServer = () =>
  crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);

/** The code with this content. */
export const signedBy = async (privateKey: CryptoKey, what: object) => {
  const text = b64(bytesOf(JSON.stringify(what)));
  const said = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, bytesOf(text));
  return `${text}.${b64(said)}`;
};

export const lunchId = "01K000000000000000000LUNCH";

/** A walk-in's lunch for cash, unless more says otherwise. */
export const lunch = (more: Partial<ToSell> = {}): ToSell => ({
  lines: [{ meal: lunchId, name: "Burrito bowl", qty: 1, price: 4700 }],
  gross: 4700,
  cash: 4700,
  given: 5000,
  terminal: 0,
  reference: "",
  account: 0,
  proof: "",
  buyer: "",
  note: "",
  ...more,
});

type Said = { id: string; k: string; n?: number; l?: unknown; o?: string };

/** The office. What it does wrong is told to it. */
export function newOffice(clock: TillClock) {
  let known = new Map<string, { text: string; result: TillEventResult }>();
  let strikes = new Map<string, number>();
  const office = {
    /** Every request that arrived, as the ids in it. */
    asked: [] as string[][],
    down: false,
    revoked: false,
    stopped: false,
    /** Does the work and loses the answer. */
    silent: false,
    /** The most facts of a request; more is a 413. */
    most: Number.POSITIVE_INFINITY,
    /** Breaks the server, three times. */
    breaks: (_: Said) => false,
    booked: () => [...known.values()].filter(({ result }) => result[1] === 0).map(({ result }) => result[0] as string),
    aside: () => [...known.values()].filter(({ result }) => result[1] === 4).map(({ result }) => result[0] as string),
    texts: () => [...known.values()].map(({ text }) => text),
    receipts: () => [...known.values()].flatMap(({ text }) => (JSON.parse(text) as Said).n ?? []),
    /** A copy of everything, to come back to. */
    backup: () => {
      const [facts, counts] = [new Map(known), new Map(strikes)];
      return () => {
        known = new Map(facts);
        strikes = new Map(counts);
      };
    },
    send: async (texts: string[], had = 0): Promise<TillAnswer> => {
      if (office.down) throw new Offline("network");
      const facts = texts.map((text) => ({ text, said: JSON.parse(text) as Said }));
      office.asked.push(facts.map(({ said }) => said.id));
      if (office.stopped) throw new Fault(403, { reason: "till_stopped" });
      if (office.revoked) throw new Fault(403, { reason: "till_revoked" });
      if (texts.length > office.most) throw new Fault(413, { reason: "too_large" });
      if (had > known.size) throw new Fault(409, { reason: "till_gap", detail: { had: known.size } });
      const res = facts.map(({ text, said }) => answerOf(text, said));
      if (office.silent) throw new Offline("timeout");
      const last = Math.max(0, ...office.receipts());
      return { res, last, had: known.size, now: clock.now(), limits: { facts: 100, bytes: 131_072 }, min: "2026.11.0" };
    },
  };

  function answerOf(text: string, said: Said): TillEventResult {
    const before = known.get(said.id);
    if (before) return before.result;
    if (office.breaks(said)) {
      const n = (strikes.get(said.id) ?? 0) + 1;
      strikes.set(said.id, n);
      if (n < 3) return [said.id, 5];
      return booked(text, [said.id, 4, { reason: "broke" }]);
    }
    if (said.o && known.get(said.o)?.result[1] !== 0) return booked(text, [said.id, 4, { reason: "sale_unknown" }]);
    if (said.k === "sale/1" && !Array.isArray(said.l)) return booked(text, [said.id, 4, { reason: "unreadable" }]);
    if (said.n && office.receipts().includes(said.n)) return booked(text, [said.id, 4, { reason: "receipt_used" }]);
    return booked(text, [said.id, 0]);
  }

  function booked(text: string, result: TillEventResult): TillEventResult {
    known.set(result[0] as string, { text, result });
    return result;
  }
  return office;
}

export type Office = ReturnType<typeof newOffice>;

/** A queue whose timers the test fires, and what it told last. */
export function newQueue(
  db: TillDb,
  clock: TillClock,
  send: Office["send"],
  more: Partial<Parameters<typeof createQueue>[0]> = {},
) {
  let armed: { ms: number; then: () => void } | null = null;
  const waits: number[] = [];
  let status: QueueStatus = { sending: [], paused: null, trouble: null };
  const queue: Queue = createQueue({
    db,
    send,
    now: clock.now,
    random: () => 1,
    timer: (ms, then) => {
      const mine = { ms, then };
      armed = mine;
      waits.push(ms);
      return () => {
        if (armed === mine) armed = null;
      };
    },
    report: (now) => {
      status = now;
    },
    ...more,
  });
  return {
    ...queue,
    waits,
    status: () => status,
    /** Lets the armed timer fire; over when the round that it began is. False when none was armed. */
    next: async () => {
      const due = armed;
      armed = null;
      if (!due) return false;
      due.then();
      await queue.send();
      return true;
    },
  };
}
