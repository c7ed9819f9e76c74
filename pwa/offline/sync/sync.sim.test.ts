import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "#pwa/e2e/start-postgres";
import { browserStorage } from "#pwa/testing/browser-storage";
import type { Breach } from "#pwa/testing/fake-server";
import { type Life, live } from "#pwa/testing/live";
import { caughtAt, mutants } from "#pwa/testing/mutants";
import { namedLives } from "#pwa/testing/named-lives";
import { modelPeer } from "#pwa/testing/peer";
import { proveEqual } from "#pwa/testing/prove-equal";
import { type RealServer, startRealServer } from "#pwa/testing/real-peer";
import { soak } from "#pwa/testing/soak";

const lives = soak ? 1000 : 200;
const realLives = soak ? 50 : 10;
/** Only a test that fails waits so long, also on a slow machine. */
const patience = 600_000;

/** What to show of a life that went wrong; nothing of one that did not. */
const shown = (seed: number, { wrong, trace }: Life) => (wrong.length > 0 ? [seed, ...wrong, ...trace.slice(-60)] : []);

beforeAll(() => {
  // Most faults here are part of a life: where they were made tells nothing, and writing that down takes long.
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  return () => {
    Error.stackTraceLimit = before;
  };
});

describe(`${lives} lives of devices, tabs, copies, kills and a bad network`, () => {
  const traced: Life[] = [];
  beforeAll(async () => {
    for (let seed = 1; seed <= 200; seed++) traced.push(await live(seed, { trace: true }));
  }, patience);

  it(
    "keep every promise",
    async () => {
      for (const [i, life] of traced.entries()) expect(shown(i + 1, life)).toEqual([]);
      for (let seed = traced.length + 1; seed <= lives; seed++) {
        const life = await live(seed);
        expect(life.wrong.length > 0 ? shown(seed, await live(seed, { trace: true })) : []).toEqual([]);
      }
    },
    patience,
  );

  it("are lives: everything that can happen happens in them", async () => {
    let effects = 0;
    const seen = new Set<string>();
    for (const life of traced) {
      effects += life.effects;
      for (const line of life.trace) {
        const [, move] = line.match(/^\d+ (\w+)$/) ?? [];
        const [, status] = line.match(/ is told (\d+ \w*)/) ?? [];
        const [, died] = line.match(/ dies ([\w-]+)$/) ?? [];
        const [, codes = ""] = line.match(/"res":(\[\[.*?\]\])/) ?? [];
        for (const one of [move, status, died, ...codes.matchAll(/\[\d+,(\d)/g)].flat()) if (one) seen.add(one);
        if (line.includes('"reset":true')) seen.add("reset");
      }
    }
    expect(effects).toBeGreaterThan(1000);
    const moves =
      "edit poison decide deliver receive tick duplicate drop dropAnswer kill restart clone another wipe openTab update freeze pull setClock signing office menu deploy revoke disaster crash outage wait";
    const answers = [
      "401 unauthenticated",
      "403 device_revoked",
      "409 fork",
      "409 gap",
      "503 later",
      "503 unavailable",
    ];
    const deaths = [
      ...readFileSync(new URL("engine.ts", import.meta.url), "utf8").matchAll(/failPoint\?\.\("([\w-]+)"\)/g),
    ];
    expect(deaths.length).toBeGreaterThan(5);
    const all = [...moves.split(" "), ...answers, ...deaths.map(([, name]) => name), "reset", ..."01234"];
    expect([...seen]).toEqual(expect.arrayContaining(all));
  });

  it("pass the same way for the same seed", async () => {
    for (const [i, first] of traced.slice(0, 50).entries()) {
      const second = await live(i + 1, { trace: true });
      expect(first.trace).toEqual(second.trace);
      expect(first.trace.length).toBeGreaterThan(50);
    }
  });

  it.each(namedLives)("once went wrong, in life $seed: $told", async ({ seed }) => {
    expect(shown(seed, await live(seed, { trace: true }))).toEqual([]);
  });
});

describe("after a restored backup", () => {
  // Found by scripts/sim; it happens once in ten thousand lives.
  it("a copy that took the place of what was lost of the other parts from it with their next change", async () => {
    const { wrong, trace } = await live(4358, { trace: true });
    expect(trace.some((line) => line.includes("apart "))).toBe(true);
    expect(wrong).toEqual([]);
  });
});

describe("on the real server and the browser's own storage", () => {
  const stored = browserStorage();
  let postgres: TestPostgres | undefined;
  let server: RealServer;

  beforeAll(async () => {
    const root = fileURLToPath(new URL("../../..", import.meta.url));
    execFileSync("go", ["build", "-o", "bin/peer", "./server/dev/servertest/peer"], { cwd: root, stdio: "inherit" });
    if (!process.env.TEST_DATABASE_URL) postgres = await startPostgres();
    server = startRealServer(`${root}/bin/peer`, process.env.TEST_DATABASE_URL ?? postgres?.url.href ?? "");
  }, patience);

  afterAll(async () => {
    await server.end();
    await postgres?.end();
  }, patience);

  it(
    `${realLives} of these lives keep every promise, and every answer is the model's`,
    async () => {
      const seeds = [...Array.from({ length: realLives }, (_, i) => i + 1), ...namedLives.map(({ seed }) => seed)];
      for (const seed of seeds) {
        expect(shown(seed, await proveEqual(seed, server, stored.storage))).toEqual([]);
        await stored.end();
      }
    },
    patience,
  );

  it.each<Breach>(["loser-dropped", "no-id-check", "no-new-age", "never-set-aside"])(
    "a model that breaks a rule is told apart: %s",
    async (breach) => {
      const { seed = 0 } =
        (await caughtAt(mutants.find((one) => one.breach === breach) ?? { name: breach, breach }, 2000)) ?? {};
      const { wrong } = await proveEqual(seed, server, undefined, (fate) => modelPeer(breach, fate));
      expect(wrong).toEqual([expect.stringContaining("the model says otherwise")]);
    },
    patience,
  );
});

describe("the lives see", () => {
  it.each(mutants)(
    "$name",
    async (one) => {
      expect(await caughtAt(one, 2000)).toBeDefined();
    },
    patience,
  );
});
