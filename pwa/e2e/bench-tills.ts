// Tills that were without a network all day, and then with a bad one, or all at once: their own code over a storage in memory.
import { randomInt } from "node:crypto";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { slowRelay } from "#pwa/e2e/slow-relay";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { components } from "#pwa/offline/contract.gen";
import { appVersion } from "#pwa/offline/sync/start-sync";
import type { CounterSales, TillAnswer, TillsSeen } from "#pwa/offline/wire";
import { openShift } from "#pwa/till/drawer";
import { createQueue } from "#pwa/till/queue";
import { sell } from "#pwa/till/sell";
import { tillCall } from "#pwa/till/till-call";
import { measureOffset, type TillClock } from "#pwa/till/till-clock";
import { noCounters, note, openTillDb, type TillDb, writeNote } from "#pwa/till/till-db";
import { newKeys, publicHalf, readReceiptKey } from "#pwa/till/till-key";

const clock: TillClock = { now: Date.now, mono: () => performance.now(), sitting: performance.timeOrigin };

export type Drained = {
  sales: number;
  /** Until the last was acknowledged, ms. */
  took: number;
  requests: number;
  /** Bodies as they went and before they were squeezed, bytes. */
  sent: number;
  plain: number;
  /** Answers that were errors of the server. */
  broken: number;
  /** What the server has booked in all, after everything was offered a second time. */
  booked: number;
};

type Till = { id: string; db: TillDb; send: (texts: string[]) => Promise<TillAnswer> };

/** Sells so many lunches without a network at each of so many tills, and lets all of them send at once. */
export async function benchTills(
  sahn: Sahn,
  email: string,
  { tills, sales, slow }: { tills: number; sales: number; slow?: { roundTrip: number; kbit: number } },
): Promise<Drained> {
  const admin = await secondDevice(sahn, email);
  const relay = slow && (await slowRelay(Number(new URL(sahn.url).port), slow.roundTrip, slow.kbit));
  const counted = { requests: 0, sent: 0, plain: 0, broken: 0 };
  const plainFetch = globalThis.fetch;
  let base = sahn.url;
  globalThis.fetch = async (path, init) => {
    const url = String(path);
    const answer = await plainFetch(url.startsWith("/") ? `${base}${url}` : url, init);
    if (url.endsWith("/order-checkout")) {
      counted.requests++;
      const { body } = init ?? {};
      counted.sent += body instanceof ArrayBuffer ? body.byteLength : Buffer.byteLength(String(body ?? ""));
    }
    if (answer.status >= 500) counted.broken++;
    return answer;
  };
  try {
    const all: Till[] = [];
    for (let i = 0; i < tills; i++) all.push(await pairOne(admin, counted));
    for (const till of all) {
      await openShift(till.db, clock, "Ravi", 20_000);
      await drain(till); // with the network of the morning
      await sellMany(till.db, sales);
    }
    Object.assign(counted, { requests: 0, sent: 0, plain: 0, broken: 0 });
    if (relay) base = `http://localhost:${relay.port}`;
    const began = performance.now();
    await Promise.all(all.map(drain));
    const took = performance.now() - began;
    const measured = { ...counted };
    base = sahn.url;
    // A server that came back from an older copy is told everything again: nothing is booked twice.
    for (const { db } of all) await db.facts.toCollection().modify({ state: "waiting" });
    await Promise.all(all.map(drain));
    const own = new Set(all.map(({ id }) => id));
    const { body } = await admin.ask<CounterSales>("GET", "/api/pos/sales");
    const booked = body.data.reduce((sum, day) => (own.has(day.till) ? sum + day.sales : sum), 0);
    return { ...measured, sales: tills * sales, took, booked };
  } finally {
    globalThis.fetch = plainFetch;
    await relay?.close();
  }
}

/** Sends until nothing waits, in the till's own way: a failed round arms the next. */
function drain({ db, send }: Till): Promise<void> {
  return new Promise((done, failed) => {
    const queue = createQueue({
      db,
      send,
      now: Date.now,
      random: Math.random,
      timer: (ms, then) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
      report: ({ sending, trouble, paused }) => {
        if (paused) return failed(new Error(paused));
        if (sending.length > 0 || trouble) return;
        db.facts
          .where("state")
          .equals("waiting")
          .count()
          .then((left) => {
            if (left > 0) return;
            queue.stop();
            done();
          }, failed);
      },
    });
    void queue.send();
  });
}

async function pairOne(admin: Device, counted: { plain: number }): Promise<Till> {
  const { body: kept } = await admin.ask<TillsSeen>("GET", "/api/pos/tills");
  const address_id = kept.places[0]?.id;
  const { body: made } = await admin.ask<{ code: string }>("POST", "/api/pos/till-code", {
    address_id,
    name: "Pantry",
  });
  const keys = await newKeys();
  const asked = Date.now();
  const offer = { code: made.code, public_key: await publicHalf(keys) };
  const { body: paired, status } = await admin.ask<components["schemas"]["PosPaired"]>("POST", "/api/pos/pair", offer);
  if (status !== 201) throw new Error(`not paired: ${status}`);
  // Each till has a storage of its own.
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = await openTillDb(() => undefined);
  const receiptKey = await readReceiptKey(paired.receipt_key);
  const identity = { till: paired.till, prefix: paired.prefix, key: keys.privateKey, receiptKey };
  await writeNote(db, "identity", identity);
  await writeNote(db, "counters", noCounters);
  await writeNote(db, "clock", measureOffset(clock, asked, paired.now));
  const terms = await tillCall({ db, clock, identity }, "GET", "/api/pos/till");
  await writeNote(db, "terms", { terms, at: Date.now() });
  return {
    id: paired.till,
    db,
    send: (texts) => {
      const body = `{"v":1,"app":"${appVersion}","facts":[${texts.join(",")}]}`;
      counted.plain += Buffer.byteLength(body);
      return tillCall({ db, clock, identity }, "POST", "/api/pos/order-checkout", body, 30_000) as Promise<TillAnswer>;
    },
  };
}

/** One to three lines of the day's meals, for cash or by card. */
async function sellMany(db: TillDb, sales: number): Promise<void> {
  const meals = (await note(db, "terms"))?.terms.days[0]?.meals ?? [];
  for (let i = 0; i < sales; i++) {
    const first = randomInt(meals.length);
    const some = [0, 1, 2].slice(0, 1 + randomInt(2) * randomInt(3));
    const lines = some.flatMap((more) => {
      const meal = meals[(first + more) % meals.length];
      return meal ? [{ meal: meal.id, name: meal.name, qty: 1 + randomInt(2) * randomInt(2), price: meal.price }] : [];
    });
    const gross = lines.reduce((sum, { qty, price }) => sum + qty * price, 0);
    const cash = randomInt(2) * gross;
    const given = cash && Math.ceil(cash / 5000) * 5000;
    const terminal = gross - cash;
    const reference = terminal ? String(randomInt(1_000_000)).padStart(6, "0") : "";
    await sell(db, clock, {
      lines,
      gross,
      cash,
      given,
      terminal,
      reference,
      account: 0,
      proof: "",
      buyer: "",
      note: "",
    });
  }
}
