// The server's side of the conversation, in memory and by its rules alone: one row a number and device, one effect an id, no
// silent overwrite, one counter. It can be made to break a rule, to prove that a test would see it.
import type { DaySet, DraftDoc, Live, Op, Order, ResultCode, SyncReply, SyncRequest } from "#pwa/wire";

/** Rules that can be broken. */
export type Breach =
  | "no-dedupe"
  | "no-id-check"
  | "last-writer-wins"
  | "loser-dropped"
  | "reply-before-effects"
  | "volatile-log";

type Row = { n: number; id: string; payload: string; code: ResultCode };
type Device = { lastN: number; lastId: string | null; rows: Row[] };
type Kept = { rev: number; items: DaySet["items"] };
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

/** An effect as it happened: what an operation replaced or set aside. For tests to judge. */
export type Effect = {
  id: string;
  dev: string;
  date: string;
  rev: number;
  payload: string;
  /** Contents that are no more because of it, by other writers. */
  lost: DaySet["items"][];
  /** What it was not allowed to replace. */
  beside?: DaySet["items"];
  items: DaySet["items"];
};

export type Answer = { status: 200; reply: SyncReply } | { status: number; reason: string };

export type FakeServer = ReturnType<typeof fakeServer>;

const noLive: Live = { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };

export function fakeServer(breach?: Breach) {
  const devices = new Map<string, Device>();
  const said = new Map<string, { code: ResultCode; rev: number }>();
  const days = new Map<string, Day>();
  const orders = new Map<string, Order>();
  const effects: Effect[] = [];
  let rev = 0;
  const state = {
    live: noLive,
    menu: {} as Record<string, string>,
    limits: { ops: 100, bytes: 65_536 },
    signedIn: true,
  };

  function docs(after: number): DraftDoc[] {
    return [...days]
      .filter(([, day]) => day.rev > after)
      .map(([date, day]) => ({
        date,
        rev: day.rev,
        items: day.items,
        ...(day.address_id != null && { address_id: day.address_id }),
        ...(day.base != null && { base: day.base }),
        ...(day.alternatives.size > 0 && { alt: [...day.alternatives].map(([dev, kept]) => ({ dev, ...kept })) }),
      }))
      .sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Writes a day for a device, or beside it when the device did not know the newest writing of somebody else. */
  function set(dev: string, id: string, payload: string, a: DaySet): ResultCode {
    const day = days.get(a.date);
    rev++;
    const effect: Effect = { id, dev, date: a.date, rev, payload, items: a.items, lost: [] };
    const foreign = day ? (day.by === dev ? day.foreign : day.setRev) : 0;
    const unseen = day !== undefined && foreign > a.seen;
    if (unseen && breach === "loser-dropped") return 0;
    if (unseen && breach !== "last-writer-wins") {
      effects.push({ ...effect, beside: day.items });
      day.alternatives.set(dev, { rev, items: a.items });
      day.rev = rev;
      return 2;
    }
    const alternatives = new Map(day?.alternatives);
    for (const [other, kept] of alternatives) {
      if (kept.rev > a.seen && other !== dev) continue;
      alternatives.delete(other);
      if (other !== dev) effect.lost.push(kept.items);
    }
    if (day && day.by !== dev) effect.lost.push(day.items);
    effects.push(effect);
    const { items, address_id, base } = a;
    days.set(a.date, { rev, setRev: rev, by: dev, foreign, items, address_id, base, alternatives });
    return 0;
  }

  function one(dev: string, device: Device, op: Op): [number, ResultCode] | "fork" | "gap" {
    const payload = JSON.stringify([op.k, op.a]);
    if (op.n <= device.lastN && breach !== "no-dedupe") {
      const row = device.rows[op.n - 1];
      if (row?.id !== op.id || row.payload !== payload) return "fork";
      return [op.n, row.code];
    }
    if (op.n > device.lastN + 1) return "gap";
    const before = breach === "no-id-check" || breach === "no-dedupe" ? undefined : said.get(op.id);
    const code: ResultCode = before ? 1 : set(dev, op.id, payload, op.a);
    if (!before) said.set(op.id, { code, rev });
    device.rows[op.n - 1] = { n: op.n, id: op.id, payload, code };
    if (op.n > device.lastN) Object.assign(device, { lastN: op.n, lastId: op.id });
    return [op.n, code];
  }

  /** One request, all of it or nothing. */
  function sync(request: SyncRequest, now: number): Answer {
    if (!state.signedIn) return { status: 401, reason: "unauthenticated" };
    if (request.ops.length > state.limits.ops) return { status: 413, reason: "too_large" };
    const early = { cur: rev, docs: docs(request.cur) };
    const device = devices.get(request.dev) ?? { lastN: 0, lastId: null, rows: [] };
    devices.set(request.dev, device);
    const results: [number, ResultCode][] = [];
    for (const op of request.ops) {
      const result = one(request.dev, device, op);
      // Numbers in a request follow each other, so that only its first operation can be refused: nothing has moved yet.
      if (result === "fork" || result === "gap") return { status: 409, reason: result };
      results.push(result);
    }
    const reset = request.cur > rev;
    const from = reset ? 0 : request.cur;
    const reply: SyncReply = {
      cur: rev,
      ack: [device.lastN, device.lastId],
      res: results,
      docs: docs(from),
      orders: [...orders.values()].filter((order) => order.rev > from),
      ...(reset && { reset }),
      now,
      menu: state.menu,
      live: state.live,
      limits: state.limits,
      min: "2026.11.0",
      ...(breach === "reply-before-effects" && early),
    };
    return { status: 200, reply: structuredClone(reply) };
  }

  return {
    state,
    effects,
    sync,
    docs: () => docs(0),
    rev: () => rev,
    /** What became of an id; undefined when it never came. */
    result: (id: string) => said.get(id),
    order: (order: Omit<Order, "rev">) => orders.set(order.id, { ...order, rev: ++rev }),
    /** Somebody else writes: the office, or a device that is not under test. */
    write: (id: string, a: DaySet) => set("office", id, JSON.stringify(["day.set/1", a]), a),
    /** Loses what a server must not keep in memory alone. */
    crash: () => {
      if (breach === "volatile-log") {
        said.clear();
        devices.clear();
      }
    },
  };
}
