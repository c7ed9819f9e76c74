// The real server as a peer: a process of its own with the product's handlers on a real Postgres. What the oracle reads here
// comes from the database by plain SQL, after everything that may have written.
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { DraftDoc, Op, ResultCode, SyncRequest } from "#pwa/offline/wire";
import type { Answer, Effect } from "#pwa/testing/fake-server";
import { type Peer, type Recording, type RequestContext, versions } from "#pwa/testing/peer";

type Row = { dev: string; n: number; id: string; again: boolean; hash: string; code: ResultCode; detail: unknown };
type DatabaseState = {
  rev: number;
  devices: { id: string; last_n: number; last_id: string | null; revoked: boolean }[];
  operations: Row[];
  days: (DraftDoc & { by: string | null; alt: NonNullable<DraftDoc["alt"]> })[];
  strange: number;
};
type CommandResult = {
  error?: string;
  said?: { status: number; body: unknown }[];
  died?: boolean;
  context?: Recording["contexts"][number];
  truth?: DatabaseState;
};

const nothing: DatabaseState = { rev: 0, devices: [], operations: [], days: [], strange: 0 };

/** A running server. `startRun` begins a scenario on it: one at a time. */
export type RealServer = { startRun: () => Promise<{ peer: Peer; recording: Recording }>; end: () => Promise<void> };

/** Starts the server of a binary made of server/dev/servertest/peer, on the Postgres of a URL. */
export function startRealServer(binary: string, postgres: string): RealServer {
  const child = spawn(binary, {
    env: { ...process.env, TEST_DATABASE_URL: postgres },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const send = linesOf(child);
  return {
    startRun: async () => {
      const { context } = await send({ do: "live" });
      if (!context) throw new Error("the server sent no context");
      const recording: Recording = { contexts: [context], lostConnections: [] };
      return { peer: realPeer(send, recording), recording };
    },
    end: async () => {
      const gone = once(child, "exit");
      child.stdin?.end();
      const [code] = await gone;
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
}

type SendCommand = (order: Record<string, unknown>) => Promise<CommandResult>;

/** One order at a time, one line each way. */
function linesOf({ stdin, stdout }: ChildProcess): SendCommand {
  if (!stdin || !stdout) throw new Error("the server cannot be spoken to");
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  return async (order) => {
    stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("the server is gone");
    const result = JSON.parse(value) as CommandResult;
    if (result.error) throw new Error(`the server cannot do ${order.do}: ${result.error}`);
    return result;
  };
}

function realPeer(send: SendCommand, recording: Recording): Peer {
  const results = new Map<string, { code: ResultCode; rev: number }>();
  const effects: Effect[] = [];
  let truth = nothing;
  let copied = { truth: nothing, effects: [] as Effect[] };
  let next = false;

  /** Takes over what stands in the database now, and writes down what these operations did. */
  function learn(now: DatabaseState | undefined, ops: Op[]) {
    if (!now) throw new Error("the server sent no state");
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
      if (row.code === 2 && day) effect.conflictsWith = day.items;
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
    send: async (requests, { session, now, connectionLoss }: RequestContext) => {
      const spoken = requests.map((request) => wireOf(request, next));
      const loss =
        connectionLoss === undefined ? {} : connectionLoss === "lost" ? { after: true } : { before: connectionLoss };
      const result = await send({ do: "say", as: session, now, requests: spoken, ...loss });
      if (connectionLoss !== undefined) recording.lostConnections.push(result.died === true);
      learn(
        result.truth,
        requests.flatMap((request) => request.ops),
      );
      return (result.said ?? []).map(({ status, body }): Answer => {
        if (status === 200) return { status, reply: body as Extract<Answer, { status: 200 }>["reply"] };
        return { status, reason: (body as { reason?: string }).reason ?? "unauthenticated" };
      });
    },
    write: async (id, a) => {
      const before = truth.days.find((day) => day.date === a.date);
      learn((await send({ do: "write", id: "office", change: { ...a, seen: 0 } })).truth, []);
      const lost = [
        ...(before?.alt.map((one) => one.items) ?? []),
        ...(before && before.by !== "office" ? [before.items] : []),
      ];
      const payload = JSON.stringify(["day.set/1", a]);
      effects.push({ id, dev: "office", date: a.date, code: 0, payload, items: a.items, lost });
    },
    menu: async () => {
      const { context } = await send({ do: "menu" });
      if (context) recording.contexts.push(context);
    },
    signIn: async (session) => void (await send({ do: "sign-in", as: session })),
    signOut: async (session) => learn((await send({ do: "sign-out", as: session })).truth ?? truth, []),
    deploy: async (newer) => {
      next = newer;
      await send({ do: "deploy", app: newer ? versions.next : versions.out });
    },
    revoke: async (dev) => learn((await send({ do: "revoke", id: dev })).truth, []),
    backup: async () => {
      learn((await send({ do: "backup" })).truth, []);
      copied = { truth, effects: [...effects] };
    },
    restore: async () => {
      truth = copied.truth;
      learn((await send({ do: "restore" })).truth, []);
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

function docOf({ date, rev, items, address_id, base, alt }: DatabaseState["days"][number]): DraftDoc {
  const beside = alt.map(({ address_id, ...one }) => ({ ...one, ...(address_id != null && { address_id }) }));
  const more = { ...(address_id != null && { address_id }), ...(base != null && { base }) };
  return { date, rev, items, ...more, ...(alt.length > 0 && { alt: beside }) };
}

/** Numbers follow each other, the device's row knows the last one, and an id has one row that counts. */
function faultsOf({ devices, operations }: DatabaseState): string[] {
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
