// What must always be true of devices and a server, whatever happened to them. It keeps books of its own: what was saved
// under which id, and what a person had before their eyes when they saved it.
import type { Effect, FakeServer } from "#pwa/testing/fakeServer";
import type { Kept, MemoryShelf } from "#pwa/testing/memoryShelf";
import type { DraftItem, Op } from "#pwa/wire";

/** A device with the books that are kept of it. */
export type Judged = {
  name: string;
  memory: MemoryShelf;
  /** What was saved here, in order, without what was replaced before it was sent. */
  history: { id: string; date: string; payload: string }[];
  /** Contents of each date that a person had before their eyes here. */
  shown: Map<string, Set<string>>;
  /** How often something was saved since it began, or since it was copied. */
  saves: number;
};

/** A copy, and how often each side had saved by then. */
export type Cloned = { from: Judged; to: Judged; saves: [number, number] };

const payloadOf = (op: Op) => JSON.stringify([op.k, op.a]);
/** Every content that a test saves begins with a meal of its own. */
const tagOf = (items: readonly DraftItem[]) => items[0]?.meal ?? "";

export function judgeOf(server: FakeServer) {
  const wrong: string[] = [];
  const knew = new Map<string, Set<string>>();

  /** A person looks at a content of a day. */
  function see(on: Judged, date: string, items: DraftItem[]) {
    const seen = on.shown.get(date) ?? new Set();
    on.shown.set(date, seen.add(tagOf(items)));
  }

  /** What must hold after every commit on a device. */
  function committed(on: Judged, before: Kept, after: Kept) {
    write(on, before, after);
    for (const doc of after.base.values()) {
      if (after.ops.some((op) => op.a.date === doc.date)) continue;
      see(on, doc.date, doc.items);
      for (const other of doc.alt ?? []) see(on, doc.date, other.items);
    }
    const { meta, ops, base } = after;
    if (!meta) return;
    if (before.meta?.era === meta.era && meta.cur < before.meta.cur) wrong.push(`I6 ${on.name}: cur fell`);
    const numbers = ops.map((op) => op.n);
    if (numbers.some((n, i) => n !== (numbers[0] ?? 0) + i) || (numbers.at(-1) ?? meta.nextN - 1) !== meta.nextN - 1) {
      wrong.push(`I15 ${on.name}: numbers ${numbers.join()} before ${meta.nextN}`);
    }
    const last = new Map(on.history.map((saved) => [saved.date, saved.id]));
    for (const [date, id] of last) {
      if (ops.some((op) => op.id === id)) continue;
      const result = server.result(id);
      if (!result) wrong.push(`I6 ${on.name}: ${id} left before it came`);
      else if ((base.get(date)?.rev ?? 0) < result.rev) wrong.push(`I6 ${on.name}: ${date} does not show ${id}`);
    }
  }

  /** Takes down what was saved. */
  function write(on: Judged, before: Kept, after: Kept) {
    const had = new Set(before.ops.map((op) => op.id));
    const has = new Set(after.ops.map((op) => op.id));
    const added = after.ops.filter((op) => !had.has(op.id));
    if (added.length > 0) {
      const replaced = new Set(before.ops.map((op) => op.id).filter((id) => !has.has(id)));
      on.history = on.history.filter((saved) => !replaced.has(saved.id));
      on.saves++;
    }
    for (const op of added) {
      on.history.push({ id: op.id, date: op.a.date, payload: payloadOf(op) });
      see(on, op.a.date, op.a.items);
      knew.set(op.id, new Set(on.shown.get(op.a.date)));
    }
    const known = new Map(on.history.map((saved) => [saved.id, saved.payload]));
    const twofold = after.ops.find((op) => known.get(op.id) !== payloadOf(op));
    if (twofold) wrong.push(`I7 ${on.name}: ${twofold.id} exists with two contents`);
  }

  /** What must hold when everything has come to rest. */
  function atRest(devices: readonly Judged[], clones: readonly Cloned[]) {
    const truth = JSON.stringify(server.docs());
    const effects = new Map<string, { place: number; effect: Effect }>();
    const count = new Map<string, number>();
    for (const [place, effect] of server.effects.entries()) {
      effects.set(effect.id, { place, effect });
      const tag = tagOf(effect.items);
      for (const key of tag ? [effect.id, tag] : [effect.id]) count.set(key, (count.get(key) ?? 0) + 1);
      const eyes = knew.get(effect.id);
      const unseen = effect.lost.map(tagOf).filter((lost) => lost && eyes && !eyes.has(lost));
      if (unseen.length > 0) wrong.push(`I5 ${effect.id} overwrote ${unseen.join()} unseen`);
      const beside = effect.beside && tagOf(effect.beside);
      // A copy cannot tell what it wrote itself from what the other one wrote.
      if (beside && eyes?.has(beside) && clones.length === 0) wrong.push(`G16 ${effect.id} is at odds with itself`);
    }
    for (const [key, times] of count) if (times > 1) wrong.push(`I1 ${key} had its effect ${times} times`);
    for (const { name, memory, history } of devices) {
      const { meta, base } = memory.kept;
      const mine = [...base.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
      if (JSON.stringify(mine) !== truth) wrong.push(`I8 ${name}: differs from the server`);
      if ((meta?.cur ?? 0) !== server.rev()) wrong.push(`I8 ${name}: cur ${meta?.cur} of ${server.rev()}`);
      let newest = -1;
      for (const { id, payload } of history) {
        const found = effects.get(id);
        if (!found) wrong.push(`I1 ${name}: ${id} has no effect`);
        else if (found.effect.payload !== payload) wrong.push(`I7 ${name}: ${id} came otherwise`);
        else if (found.place < newest) wrong.push(`I4 ${name}: ${id} overtook`);
        newest = Math.max(newest, found?.place ?? -1);
      }
    }
    for (const { from, to, saves } of clones) {
      const both = from.saves > saves[0] && to.saves > saves[1];
      if (both && from.memory.kept.meta?.dev === to.memory.kept.meta?.dev) {
        wrong.push(`I10 ${to.name}: still ${from.name}`);
      }
    }
  }

  return { wrong, see, committed, atRest };
}
