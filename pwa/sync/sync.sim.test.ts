import { describe, expect, it } from "vitest";
import { type Db, openDb } from "#pwa/db";
import { createEngine } from "#pwa/sync/engine";
import { shelfOf } from "#pwa/sync/shelf";
import type { Breach } from "#pwa/testing/fakeServer";
import { mutant } from "#pwa/testing/mutant";
import { type CreateEngine, live } from "#pwa/testing/world";

const lives = 1000;
const steps = 40;

/** The first life in which something went wrong, and what. */
async function firstWrong(make: CreateEngine, seeds: number, breach?: Breach): Promise<string | undefined> {
  for (let seed = 1; seed <= seeds; seed++) {
    const life = await live(make, seed, steps, { breach });
    if (life.wrong.length > 0) return `seed ${seed}: ${life.wrong.join("; ")}\n${life.trace.join("\n")}`;
  }
}

describe("a thousand lives of devices, tabs, copies, kills and a bad network", () => {
  it("keep every promise", async () => {
    expect(await firstWrong(createEngine, lives)).toBeUndefined();
  }, 60_000);

  it("are lives: things happen in them", async () => {
    let effects = 0;
    const moves = new Set<string>();
    for (let seed = 1; seed <= 50; seed++) {
      const life = await live(createEngine, seed, steps);
      effects += life.effects;
      for (const line of life.trace) moves.add(line.split(" ").at(-1) ?? "");
    }
    expect(effects).toBeGreaterThan(300);
    expect([...moves]).toEqual(
      expect.arrayContaining(["200", "401", "409", "413", "kill", "clone", "decide", "office"]),
    );
  });

  it("pass the same way for the same seed", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect((await live(createEngine, seed, steps)).trace).toEqual((await live(createEngine, seed, steps)).trace);
    }
  });
});

it("the browser's own storage keeps every promise in sixty of these lives", async () => {
  const opened: Db[] = [];
  let names = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const life = await live(createEngine, seed, steps, {
      backing: async (from) => {
        const db = await openDb(`sim-${++names}`);
        opened.push(db);
        if (from?.meta) await db.meta.put(from.meta, "device");
        await db.ops.bulkPut(from?.ops ?? []);
        await db.base.bulkPut([...(from?.base.values() ?? [])]);
        return {
          shelf: shelfOf(db),
          read: async () => ({
            meta: await db.meta.get("device"),
            ops: await db.ops.orderBy("n").toArray(),
            base: new Map((await db.base.toArray()).map((doc) => [doc.date, doc])),
            orders: new Map(),
            notes: new Map(),
          }),
        };
      },
    });
    expect(life.wrong.length ? [seed, ...life.wrong, ...life.trace] : []).toEqual([]);
  }
  for (const db of opened) db.close();
}, 60_000);

describe("the lives notice", () => {
  it.each<[string, Parameters<typeof mutant>[0]]>([
    [
      "a copy that is not found out, because only numbers are compared",
      { file: "tray", from: "n >= meta.nextN || (mine && mine.id !== id)", to: "false" },
    ],
    ["an outbox that is emptied by any answer", { file: "tray", from: "dropOps(n)", to: "dropOps(Infinity)" }],
    ["a change of what was sent", { file: "tray", from: "&& last.n > meta.sentN", to: "" }],
    [
      "a change of what was saved before something else",
      {
        file: "tray",
        from: "const joins = last !== undefined && last === mine && last.n > meta.sentN;\n  const n = joins ? last.n",
        to: "const joins = mine !== undefined && mine.n > meta.sentN;\n  const n = joins ? mine.n",
      },
    ],
    ["two contents under one id", { file: "tray", from: "id: newId(), k:", to: "id: joins ? last.id : newId(), k:" }],
    ["an older answer that is believed", { file: "tray", from: "reply.cur >= meta.cur", to: "true" }],
    [
      "new ids after a copy was found out",
      { file: "tray", from: "({ ...op, n: i + 1 })", to: "({ ...op, n: i + 1, id: newId() })" },
    ],
    [
      "what was hidden counted as seen",
      { file: "tray", from: "(mine ? mine.a.seen : (doc?.rev ?? 0))", to: "(doc?.rev ?? 0)" },
    ],
    [
      "numbers that are not marked before they leave",
      { file: "tray", from: "Math.max(meta.sentN, ops.at(-1)?.n ?? 0)", to: "meta.sentN" },
    ],
    ["a failed round that waits for the next edit", { file: "engine", from: "    arm(wait);\n", to: "" }],
    ["a 413 that is not halved", { file: "engine", from: "Math.ceil(sent.request.ops.length / 2)", to: "most" }],
  ])(
    "%s",
    async (_, change) => {
      expect(await firstWrong(mutant(change), lives)).toBeDefined();
    },
    60_000,
  );

  it.each<[string, Breach]>([
    ["a server that repeats an effect", "no-dedupe"],
    ["a server that forgets what it was told", "volatile-log"],
    ["a server that knows an id only under one device", "no-id-check"],
    ["a server where the last writer wins", "last-writer-wins"],
    ["a server that drops the loser", "loser-dropped"],
    ["a server that reads its answer before the effects", "reply-before-effects"],
  ])(
    "%s",
    async (_, breach) => {
      expect(await firstWrong(createEngine, lives, breach)).toBeDefined();
    },
    60_000,
  );
});
