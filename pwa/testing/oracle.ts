// What must always be true of devices and a server, whatever happened to them. It records what was saved under which id, and
// what a person saw when they saved it. What the server did it reads from the server's state.

import type { DraftDoc, DraftItem, Op } from "#pwa/offline/wire";
import type { Effect } from "#pwa/testing/fake-server";
import type { Kept, MemoryStore } from "#pwa/testing/memory-store";
import type { ServerState } from "#pwa/testing/peer";

/** A device with what the oracle records of it. */
export type ObservedDevice = {
  name: string;
  memory: MemoryStore;
  /** What was saved here, in order, without what was replaced before it was sent. */
  history: { id: string; date: string; payload: string }[];
  /** Contents of each date that a person had before their eyes here. */
  shown: Map<string, Set<string>>;
  /** How often something was saved since it began, or since it was copied. */
  saves: number;
};

/** A copy, and how often each side had saved by then. */
export type Cloned = { from: ObservedDevice; to: ObservedDevice; saves: [number, number] };

const payloadOf = (op: Op) => JSON.stringify([op.k, op.a]);
/** Every content that a test saves begins with a meal of its own. */
const tagOf = (items: readonly DraftItem[]) => items[0]?.meal ?? "";
/** One writing for one value, whatever the order of its keys. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

export function createOracle(server: ServerState, clones: readonly Cloned[]) {
  const wrong: string[] = [];
  const knew = new Map<string, Set<string>>();
  /** What the server had done and then lost, when it was restored from a copy. */
  const undone = new Set<string>();
  let later: Effect[] = [];
  /** How many of the server's effects are from before it was restored for the first time. */
  let untouched = Number.POSITIVE_INFINITY;
  /** Whose a device's name was, by that name: who begins anew has another one. */
  const owners = new Map<string, ObservedDevice>();
  const behind = new Map<string, Set<string>>();
  /** How much a device had done when it was revoked. */
  const done = new Map<string, number>();

  /** A person looks at a content of a day. */
  function see(on: ObservedDevice, date: string, items: DraftItem[]) {
    const seen = on.shown.get(date) ?? new Set();
    on.shown.set(date, seen.add(tagOf(items)));
  }

  /** What must hold after every commit on a device. */
  function committed(on: ObservedDevice, before: Kept, after: Kept) {
    record(on, before, after);
    for (const doc of after.base.values()) {
      if (after.ops.some((op) => op.a.date === doc.date)) continue;
      see(on, doc.date, doc.items);
      for (const other of doc.alt ?? []) see(on, doc.date, other.items);
    }
    const { meta, ops, base } = after;
    if (!meta) return;
    owners.set(meta.dev, on);
    if (before.meta?.era === meta.era && meta.cur < before.meta.cur) wrong.push(`${on.name}: cur fell`);
    const numbers = ops.map((op) => op.n);
    if (numbers.some((n, i) => n !== (numbers[0] ?? 0) + i) || (numbers.at(-1) ?? meta.nextN - 1) !== meta.nextN - 1) {
      wrong.push(`${on.name}: numbers ${numbers.join()} before ${meta.nextN}`);
    }
    const last = new Map(on.history.map((saved) => [saved.date, saved.id]));
    for (const [date, id] of last) {
      if (undone.has(id) || ops.some((op) => op.id === id)) continue;
      const result = server.result(id);
      if (!result) wrong.push(`${on.name}: ${id} left before it came`);
      else if ((base.get(date)?.rev ?? 0) < result.rev) wrong.push(`${on.name}: ${date} does not show ${id}`);
    }
  }

  /** Records what was saved. */
  function record(on: ObservedDevice, before: Kept, after: Kept) {
    if (before.ops === after.ops) return;
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
    if (twofold) wrong.push(`${on.name}: ${twofold.id} exists with two contents`);
  }

  /** The server goes back to a copy. What it did since may be lost, and comes again only from those who still hold it. */
  function restoring(lost: readonly Effect[]) {
    checkNeedlessConflicts();
    untouched = Math.min(untouched, server.effects.length - lost.length);
    for (const effect of lost) undone.add(effect.id);
    later = lost.filter((effect) => effect.code === 0);
  }

  /** What stands there again had been replaced: whoever saw what replaced it need not have seen it. */
  function restoredTo(docs: readonly DraftDoc[]) {
    for (const { date, items, alt = [] } of docs) {
      const tags = later.filter((effect) => effect.date === date).map((effect) => tagOf(effect.items));
      for (const one of [items, ...alt.map((other) => other.items)]) {
        behind.set(tagOf(one), new Set([...(behind.get(tagOf(one)) ?? []), ...tags]));
      }
    }
  }

  /** A device may not speak any more: from now on nothing of it is done. */
  function revoking(dev: string) {
    done.set(dev, doneBy(dev));
  }

  const doneBy = (dev: string) => server.effects.filter((effect) => effect.dev === dev).length;

  /** Copies that saved on both sides, under one name all the same. */
  function unsplitClones(devices: readonly ObservedDevice[]): Cloned[] {
    return clones.filter(({ from, to, saves }) => {
      const both = from.saves > saves[0] && to.saves > saves[1];
      const here = devices.includes(from) && devices.includes(to);
      return here && both && from.memory.kept.meta?.dev === to.memory.kept.meta?.dev;
    });
  }

  /** What must hold at the end. `gone` are devices that were destroyed: what had left them stays. */
  function checkFinalState(devices: readonly ObservedDevice[], gone: readonly ObservedDevice[]) {
    const effects = checkEffects();
    checkNeedlessConflicts();
    const expected = canonical(server.docs());
    for (const { name, memory } of devices) {
      const { meta, base } = memory.kept;
      const mine = [...base.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
      if (canonical(mine) !== expected) wrong.push(`${name}: differs from the server`);
      if ((meta?.cur ?? 0) !== server.rev()) wrong.push(`${name}: cur ${meta?.cur} of ${server.rev()}`);
    }
    for (const one of [...devices, ...gone]) checkHistory(one, effects);
    for (const { from, to } of unsplitClones(devices)) wrong.push(`${to.name}: still ${from.name}`);
    for (const [dev, before] of done) {
      if (server.revoked(dev) && doneBy(dev) > before) wrong.push(`${dev} was revoked and went on`);
    }
    wrong.push(...server.faults());
    if (server.strange() > 0) wrong.push("something was done in another person's name");
  }

  function checkEffects() {
    const effects = new Map<string, { place: number; effect: Effect }>();
    const count = new Map<string, number>();
    for (const [place, effect] of server.effects.entries()) {
      effects.set(effect.id, { place, effect });
      const tag = effect.code === 0 || effect.code === 2 ? tagOf(effect.items) : "";
      for (const key of tag ? [effect.id, tag] : [effect.id]) count.set(key, (count.get(key) ?? 0) + 1);
      const eyes = knew.get(effect.id);
      const knows = (tag: string) =>
        !eyes || eyes.has(tag) || [...(behind.get(tag) ?? [])].some((one) => eyes.has(one));
      const unseen = effect.lost.map(tagOf).filter((lost) => lost && !knows(lost));
      if (unseen.length > 0) wrong.push(`${effect.id} overwrote ${unseen.join()} unseen`);
      if (effect.code === 3 && effect.reason === "unknown_kind") wrong.push(`${effect.id} was consumed as unknown`);
    }
    for (const [key, times] of count) if (times > 1) wrong.push(`${key} had its effect ${times} times`);
    return effects;
  }

  /**
   * Nobody is asked about what they had before their eyes. A copy cannot tell what it wrote itself from what the other one
   * wrote. Of what is from before a restore, the same is true afterwards, but for those who begin anew: to them, what they
   * wrote under their former name is another's.
   */
  function checkNeedlessConflicts() {
    if (clones.length > 0) return;
    const writers = new Map<string, { place: number; dev: string }>();
    for (const [place, { dev, code, items, conflictsWith, id }] of server.effects.entries()) {
      if (code === 0 && tagOf(items)) writers.set(tagOf(items), { place, dev });
      const writer = conflictsWith && writers.get(tagOf(conflictsWith));
      if (!writer || !knew.get(id)?.has(tagOf(conflictsWith))) continue;
      const anew = writer.dev !== dev && owners.has(dev) && owners.get(writer.dev) === owners.get(dev);
      if (place < untouched || (writer.place < untouched && !anew)) wrong.push(`${id} is at odds with itself`);
    }
  }

  function checkHistory({ name, history }: ObservedDevice, effects: Map<string, { place: number; effect: Effect }>) {
    let newest = -1;
    for (const { id, payload } of history) {
      const found = effects.get(id);
      if (undone.has(id)) continue;
      if (!found) wrong.push(`${name}: ${id} has no effect`);
      else if (found.effect.payload !== payload) wrong.push(`${name}: ${id} came otherwise`);
      else if (found.place < newest) wrong.push(`${name}: ${id} overtook`);
      newest = Math.max(newest, found?.place ?? -1);
    }
  }

  const restored = () => untouched < Number.POSITIVE_INFINITY;

  return { wrong, see, committed, restoring, restoredTo, restored, revoking, unsplitClones, checkFinalState };
}
