import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPostgres, type TestPostgres } from "#pwa/e2e/start-postgres";
import { browserStorage } from "#pwa/testing/browser-storage";
import type { Breach } from "#pwa/testing/fake-server";
import { detectedAt, mutants } from "#pwa/testing/mutants";
import { modelPeer } from "#pwa/testing/peer";
import { proveEqual } from "#pwa/testing/prove-equal";
import { type RealServer, startRealServer } from "#pwa/testing/real-peer";
import { regressionSeeds } from "#pwa/testing/regression-seeds";
import { runScenario, type ScenarioResult } from "#pwa/testing/scenario";
import { soak } from "#pwa/testing/soak";

const scenarios = soak ? 1000 : 200;
const realScenarios = soak ? 50 : 10;
/** Only a test that fails waits so long, also on a slow machine. */
const timeout = 600_000;

/** What to show of a scenario that failed; nothing of one that passed. */
const shown = (seed: number, { wrong, trace }: ScenarioResult) =>
  wrong.length > 0 ? [seed, ...wrong, ...trace.slice(-60)] : [];

beforeAll(() => {
  // Most errors here are part of a scenario: their stack traces are of no use, and making them takes long.
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  return () => {
    Error.stackTraceLimit = before;
  };
});

describe(`${scenarios} scenarios of devices, tabs, copies, kills and a bad network`, () => {
  const traced: ScenarioResult[] = [];
  beforeAll(async () => {
    for (let seed = 1; seed <= 200; seed++) traced.push(await runScenario(seed, { trace: true }));
  }, timeout);

  it(
    "keep every promise",
    async () => {
      for (const [i, result] of traced.entries()) expect(shown(i + 1, result)).toEqual([]);
      for (let seed = traced.length + 1; seed <= scenarios; seed++) {
        const result = await runScenario(seed);
        expect(result.wrong.length > 0 ? shown(seed, await runScenario(seed, { trace: true })) : []).toEqual([]);
      }
    },
    timeout,
  );

  it("cover everything that can happen", async () => {
    let effects = 0;
    const seen = new Set<string>();
    for (const result of traced) {
      effects += result.effects;
      for (const line of result.trace) {
        const [, move] = line.match(/^\d+ (\w+)$/) ?? [];
        const [, status] = line.match(/ receives (\d+ \w*)/) ?? [];
        const [, died] = line.match(/ dies ([\w-]+)$/) ?? [];
        const [, codes = ""] = line.match(/"res":(\[\[.*?\]\])/) ?? [];
        for (const one of [move, status, died, ...codes.matchAll(/\[\d+,(\d)/g)].flat()) if (one) seen.add(one);
        if (line.includes('"reset":true')) seen.add("reset");
      }
    }
    expect(effects).toBeGreaterThan(1000);
    const moves =
      "edit poison decide deliver receive tick duplicate drop dropAnswer kill restart clone another wipe openTab " +
      "update freeze pull setClock signing office menu deploy revoke disaster crash outage wait";
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
      const second = await runScenario(i + 1, { trace: true });
      expect(first.trace).toEqual(second.trace);
      expect(first.trace.length).toBeGreaterThan(50);
    }
  });

  it.each(regressionSeeds)("once failed, with seed $seed: $bug", async ({ seed }) => {
    expect(shown(seed, await runScenario(seed, { trace: true }))).toEqual([]);
  });
});

describe("after a restored backup", () => {
  // Found by scripts/sim; it happens once in ten thousand scenarios.
  it("a copy that took the place of what was lost of the other parts from it with their next change", async () => {
    const { wrong, trace } = await runScenario(4358, { trace: true });
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
    const build = (name: string, from: string) => {
      execFileSync("go", ["build", "-o", `bin/${name}`, from], { cwd: root, stdio: "inherit" });
      return `${root}/bin/${name}`;
    };
    build("peer", "./server/dev/servertest/peer");
    // bin/sahn has the app in it, which this test needs neither built nor new.
    if (!process.env.TEST_DATABASE_URL) postgres = await startPostgres(build("postgres", "./server"));
    server = startRealServer(`${root}/bin/peer`, process.env.TEST_DATABASE_URL ?? postgres?.url.href ?? "");
  }, timeout);

  afterAll(async () => {
    await (server as RealServer | undefined)?.end();
    await postgres?.end();
  }, timeout);

  it(
    `${realScenarios} of these scenarios keep every promise, and every answer is the model's`,
    async () => {
      const seeds = [
        ...Array.from({ length: realScenarios }, (_, i) => i + 1),
        ...regressionSeeds.map(({ seed }) => seed),
      ];
      for (const seed of seeds) {
        expect(shown(seed, await proveEqual(seed, server, stored.storage))).toEqual([]);
        await stored.end();
      }
    },
    timeout,
  );

  it.each<Breach>(["loser-dropped", "no-id-check", "no-new-generation", "never-quarantined"])(
    "a model that breaks a rule is detected: %s",
    async (breach) => {
      const { seed = 0 } =
        (await detectedAt(mutants.find((one) => one.breach === breach) ?? { name: breach, breach }, 2000)) ?? {};
      const { wrong } = await proveEqual(seed, server, undefined, (recording) => modelPeer(breach, recording));
      expect(wrong).toEqual([expect.stringContaining("the model differs")]);
    },
    timeout,
  );
});

describe("the scenarios detect", () => {
  it.each(mutants)(
    "$name",
    async (one) => {
      expect(await detectedAt(one, 2000)).toBeDefined();
    },
    timeout,
  );
});
