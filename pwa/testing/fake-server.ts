// The server's side of the conversation, in memory and by its rules alone: one row a number and device, one effect an id, no
// silent overwrite, one counter. It can be made to break a rule, to prove that a test would see it.
import { Fault } from "#pwa/offline/server";
import type { DaySet, DraftDoc, Live, Op, Order, ResultCode, SyncReply, SyncRequest } from "#pwa/offline/wire";

/** Rules that can be broken. */
export type Breach =
  | "no-dedupe"
  | "no-id-check"
  | "last-writer-wins"
  | "loser-dropped"
  | "reply-before-effects"
  | "visibility-gaps"
  | "no-fork-check"
  | "no-gap-check"
  | "no-reset"
  | "no-new-generation"
  | "never-quarantined"
  | "unknown-consumed"
  | "deaf-to-revoking"
  | "volatile-log";

type Result = [n: number, code: ResultCode] | [n: number, code: ResultCode, detail: unknown];
type Row = { id: string; payload: string; code: ResultCode; detail?: unknown };
type Device = { lastN: number; lastId: string | null; rows: Row[]; revoked?: boolean };
type Kept = { rev: number; items: DaySet["items"]; address_id?: string | null };
type Day = {
  rev: number;
  setRev: number;
  by: string;
  foreign: number;
  items: DaySet["items"];
  address_id?: string | null;
  base?: number | null;
  alternatives: Map<string, Kept>;
};

/** What became of an operation when it first came: what it replaced, and what it conflicts with. For the oracle to check. */
export type Effect = {
  id: string;
  dev: string;
  date: string;
  code: ResultCode;
  payload: string;
  /** Why it was refused. */
  reason?: string;
  /** Contents that are no more because of it, by other writers. */
  lost: DaySet["items"][];
  /** What it was not allowed to replace. */
  conflictsWith?: DaySet["items"];
  items: DaySet["items"];
};

export type Answer = { status: 200; reply: SyncReply } | { status: number; reason: string };

/** A request as it travels. */
type WireRequest = Omit<SyncRequest, "ops"> & { ops?: Op[] };

export type FakeServer = ReturnType<typeof fakeServer>;

const noLive: Live = { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };

export function fakeServer(breach?: Breach) {
  const devices = new Map<string, Device>();
  const results = new Map<string, Row & { rev: number }>();
  const days = new Map<string, Day>();
  const orders = new Map<string, Order>();
  const strikes = new Map<string, number>();
  const effects: Effect[] = [];
  let rev = 0;
  let unseen = 0;
  const state = {
    live: noLive,
    menu: {} as Record<string, string>,
    limits: { ops: 100, bytes: 65_536 },
    min: "2026.11.0",
    /** The name of all this, when another server has given it one. */
    tag: undefined as string | undefined,
    signedIn: true,
    app: "2026.11.2",
    kinds: ["day.set/1"],
    places: undefined as string[] | undefined,
  };

  function docs(after: number): DraftDoc[] {
    return [...days]
      .filter(([, day]) => day.rev > after && day.rev !== unseen)
      .map(([date, day]) => ({
        date,
        rev: day.rev,
        items: day.items,
        ...(day.address_id != null && { address_id: day.address_id }),
        ...(day.base != null && { base: day.base }),
        ...(day.alternatives.size > 0 && { alt: [...day.alternatives].sort(byKey).map(alternative) }),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Writes a day for a device, or beside it when the device did not know the newest writing of somebody else. */
  function set(dev: string, id: string, payload: string, a: DaySet): ResultCode {
    const day = days.get(a.date);
    const { items, address_id, base } = a;
    const effect: Effect = { id, dev, date: a.date, code: 0, payload, items, lost: [] };
    const foreign = day ? (day.by === dev ? day.foreign : day.setRev) : 0;
    const late = day !== undefined && foreign > a.seen;
    if (late && breach === "loser-dropped") return 0;
    if (late && breach !== "last-writer-wins") {
      // One that wants just what is there is settled, and with it what its device wanted before.
      const same = alike(day.items, items) && (day.address_id ?? null) === (address_id ?? null);
      const changed = same ? day.alternatives.delete(dev) : true;
      if (changed) day.rev = ++rev;
      if (!same) day.alternatives.set(dev, { rev, items, ...(address_id != null && { address_id }) });
      effects.push({ ...effect, code: same ? 1 : 2, ...(!same && { conflictsWith: day.items }) });
      return same ? 1 : 2;
    }
    rev++;
    const alternatives = new Map(day?.alternatives);
    for (const [other, kept] of alternatives) {
      if (kept.rev > a.seen && other !== dev) continue;
      alternatives.delete(other);
      if (other !== dev) effect.lost.push(kept.items);
    }
    if (day && day.by !== dev) effect.lost.push(day.items);
    effects.push(effect);
    days.set(a.date, { rev, setRev: rev, by: dev, foreign, items, address_id, base, alternatives });
    return 0;
  }

  /** Why an operation can never be done. */
  function refused({ k, a }: Op): string | undefined {
    if (!state.kinds.includes(k)) return "unknown_kind";
    if ([0, 6].includes(new Date(a.date).getUTCDay())) return "day_closed";
    if (a.address_id != null && state.places && !state.places.includes(a.address_id)) return "bad_address";
  }

  function done(dev: string, op: Op, payload: string): Row & { rev: number } {
    const row = { id: op.id, payload };
    const reason = refused(op);
    const code = reason ? 3 : (strikes.get(op.id) ?? 0) >= 3 ? 4 : set(dev, op.id, payload, op.a);
    const { date, items } = op.a;
    if (code > 2) effects.push({ id: op.id, dev, date, code, payload, items, lost: [], ...(reason && { reason }) });
    return { ...row, code, rev: code > 2 ? 0 : (days.get(date)?.rev ?? 0), ...(reason && { detail: { reason } }) };
  }

  /** Whether these numbers are known with other contents, or some before them are not known. */
  function clash(device: Device, ops: Op[]): "fork" | "gap" | undefined {
    const other = ops.some((op) => {
      const row = device.rows[op.n - 1];
      return op.n <= device.lastN && (row?.id !== op.id || row.payload !== payloadOf(op));
    });
    if (other && breach !== "no-fork-check" && breach !== "no-dedupe") return "fork";
    if ((ops[0]?.n ?? 0) > device.lastN + 1) return "gap";
  }

  function one(dev: string, device: Device, op: Op): Result {
    const payload = payloadOf(op);
    if (op.n <= device.lastN && breach !== "no-dedupe") return resultOf(op.n, device.rows[op.n - 1]);
    const before = breach === "no-id-check" || breach === "no-dedupe" ? undefined : results.get(op.id);
    let row: Row;
    if (!before) {
      const fresh = done(dev, op, payload);
      results.set(op.id, fresh);
      row = fresh;
    } else if (before.payload !== payload) row = { id: op.id, payload, code: 3, detail: { reason: "id_used" } };
    else row = { id: op.id, payload, code: 1, detail: { ...(before.detail as object), result: before.code } };
    device.rows[op.n - 1] = row;
    if (op.n > device.lastN) Object.assign(device, { lastN: op.n, lastId: op.id });
    return resultOf(op.n, row);
  }

  /** What travels beside drafts and orders, and the name that it has. */
  function contextNow() {
    const { live, menu, limits, min, tag } = state;
    const whole = { live, menu, limits, min };
    return { ...whole, tag: tag ?? JSON.stringify(whole) };
  }

  /** A list without content does not travel. */
  const some = <K extends string, T>(name: K, list: T[]) =>
    (list.length > 0 ? { [name]: list } : {}) as { [P in K]?: T[] };

  /** One request, all of it or nothing. */
  function sync({ ops = [], ...request }: WireRequest, now: number): Answer {
    if (!state.signedIn) return { status: 401, reason: "unauthenticated" };
    const newer = request.app > state.app && ops.some((op) => !state.kinds.includes(op.k));
    if (newer && breach !== "unknown-consumed") return { status: 503, reason: "later" };
    if (ops.length > state.limits.ops) return { status: 413, reason: "too_large" };
    const early = { cur: rev, docs: docs(request.cur) };
    const device = devices.get(request.dev) ?? { lastN: 0, lastId: null, rows: [] };
    if (device.revoked && breach !== "deaf-to-revoking") return { status: 403, reason: "device_revoked" };
    if (request.done > device.lastN && breach !== "no-gap-check") return { status: 409, reason: "gap" };
    const clashing = clash(device, ops);
    if (clashing) return { status: 409, reason: clashing };
    for (const op of ops) {
      if (op.n <= device.lastN || !breaks(op)) continue;
      strikes.set(op.id, (strikes.get(op.id) ?? 0) + 1);
      if (breaks(op)) return { status: 503, reason: "later" };
    }
    const results = ops.map((op) => one(request.dev, device, op));
    devices.set(request.dev, device);
    const beside = contextNow();
    const other = request.cur > 0 && Math.floor(request.cur / generationSize) !== Math.floor(rev / generationSize);
    const reset = (request.cur > rev || other) && breach !== "no-reset";
    const from = reset ? 0 : request.cur;
    const reply: SyncReply = {
      cur: rev,
      ack: [device.lastN, device.lastId],
      ...some("res", results),
      ...some("docs", docs(from)),
      ...some(
        "orders",
        [...orders.values()].filter((order) => order.rev > from),
      ),
      ...(reset && { reset }),
      now,
      ...(beside.tag !== request.tag && beside),
      ...(breach === "reply-before-effects" && early),
    };
    unseen = 0;
    return { status: 200, reply: structuredClone(reply) };
  }

  /** Whether an operation breaks the server, as some content may: until it has done so three times. */
  function breaks(op: Op): boolean {
    const broken = op.a.items.some((item) => item.meal.startsWith("poison")) && !results.has(op.id) && !refused(op);
    return broken && ((strikes.get(op.id) ?? 0) < 3 || breach === "never-quarantined");
  }

  /** What the server answers, and a refusal as the app gets it. */
  function reply(request: WireRequest, now = 1): SyncReply {
    const answer = sync(request, now);
    if ("reply" in answer) return answer.reply;
    throw new Fault(answer.status, { reason: answer.reason });
  }

  /** Everything that is kept here, as a copy of it would be. */
  const copied = () => structuredClone({ devices, results, days, orders, strikes, effects, rev });

  return {
    state,
    effects,
    sync,
    reply,
    docs: () => docs(0),
    rev: () => rev,
    /** What became of an id; undefined when it never came. */
    result: (id: string) => results.get(id),
    order: (order: Omit<Order, "rev">) => orders.set(order.id, { ...order, rev: ++rev }),
    /** Somebody else writes: the office, or a device that is not under test. */
    write: (id: string, a: DaySet) => {
      set("office", id, JSON.stringify(["day.set/1", a]), a);
      if (breach === "visibility-gaps") unseen = rev;
    },
    knows: (dev: string) => devices.has(dev),
    revoked: (dev: string) => devices.get(dev)?.revoked === true,
    revoke: (dev: string) => {
      const device = devices.get(dev);
      if (device) device.revoked = true;
    },
    copied,
    /** Begins again from a copy, as after a disaster. */
    restore: (copy: ReturnType<typeof copied>) => {
      const from = structuredClone(copy);
      for (const [into, rows] of [
        [devices, from.devices],
        [results, from.results],
        [days, from.days],
        [orders, from.orders],
        [strikes, from.strikes],
      ] as [Map<string, unknown>, Map<string, unknown>][]) {
        into.clear();
        for (const [key, row] of rows) into.set(key, row);
      }
      effects.splice(0, effects.length, ...from.effects);
      rev = from.rev;
    },
    /** A new generation: no revision of before the disaster is ever given again, and devices start over. */
    newGeneration: () => {
      if (breach !== "no-new-generation") rev = (Math.floor(rev / generationSize) + 1) * generationSize;
    },
    /** Loses what a server must not keep in memory alone. */
    crash: () => {
      if (breach === "volatile-log") {
        results.clear();
        devices.clear();
      }
    },
  };
}

/** Revisions of one generation; a server that was restored from a copy begins another one. */
const generationSize = 2 ** 40;
const payloadOf = (op: Op) => JSON.stringify([op.k, op.a]);
const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);
const alternative = ([dev, kept]: [string, Kept]) => ({ dev, ...kept });
const alike = (a: DaySet["items"], b: DaySet["items"]) => JSON.stringify(a) === JSON.stringify(b);
const resultOf = (n: number, row: Row | undefined): Result =>
  row?.detail === undefined ? [n, row?.code ?? 0] : [n, row.code, row.detail];
