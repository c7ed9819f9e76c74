// The real server as a peer: a process of its own with the product's handlers on a real Postgres. What the judge reads here
// comes from the database by plain SQL, after everything that may have written.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { DraftDoc, Op, ResultCode, SyncRequest } from "#pwa/offline/wire";
import type { Answer, Effect } from "#pwa/testing/fake-server";
import { type Circumstances, type Fate, type Peer, versions } from "#pwa/testing/peer";

type Row = { dev: string; n: number; id: string; again: boolean; hash: string; code: ResultCode; detail: unknown };
type Truth = {
  rev: number;
  devices: { id: string; last_n: number; last_id: string | null; revoked: boolean }[];
  operations: Row[];
  days: (DraftDoc & { by: string | null; alt: NonNullable<DraftDoc["alt"]> })[];
  strange: number;
};
type Told = {
  error?: string;
  said?: { status: number; body: unknown }[];
  died?: boolean;
  around?: Fate["arounds"][number];
  truth?: Truth;
};

const nothing: Truth = { rev: 0, devices: [], operations: [], days: [], strange: 0 };

/** A running server. `live` begins a life on it: one at a time. */
export type RealServer = { live: () => Promise<{ peer: Peer; fate: Fate }>; end: () => Promise<void> };

/** Starts the server of a binary made of server/dev/servertest/peer, on the Postgres of a URL. */
export function startRealServer(binary: string, postgres: string): RealServer {
  const child = spawn(binary, {
    env: { ...process.env, TEST_DATABASE_URL: postgres },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const tell = linesOf(child);
  return {
    live: async () => {
      const { around } = await tell({ do: "live" });
      if (!around) throw new Error("the server told nothing of what lies around");
      const fate: Fate = { arounds: [around], died: [] };
      return { peer: realPeer(tell, fate), fate };
    },
    end: async () => {
      const gone = once(child, "exit");
      child.stdin?.end();
      const [code] = await gone;
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

type Tell = (order: Record<string, unknown>) => Promise<Told>;

/** One order at a time, one line each way. */
function linesOf({ stdin, stdout }: ChildProcess): Tell {
  if (!stdin || !stdout) throw new Error("the server cannot be spoken to");
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return async (order) => {
    stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the server is gone");
    const told = JSON.parse(value) as Told;
    if (told.error) throw new Error(`the server cannot do ${order.do}: ${told.error}`);
    return told;
  };
}

function realPeer(tell: Tell, fate: Fate): Peer {
  const results = new Map<string, { code: ResultCode; rev: number }>();
  const effects: Effect[] = [];
  let truth = nothing;
  let copied = { truth: nothing, effects: [] as Effect[] };
  let next = false;

  /** Takes over what stands in the database now, and writes down what these operations did. */
  function learn(now: Truth | undefined, ops: Op[]) {
    if (!now) throw new Error("the server told no truth");
    const known = new Set(truth.operations.map((row) => `${row.dev} ${row.n}`));
    const fresh = now.operations.filter((row) => !known.has(`${row.dev} ${row.n}`) && !row.again);
    const before = new Map(truth.days.map((day) => [day.date, { ...day, alt: [...day.alt] }]));
    for (const row of fresh) {
      const op = ops.find((one) => one.id === row.id);
      if (!op) throw new Error(`nobody said ${row.id}`);
      const { date, items } = op.a;
      const day = before.get(date);
      const after = now.days.find((one) => one.date === date);
      results.set(row.id, { code: row.code, rev: row.code > 2 ? 0 : (after?.rev ?? 0) });
      const effect: Effect = {
        id: row.id,
        dev: row.dev,
        date,
        code: row.code,
        payload: payloadOf(row, op),
        items,
        lost: [],
      };
      if (row.code === 2 && day) effect.beside = day.items;
      if (row.code === 3) effect.reason = (row.detail as { reason?: string } | null)?.reason;
      if (row.code === 0) {
        // Of alternatives that are no more, those that this one had seen are its doing, and the rest the last one's.
        const last = !fresh.slice(fresh.indexOf(row) + 1).some((one) => one.code === 0 && dateOf(ops, one.id) === date);
        const alt = day?.alt ?? [];
        const left = alt.filter((one) => {
          const still = after?.alt.some((other) => other.dev === one.dev && other.rev === one.rev);
          const mine = one.dev === row.dev;
          if (still || (!mine && !last && one.rev > op.a.seen)) return true;
          if (!mine) effect.lost.push(one.items);
          return false;
        });
        if (day && day.by !== row.dev) effect.lost.push(day.items);
        before.set(date, { date, rev: 0, items, by: row.dev, alt: left });
      }
      effects.push(effect);
    }
    truth = now;
  }

  return {
    say: async (requests, { session, now, die }: Circumstances) => {
      const spoken = requests.map((request) => wireOf(request, next));
      const death = die === undefined ? {} : die === "lost" ? { after: true } : { before: die };
      const told = await tell({ do: "say", as: session, now, requests: spoken, ...death });
      if (die !== undefined) fate.died.push(told.died === true);
      learn(
        told.truth,
        requests.flatMap((request) => request.ops),
      );
      return (told.said ?? []).map(({ status, body }): Answer => {
        if (status === 200) return { status, reply: body as Extract<Answer, { status: 200 }>["reply"] };
        return { status, reason: (body as { reason?: string }).reason ?? "unauthenticated" };
      });
    },
    write: async (id, a) => {
      const before = truth.days.find((day) => day.date === a.date);
      learn((await tell({ do: "write", id: "office", change: { ...a, seen: 0 } })).truth, []);
      const lost = [
        ...(before?.alt.map((one) => one.items) ?? []),
        ...(before && before.by !== "office" ? [before.items] : []),
      ];
      const payload = JSON.stringify(["day.set/1", a]);
      effects.push({ id, dev: "office", date: a.date, code: 0, payload, items: a.items, lost });
    },
    menu: async () => {
      const { around } = await tell({ do: "menu" });
      if (around) fate.arounds.push(around);
    },
    signIn: async (session) => void (await tell({ do: "sign-in", as: session })),
    signOut: async (session) => learn((await tell({ do: "sign-out", as: session })).truth ?? truth, []),
    deploy: async (newer) => {
      next = newer;
      await tell({ do: "deploy", app: newer ? versions.next : versions.out });
    },
    revoke: async (dev) => learn((await tell({ do: "revoke", id: dev })).truth, []),
    backup: async () => {
      learn((await tell({ do: "backup" })).truth, []);
      copied = { truth, effects: [...effects] };
    },
    restore: async () => {
      truth = copied.truth;
      learn((await tell({ do: "restore" })).truth, []);
      effects.splice(0, effects.length, ...copied.effects);
      const kept = new Set(effects.map((effect) => effect.id));
      for (const id of [...results.keys()]) if (!kept.has(id)) results.delete(id);
    },
    crash: () => undefined,
    rev: () => truth.rev,
    docs: () => truth.days.map(docOf),
    result: (id) => results.get(id),
    effects,
    revoked: (dev) => truth.devices.some((device) => device.id === dev && device.revoked),
    faults: () => faultsOf(truth),
    strange: () => truth.strange,
  };
}

/** The next server is this one with one more word for the same thing. */
function wireOf(request: SyncRequest, next: boolean) {
  if (request.ops.length === 0) return { ...request, ops: undefined };
  if (!next) return request;
  return { ...request, ops: request.ops.map((op) => ({ ...op, k: op.k === versions.kind ? "day.set/1" : op.k })) };
}

function dateOf(ops: Op[], id: string): string | undefined {
  return ops.find((op) => op.id === id)?.a.date;
}

/** What was done, if it is what was said: the database holds only the print of it. */
function payloadOf(row: Row, op: Op): string {
  for (const kind of [op.k, "day.set/1"]) {
    const print = createHash("sha256")
      .update(`${kind}\n${JSON.stringify(op.a)}`)
      .digest("hex");
    if (print === row.hash) return JSON.stringify([op.k, op.a]);
  }
  return row.hash;
}

function docOf({ date, rev, items, address_id, base, alt }: Truth["days"][number]): DraftDoc {
  const beside = alt.map(({ address_id, ...one }) => ({ ...one, ...(address_id != null && { address_id }) }));
  const more = { ...(address_id != null && { address_id }), ...(base != null && { base }) };
  return { date, rev, items, ...more, ...(alt.length > 0 && { alt: beside }) };
}

/** Numbers follow each other, the device's row knows the last one, and an id has one row that counts. */
function faultsOf({ devices, operations }: Truth): string[] {
  const wrong: string[] = [];
  for (const { id, last_n, last_id } of devices) {
    const rows = operations.filter((row) => row.dev === id);
    const last = rows.at(-1);
    if (rows.some((row, i) => row.n !== i + 1) || (last?.n ?? 0) !== last_n || (last?.id ?? null) !== last_id) {
      wrong.push(`${id}: the rows do not follow each other up to ${last_n}`);
    }
  }
  const once = operations.filter((row) => !row.again).map((row) => row.id);
  if (new Set(once).size !== once.length) wrong.push("an id has two rows");
  return wrong;
}
