// Faults that the simulation must see, each a line of the app or a rule of the server that is broken: the proof that it sees
// anything. They exist only here.
import { createEngine } from "#pwa/offline/sync/engine";
import type { Breach } from "#pwa/testing/fake-server";
import { type Change, mutant } from "#pwa/testing/mutant";
import { versions } from "#pwa/testing/peer";
import { runScenario, type ScenarioOptions, type ScenarioResult } from "#pwa/testing/scenario";

/** `seenIn` is the first seed that detects it, unless that is 1. */
export type Mutant = { name: string; seenIn?: number; change?: Change; breach?: Breach; unguarded?: boolean };

export const mutants: Mutant[] = [
  // The device.
  {
    name: "a copy that is not found out, because only numbers are compared",
    change: {
      file: "outbox",
      from: [
        "  if (n >= meta.nextN || (mine && mine.id !== id)) {",
        "    await startAsNewDevice(rows, newId, sent.epoch);",
        '    return { outcome: "new_device", progress: true, more: true };',
        "  }",
        "  // Only what this request held has its result in this answer. What another tab has sent since is sent again for its own:",
        "  // dropped by this one, a refusal of it would never be told.",
        "  const told = Math.min(n, Math.max(meta.done, sent.request.ops.at(-1)?.n ?? 0));",
      ].join("\n"),
      to: "  const told = n;",
    },
  },
  {
    name: "an outbox that is emptied by any answer",
    change: { file: "outbox", from: "dropOps(told)", to: "dropOps(Infinity)" },
  },
  { name: "a change of what was sent", seenIn: 15, change: { file: "outbox", from: "&& last.n > meta.sentN", to: "" } },
  {
    name: "a change of what was saved before something else",
    change: {
      file: "outbox",
      from: "const joins = last !== undefined && last === mine && last.n > meta.sentN;\n  const n = joins ? last.n",
      to: "const joins = mine !== undefined && mine.n > meta.sentN;\n  const n = joins ? mine.n",
    },
  },
  {
    name: "two contents under one id",
    change: { file: "outbox", from: "id: newId(), k:", to: "id: joins ? last.id : newId(), k:" },
  },
  {
    name: "an older answer that is believed",
    seenIn: 305,
    change: { file: "outbox", from: "reply.cur >= meta.cur", to: "true" },
  },
  {
    name: "new ids after a copy was found out",
    change: { file: "outbox", from: "({ ...op, n: i + 1 })", to: "({ ...op, n: i + 1, id: newId() })" },
  },
  {
    name: "what was hidden counted as seen",
    seenIn: 98,
    change: { file: "outbox", from: "(mine ? mine.a.seen : (doc?.rev ?? 0))", to: "(doc?.rev ?? 0)" },
  },
  {
    name: "numbers that are not marked before they leave",
    seenIn: 15,
    change: { file: "outbox", from: "Math.max(meta.sentN, ops.at(-1)?.n ?? 0)", to: "meta.sentN" },
  },
  {
    name: "operations that leave before their effect is here",
    change: {
      file: "engine",
      from: "    const taken = await store(",
      to: "    await store((rows) => Promise.resolve(rows.dropOps(reply.ack[0])));\n    const taken = await store(",
    },
  },
  {
    name: "what came from the server kept after it began anew",
    seenIn: 10,
    change: { file: "outbox", from: "      await rows.forget();\n", to: "" },
  },
  {
    name: "a failed round that waits for the next edit",
    change: { file: "retry", from: "      after(wait);\n", to: "" },
  },
  {
    name: "a 413 that is not halved",
    seenIn: 14,
    change: { file: "engine", from: "Math.ceil(sent.request.ops.length / 2)", to: "most" },
  },
  {
    name: "a 401 that throws away what waits",
    seenIn: 5,
    change: {
      file: "engine",
      from: 'if (cause.status === 401) return pause("signed_out");',
      to: 'if (cause.status === 401) { await store((rows) => Promise.resolve(rows.dropOps(Infinity))); return pause("signed_out"); }',
    },
  },
  {
    name: "a 503 taken for an answer",
    seenIn: 12,
    change: {
      file: "engine",
      from: "    if (!(cause instanceof Fault)) return false;",
      to:
        "    if (!(cause instanceof Fault)) return false;\n" +
        "    if (cause.status === 503) await store((rows) => Promise.resolve(rows.dropOps(Infinity)));",
    },
  },
  { name: "what one person saved sent as another", seenIn: 15, unguarded: true },
  // The server.
  { name: "a server that repeats an effect", breach: "no-dedupe" },
  { name: "a server that forgets what it received", breach: "volatile-log" },
  { name: "a server that knows an id only under one device", breach: "no-id-check" },
  { name: "a server that compares numbers alone", breach: "no-fork-check" },
  { name: "a server where the last writer wins", breach: "last-writer-wins" },
  { name: "a server that drops the loser", breach: "loser-dropped" },
  { name: "a server that reads its answer before the effects", breach: "reply-before-effects" },
  { name: "a server whose numbers can be seen before what they number", seenIn: 15, breach: "visibility-gaps" },
  { name: "a server that tries an operation that breaks it for ever", seenIn: 12, breach: "never-quarantined" },
  { name: "a server that refuses what only the next one knows", seenIn: 9, breach: "unknown-consumed" },
  { name: "a server that listens to a revoked device", seenIn: 28, breach: "deaf-to-revoking" },
  { name: "a restored server that lets nobody start over", seenIn: 507, breach: "no-reset" },
  { name: "a restored server that gives its numbers again", seenIn: 96, breach: "no-new-generation" },
];

const built = new Map<Mutant, ScenarioOptions>();

/** The options of a scenario with this fault. */
function optionsOf(one: Mutant): ScenarioOptions {
  const { change, breach, unguarded } = one;
  const known = built.get(one);
  if (known) return known;
  const kind = { from: 'k: "day.set/1"', to: `k: "${versions.kind}"` };
  const engine = change ? mutant(change) : createEngine;
  const next = mutant(change ?? { file: "outbox", ...kind }, ...(change ? [{ file: "outbox" as const, ...kind }] : []));
  const made = { engine, next, ...(breach && { breach }), ...(unguarded && { unguarded }) };
  built.set(one, made);
  return made;
}

/** A scenario that detects the fault: the one that is known to do so, or the first of so many. */
export async function detectedAt(
  one: Mutant,
  seeds: number,
): Promise<{ seed: number; result: ScenarioResult } | undefined> {
  for (let seed = 0; seed <= seeds; seed++) {
    const tried = seed || (one.seenIn ?? 1);
    const result = await runScenario(tried, optionsOf(one));
    if (result.wrong.length > 0) return { seed: tried, result };
  }
}
