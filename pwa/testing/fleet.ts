// Many devices, tills and operators in one process, for the drills of scripts/cluster: the shipped sync engine and the shipped till queue
// over storages in memory, and operators who repeat each credit under its key until it is answered. They work at a steady rate and write
// down every request and everything that a server acknowledged.
import { createWriteStream } from "node:fs";
import { Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { monotonicFactory } from "ulid";
import type { components } from "#pwa/offline/contract.gen";
import { Fault, Offline } from "#pwa/offline/server";
import { createEngine } from "#pwa/offline/sync/engine";
import { browserTimer } from "#pwa/offline/sync/retry";
import { appVersion } from "#pwa/offline/sync/start-sync";
import type { MenuIndex, MenuWeek, SyncReply, TillAnswer, TillsSeen } from "#pwa/offline/wire";
import { memoryStore } from "#pwa/testing/memory-store";
import { openShift } from "#pwa/till/drawer";
import { createQueue } from "#pwa/till/queue";
import { sell } from "#pwa/till/sell";
import { tillCall } from "#pwa/till/till-call";
import { measureOffset, type TillClock } from "#pwa/till/till-clock";
import { noCounters, note, openTillDb, type TillDb, writeNote } from "#pwa/till/till-db";
import { newKeys, publicHalf, readReceiptKey } from "#pwa/till/till-key";

type Person = { session: string; profile: string };
type Orders = {
  url: string;
  log: string;
  eaters: Person[];
  admin: Person;
  operators: Person[];
  tills: number;
  /** Between two saves of a device, two sales of a till and two credits of an operator, ms on average. */
  every: { device: number; till: number; operator: number };
};
type Ask = <T>(method: string, path: string, body?: unknown, timeout?: number) => Promise<T>;
type Worker = { tick: () => Promise<void>; left: () => Promise<number>; finish?: () => Promise<void> };

const clock: TillClock = { now: Date.now, mono: () => performance.now(), sitting: performance.timeOrigin };
const newId = monotonicFactory();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let write: (line: object) => void = () => undefined;

type Sent = { method?: string; headers: Record<string, string>; body?: BodyInit | null; signal?: AbortSignal | null };

/** fetch, through connections of one agent. */
async function fetchBy(agent: Agent, url: string, { signal, body, ...rest }: Sent): Promise<Response> {
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(signal?.aborted ? signal.reason : cause);
    const sent = request(url, { ...rest, agent, signal: signal ?? undefined }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("error", fail);
      answer.on("end", () => {
        const headers = new Headers();
        for (const [name, values] of Object.entries(answer.headersDistinct))
          for (const value of values ?? []) headers.append(name, value);
        const text = Buffer.concat(parts);
        resolve(new Response(text.length > 0 ? text : null, { status: answer.statusCode ?? 0, headers }));
      });
    });
    sent.on("error", fail);
    sent.end(bytes.length > 0 ? bytes : undefined);
  });
}

/** Each request is a line: when it began, what it is, its status (0 without an answer), and how long it took, ms. */
async function timed(kind: string, agent: Agent, url: string, sent: Sent): Promise<Response> {
  const [t, began] = [Date.now(), performance.now()];
  let status = 0;
  try {
    const answer = await fetchBy(agent, url, sent);
    status = answer.status;
    return answer;
  } finally {
    write({ t, k: kind, s: status, ms: Math.round((performance.now() - began) * 10) / 10 });
  }
}

// Everybody has an address of their own on this machine. Limits by address know nothing of an earlier drill.
const network = 1 + Math.floor(Math.random() * 250);
let addresses = 0;
const nextAddress = () =>
  new Agent({ keepAlive: true, localAddress: `127.${network}.${(++addresses >> 8) & 255}.${addresses & 255}` });

/** What a signed-in browser sends, from an address of its own. Rejects as the app's own calls do. */
function browserOf({ url }: Orders, { session, profile }: Person, kind: string): Ask {
  const agent = nextAddress();
  let token = "";
  return async <T>(method: string, path: string, body?: unknown, timeout = 12_000) => {
    const send = async (what: string, how: string, content?: unknown) => {
      const headers: Record<string, string> = { Accept: "application/json", Origin: url };
      headers.Cookie = `sahn_session=${session}; XSRF-TOKEN=${token}`;
      headers["X-XSRF-TOKEN"] = decodeURIComponent(token);
      headers["X-Profile"] = profile;
      if (content !== undefined) headers["Content-Type"] = "application/json";
      const sent = { method: how, headers, body: content === undefined ? undefined : JSON.stringify(content) };
      return timed(kind, agent, `${url}${what}`, { ...sent, signal: AbortSignal.timeout(timeout) }).catch(
        (cause: Error) => {
          throw new Offline(cause.name === "TimeoutError" ? "timeout" : "network");
        },
      );
    };
    const fresh = async () => {
      const answer = await send("/sanctum/csrf-cookie", "GET");
      token = /XSRF-TOKEN=([^;]*)/.exec(answer.headers.getSetCookie().join("\n"))?.[1] ?? token;
    };
    if (!token && method !== "GET") await fresh();
    let answer = await send(path, method, body);
    if (answer.status === 419) {
      await fresh();
      answer = await send(path, method, body);
    }
    const text = await answer.text();
    if (!answer.ok) {
      const refusal = text.startsWith("{") ? JSON.parse(text) : {};
      throw new Fault(answer.status, refusal, Number(answer.headers.get("retry-after") ?? Number.NaN) || undefined);
    }
    return JSON.parse(text) as T;
  };
}

/** A phone: it saves a random choice of a random day, and its engine sends it. */
function deviceOf(orders: Orders, who: Person, menu: { date: string; meals: string[] }[]): Worker {
  const ask = browserOf(orders, who, "sync");
  const { store } = memoryStore();
  const chosen = new Map<string, string>();
  const engine = createEngine({
    store,
    app: appVersion,
    newId,
    now: Date.now,
    mono: () => performance.now(),
    random: Math.random,
    timer: browserTimer,
    lock: async (work) => {
      await work();
      return true;
    },
    send: async (request) => {
      const body = request.ops.length > 0 ? request : { ...request, ops: undefined };
      const reply = await ask<SyncReply>("POST", "/api/sync", body);
      for (const { n, id, a } of request.ops) {
        const code = reply.res?.find(([of]) => of === n)?.[1];
        if (n <= reply.ack[0]) write({ a: "op", id, p: who.profile, date: a.date, code: code ?? 0 });
      }
      if (reply.reset) write({ a: "reset", p: who.profile });
      return reply;
    },
  });
  let started = false;
  return {
    tick: async () => {
      if (!started) engine.start();
      started = true;
      const day = menu[Math.floor(Math.random() * menu.length)];
      const meal = day?.meals[Math.floor(Math.random() * day.meals.length)];
      if (!day || !meal) return;
      const items = [{ meal, qty: 1 + Math.floor(Math.random() * 9) }];
      if (await engine.edit(day.date, () => ({ items }))) chosen.set(day.date, JSON.stringify(items));
    },
    left: () => engine.pending(),
    finish: async () => {
      engine.stop();
      for (const [date, items] of chosen) write({ a: "day", p: who.profile, date, items: JSON.parse(items) });
    },
  };
}

/** A tablet: it sells for cash, and its queue sends. */
async function tillOf(admin: Ask, place: string): Promise<Worker> {
  const { code } = await admin<{ code: string }>("POST", "/api/pos/till-code", { address_id: place, name: "Drill" });
  const keys = await newKeys();
  const asked = Date.now();
  const offer = { code, public_key: await publicHalf(keys) };
  const paired = await admin<components["schemas"]["PosPaired"]>("POST", "/api/pos/pair", offer);
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
  await openShift(db, clock, "Drill", 20_000);
  const queue = createQueue({
    db,
    now: Date.now,
    random: Math.random,
    timer: browserTimer,
    send: async (texts, had) => {
      const body = `{"v":1,"app":"${appVersion}","facts":[${texts.join(",")}]}`;
      const path = had > 0 ? (`/api/pos/order-checkout?had=${had}` as const) : "/api/pos/order-checkout";
      const answer = (await tillCall({ db, clock, identity }, "POST", path, body)) as TillAnswer;
      for (const [i, [id, code]] of answer.res.entries()) {
        const { k, c } = JSON.parse(texts[i] ?? "{}") as { k: string; c?: number };
        if (code !== 5) write({ a: k === "sale/1" ? "sale" : "fact", id, p: paired.till, code, amount: c ?? 0 });
      }
      return answer;
    },
  });
  const left = () => db.facts.where("state").equals("waiting").count();
  return {
    tick: async () => {
      await sellOne(db);
      void queue.send();
    },
    left,
    finish: async () => queue.stop(),
  };
}

async function sellOne(db: TillDb): Promise<void> {
  const meals = (await note(db, "terms"))?.terms.days[0]?.meals ?? [];
  const meal = meals[Math.floor(Math.random() * meals.length)];
  if (!meal) throw new Error("the till has no meals");
  const qty = 1 + Math.floor(Math.random() * 3);
  const gross = qty * meal.price;
  const lines = [{ meal: meal.id, name: meal.name, qty, price: meal.price }];
  const paid = { cash: gross, given: gross, terminal: 0, reference: "", account: 0, proof: "", buyer: "", note: "" };
  await sell(db, clock, { lines, gross, ...paid });
}

/** An operator: a credit of one dirham to somebody, repeated under its key until it is answered, and a look at the overview. */
function operatorOf(orders: Orders, who: Person): Worker {
  const give = browserOf(orders, who, "credit");
  const look = browserOf(orders, who, "read");
  let waits: { key: string; to: string } | null = null;
  let busy = false;
  return {
    tick: async () => {
      if (busy) return;
      busy = true;
      try {
        const to = orders.eaters[Math.floor(Math.random() * orders.eaters.length)]?.profile ?? "";
        waits ??= { key: newId(), to };
        const body = { key: waits.key, amount: 100, reason: "A drill" };
        await give("POST", `/api/kitchen/people/${waits.to}/credit`, body);
        write({ a: "credit", id: waits.key, p: waits.to, amount: 100 });
        waits = null;
        await look("GET", "/api/kitchen/overview");
      } catch (cause) {
        // What was refused for good is not repeated, and counts as an error.
        if (cause instanceof Fault && cause.status < 500 && ![401, 419, 429].includes(cause.status)) {
          write({ a: "refused", id: waits?.key, s: cause.status, why: cause.message });
          waits = null;
        }
      } finally {
        busy = false;
      }
    },
    left: async () => (waits ? 1 : 0),
  };
}

/** Works until its input says "stop", then until nothing is left to send, and ends with a line of what is left. */
export async function work(orders: Orders): Promise<void> {
  const log = createWriteStream(orders.log);
  write = (line) => void log.write(`${JSON.stringify({ t: Date.now(), ...line })}\n`);
  // A till's requests go by the app's own calls, whose paths have no host.
  const counter = nextAddress();
  globalThis.fetch = (path, init) => {
    const headers = { ...(init?.headers as Record<string, string>), Origin: orders.url };
    const sent = { method: init?.method, headers, body: init?.body, signal: init?.signal };
    return timed("sale", counter, `${orders.url}${String(path)}`, sent);
  };
  const admin = browserOf(orders, orders.admin, "setup");
  const { weeks } = await admin<MenuIndex>("GET", "/api/menu");
  const menus = await Promise.all(
    weeks.slice(1, 3).map(({ value, hash }) => admin<MenuWeek>("GET", `/api/menu/${value}/${hash}`)),
  );
  const days = menus.flatMap((menu) => menu.days);
  const { places } = await admin<TillsSeen>("GET", "/api/pos/tills");
  const workers: { worker: Worker; every: number }[] = [];
  const { device, till, operator } = orders.every;
  for (let i = 0; i < orders.tills; i++)
    workers.push({ worker: await tillOf(admin, places[0]?.id ?? ""), every: till });
  for (const who of orders.eaters) workers.push({ worker: deviceOf(orders, who, days), every: device });
  for (const who of orders.operators) workers.push({ worker: operatorOf(orders, who), every: operator });
  let stopped = false;
  const loops = workers.map(async ({ worker, every }) => {
    await pause(Math.random() * every);
    while (!stopped) {
      await worker.tick();
      await pause(every * (0.5 + Math.random()));
    }
  });
  await pause(device * 1.5);
  process.stdout.write("working\n");
  for await (const line of createInterface(process.stdin)) if (line === "stop") break;
  stopped = true;
  await Promise.all(loops);
  const deadline = Date.now() + 180_000;
  let left = 0;
  do {
    await Promise.all(
      workers.slice(-orders.operators.length).map(async ({ worker }) => (await worker.left()) > 0 && worker.tick()),
    );
    left = (await Promise.all(workers.map(({ worker }) => worker.left()))).reduce((sum, n) => sum + n, 0);
    if (left > 0) await pause(500);
  } while (left > 0 && Date.now() < deadline);
  for (const { worker } of workers) await worker.finish?.();
  write({ a: "left", n: left });
  await new Promise((resolve) => log.end(resolve));
}
