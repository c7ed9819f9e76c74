import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type GoServer = {
  /** Where it listens. Only Vite needs to know. */
  url: string;
  /** Builds the program, and restarts it when the build is another one. */
  changed: () => void;
  /** Whether the server runs; resolves when it is no longer starting. */
  ready: () => Promise<boolean>;
  stop: () => Promise<void>;
};

const binary = "bin/dev";
/** The debounce in ms: an editor or a generator writes several files, which are one change. */
const debounce = 30;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
/** Identifies a build: the compiler writes nothing when nothing changed. */
const built = () => statSync(binary, { throwIfNoEntry: false })?.mtimeMs;

/**
 * The Go server of the development loop. It keeps its port and data over all starts. `onBuild` gets the compiler's output of
 * each change: nothing when it built. Without DATABASE_URL all starts share one Postgres, which takes longer to start than the server.
 */
export async function goServer(publicUrl: string, onBuild: (failure: string) => void): Promise<GoServer> {
  const port = await freePort();
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: `${port}`, PUBLIC_URL: publicUrl };
  const stopping = new AbortController();
  let running: ChildProcess | null = null;
  let postgres: ChildProcess | null = null;
  let up: Promise<boolean> | null = null;
  let work = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;

  async function renew() {
    const before = built();
    const began = performance.now();
    const failure = await build(stopping.signal);
    if (stopping.signal.aborted) return;
    if (failure) console.error(failure);
    onBuild(failure);
    if (failure || (running && before === built())) return;
    const compiled = performance.now();
    up = restart();
    if (await up)
      console.log(`Built in ${seconds(compiled - began)}, started in ${seconds(performance.now() - compiled)}`);
  }

  async function restart(): Promise<boolean> {
    await halt();
    if (!env.DATABASE_URL) await startPostgres();
    if (stopping.signal.aborted || !env.DATABASE_URL) return false;
    const child = spawn(binary, ["serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
    running = child;
    return new Promise((done) => {
      createInterface(child.stdout).on("line", (line) => {
        console.log(line);
        if (line.startsWith("Sahn is ready")) done(true);
      });
      child.once("exit", (code) => {
        if (running === child) {
          running = null;
          up = Promise.resolve(false);
          if (!stopping.signal.aborted) console.error(`The server ended with ${code}; the next change starts it again`);
        }
        done(false);
      });
    });
  }

  async function startPostgres() {
    const folder = join(env.DATA_DIR || ".data", "postgres");
    // Ctrl-C must not reach it before the server has ended.
    const child = spawn(binary, ["postgres", "--app", folder], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    postgres = child;
    await new Promise<void>((done) => {
      createInterface(child.stdout).once("line", (url) => {
        env.DATABASE_URL = url;
        done();
      });
      child.once("exit", () => {
        if (postgres === child) postgres = null;
        delete env.DATABASE_URL;
        done();
      });
    });
  }

  async function halt() {
    const child = running;
    running = null;
    if (child) await end(child);
  }

  return {
    url: `http://127.0.0.1:${port}`,
    changed: () => {
      clearTimeout(soon);
      soon = setTimeout(() => {
        work = work.then(renew);
      }, debounce);
    },
    ready: async () => {
      if (!up) await work;
      return (await up) ?? false;
    },
    stop: async () => {
      clearTimeout(soon);
      stopping.abort();
      await work;
      await halt();
      if (postgres) await end(postgres);
    },
  };
}

async function end(child: ChildProcess) {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

// Without optimizations of our own packages, debug information and the state of the checkout a build takes about half as long.
const flags = ["-gcflags=sahn/...=-N -l", "-ldflags=-w", "-buildvcs=false"];

/** Builds the program, and returns the compiler's errors. */
const build = (signal: AbortSignal): Promise<string> =>
  new Promise((done) =>
    execFile("go", ["build", ...flags, "-o", binary, "./server"], { signal }, (failed, _, said) =>
      done(failed ? said || failed.message : ""),
    ),
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
