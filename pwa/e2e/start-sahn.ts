// The server as people run it: the built binary with a data folder of its own, on ports that were free. It promises that
// a test which ends leaves no process and no folder behind.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { askPostgres } from "#pwa/e2e/ask-postgres";
import { atEnd } from "#pwa/e2e/ends";
import { freePort } from "#pwa/e2e/free-port";
import { hasTestDatabases, testDatabase } from "#pwa/e2e/test-database";

export type Sahn = {
  /** The app's address, on localhost; the card page is on 127.0.0.1, which is another site. */
  url: string;
  /** Where the card sandbox and the mailbox are. */
  sandboxUrl: string;
  dataDir: string;
  /** Its database. Throws for a server with an embedded Postgres, as `rows` does. */
  database: () => URL;
  /** What a story must read or change in the database behind its back: the rows of one SQL statement, every value as text. */
  rows: (sql: string) => Promise<(string | null)[][]>;
  /** Milliseconds from the start of the process to "ready". */
  readyIn: number;
  /** Asks it to stop and answers how it ended: 0 when all went well. */
  stop: () => Promise<number | null>;
  /** Ends it without a word, as a power cut does. */
  kill: () => Promise<void>;
  /** Starts it again on the same ports with the same data. */
  start: () => Promise<void>;
  /**
   * Stops it and removes its data; throws when it did not end well or something of it still runs. Happens by itself with the test or the
   * file that started it.
   */
  end: () => Promise<void>;
};

const binary = resolve("bin/sahn");
const startTimeout = 60_000;

// A test run that is interrupted takes its servers along.
const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGTERM");
});

/**
 * Starts the server. Settings are the environment's, as in docs/operations.md, but nobody in the demo has ordered yet. Unless they name
 * a database, it has a copy of the run's; with an empty DATABASE_URL it brings its own Postgres, as on a machine that has none.
 */
export async function startSahn(name: string, settings: Record<string, string> = {}): Promise<Sahn> {
  const dataDir = mkdtempSync(join(tmpdir(), "sahn-"));
  // The embedded Postgres runs as another user when we are root.
  chmodSync(dataDir, 0o755);
  const copy = settings.DATABASE_URL === undefined && hasTestDatabases() ? await testDatabase() : null;
  const address = settings.DATABASE_URL ?? copy?.url.href ?? "";
  const [port, sandbox] = [await freePort(), await freePort()];
  mkdirSync("artifacts/logs", { recursive: true });
  const log = createWriteStream(`artifacts/logs/${name}.log`, { flags: "a" });
  const env = {
    ...process.env,
    PORT: `${port}`,
    SANDBOX_PORT: `${sandbox}`,
    DATA_DIR: dataDir,
    PUBLIC_URL: "",
    REDIS_URL: "",
    SMTP_URL: "",
    DEMO_PAST: "false",
    ...settings,
    DATABASE_URL: address,
  };
  let running: ChildProcess | null = null;

  const sahn: Sahn = {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandbox}`,
    dataDir,
    database: () => new URL(address),
    rows: (sql) => askPostgres(sahn.database(), sql),
    readyIn: 0,
    start: async () => {
      const began = performance.now();
      const child = spawn(binary, ["serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
      running = child;
      alive.add(child);
      child.once("exit", () => alive.delete(child));
      child.stderr.pipe(log, { end: false });
      await new Promise<void>((ready, failed) => {
        const timer = setTimeout(
          () => failed(new Error(`${name}: not ready, see artifacts/logs/${name}.log`)),
          startTimeout,
        );
        child.stdout.on("data", (text: Buffer) => {
          log.write(text);
          if (text.includes("Sahn is ready")) ready(clearTimeout(timer));
        });
        child.once("exit", (code) => failed(new Error(`${name}: ended with ${code}, see artifacts/logs/${name}.log`)));
      });
      sahn.readyIn = performance.now() - began;
    },
    stop: () => ended("SIGTERM"),
    kill: async () => void (await ended("SIGKILL")),
    end: atEnd(async () => {
      const code = running ? await sahn.stop() : 0;
      await copy?.end();
      log.end();
      const left = leftovers(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`${name}: ended with ${code}, see artifacts/logs/${name}.log`);
      if (left.length > 0) throw new Error(`${name}: left running: ${left.join("; ")}`);
    }),
  };

  async function ended(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const child = running;
    running = null;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const gone = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    const [code] = await gone;
    return code;
  }

  await sahn.start();
  return sahn;
}

/** Processes that still name a folder. */
export const leftovers = (dir: string): string[] =>
  execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(dir));
