// Very many lives, spread over processes: the work behind scripts/sim. What was done is written down as it is done, so that a
// run that was stopped can go on; a run counts for one state of the code.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { browserStorage } from "#pwa/testing/browser-storage";
import { live } from "#pwa/testing/live";
import { caughtAt, mutants } from "#pwa/testing/mutants";
import { proveEqual } from "#pwa/testing/prove-equal";
import { type RealServer, startRealServer } from "#pwa/testing/real-peer";

/** What scripts/sim was asked for. `code` names the state of the code. */
export type Wish = {
  seeds: number;
  from: number;
  jobs: number;
  /** Stops beginning new lives after so many seconds; 0 for never. */
  seconds: number;
  real: boolean;
  mutants: boolean;
  resume: boolean;
  code: string;
  /** Where the state of a run is kept. */
  state: string;
};

type Task = { kind: "model" | "real"; from: number; until: number } | { kind: "mutant"; at: number };
type Found = { seed: number; wrong: string[]; trace: string[] };
type Outcome = { done: number; found?: Found; caught?: string | null };
type Span = [from: number, until: number];

const chunk = { model: 250, real: 10 };
/** Each of so many lives is lived twice: it must pass in the same way. */
const twice = 50;
const enough = 2000;

/** Does the whole work; answers the code to exit with. */
export async function simulate(wish: Wish): Promise<number> {
  const began = Date.now();
  return wish.mutants ? catchAll(wish, began) : liveAll(wish, began);
}

async function liveAll(wish: Wish, began: number): Promise<number> {
  const kind = wish.real ? "real" : "model";
  const kept = readState(wish);
  const until = wish.from + wish.seeds;
  const late = () => wish.seconds > 0 && Date.now() - began > wish.seconds * 1000;
  let lives = 0;
  let found: Found | undefined;
  const spans: Span[] = kept;
  const tasks = function* (): Generator<Task> {
    for (let from = wish.from; from < until; from += chunk[kind]) {
      const end = Math.min(from + chunk[kind], until);
      if (spans.some(([a, b]) => a <= from && end <= b)) continue;
      if (late() || found) return;
      yield { kind, from, until: end };
    }
  };
  await spread(wish.jobs, tasks(), (task, outcome) => {
    lives += outcome.done;
    found ??= outcome.found;
    if (outcome.found || task.kind === "mutant") return;
    join(spans, [task.from, task.until]);
    writeState(wish, spans);
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const where = wish.real ? "on the real server and, word for word the same, on its model" : "in memory";
  if (found) {
    console.error(found.trace.slice(-60).join("\n"));
    console.error(`\nseed ${found.seed} at ${wish.code}: ${found.wrong.join("; ")}`);
    console.error("name it in pwa/testing/named-lives.ts when it is mended");
    return 1;
  }
  const total = spans.reduce((sum, [a, b]) => sum + b - a, 0);
  const before = total > lives ? ` (${total} with those before)` : "";
  console.log(
    `${lives} lives ${where} in ${seconds} s with ${wish.jobs} at a time${before}: nothing wrong, at ${wish.code}`,
  );
  return 0;
}

async function catchAll(wish: Wish, began: number): Promise<number> {
  let missed = 0;
  const tasks = mutants.map((_, at): Task => ({ kind: "mutant", at }));
  await spread(wish.jobs, tasks[Symbol.iterator](), (task, { caught }) => {
    if (task.kind !== "mutant") return;
    if (!caught) missed++;
    console.log(`${caught ?? `NOT SEEN in ${enough} lives`} · ${mutants[task.at]?.name}`);
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${mutants.length - missed} of ${mutants.length} faults were seen, in ${seconds} s, at ${wish.code}`);
  return missed > 0 ? 1 : 0;
}

/** Hands tasks to processes, each the next one as soon as it is free. Fails when one of them fails. */
async function spread(
  jobs: number,
  tasks: Iterator<Task>,
  take: (task: Task, outcome: Outcome) => void,
): Promise<void> {
  const workers = Array.from({ length: jobs }, async () => {
    let { value: task, done } = tasks.next();
    if (done) return;
    const worker = spawn(process.execPath, process.execArgv, {
      env: { ...process.env, SIM_WORKER: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    await new Promise<void>((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", (code) =>
        code === 0 && done ? resolve() : reject(new Error(`a worker ended with ${code}`)),
      );
      worker.on("message", (message: Outcome | "ready") => {
        if (message !== "ready") {
          take(task as Task, message);
          ({ value: task, done } = tasks.next());
        }
        worker.send(done ? "end" : task);
      });
    });
  });
  await Promise.all(workers);
}

/** A process that lives the lives it is given. */
export async function work(): Promise<void> {
  // Most faults here are part of a life: where they were made tells nothing, and writing that down takes long.
  Error.stackTraceLimit = 0;
  let server: RealServer | undefined;
  const tell = (message: Outcome | "ready") => process.send?.(message);
  await new Promise<void>((resolve, reject) => {
    process.once("disconnect", resolve);
    process.on("message", (task: Task | "end") => {
      if (task === "end") {
        resolve();
        return;
      }
      if (task.kind === "real") {
        server ??= startRealServer(process.env.SIM_PEER ?? "bin/peer", process.env.TEST_DATABASE_URL ?? "");
      }
      run(task, server).then(tell, reject);
    });
    tell("ready");
  });
  await server?.end();
}

async function run(task: Task, server: RealServer | undefined): Promise<Outcome> {
  if (task.kind === "mutant") {
    const one = mutants[task.at];
    const caught = one && (await caughtAt(one, enough));
    return { done: 0, caught: caught ? `seed ${caught.seed}, ${caught.life.wrong[0]}` : null };
  }
  for (let seed = task.from; seed < task.until; seed++) {
    const wrong = task.kind === "real" && server ? await onReal(seed, server) : await inMemory(seed);
    if (wrong) return { done: seed - task.from + 1, found: wrong };
  }
  return { done: task.until - task.from };
}

async function inMemory(seed: number): Promise<Found | undefined> {
  const { wrong } = await live(seed);
  if (wrong.length === 0 && seed % twice > 0) return;
  const first = await live(seed, { trace: true });
  const second = await live(seed, { trace: true });
  const same = first.trace.join("\n") === second.trace.join("\n") && first.wrong.join() === wrong.join();
  if (!same) wrong.push("it passes in another way each time");
  if (wrong.length > 0) return { seed, wrong, trace: first.trace };
}

async function onReal(seed: number, server: RealServer): Promise<Found | undefined> {
  const stored = browserStorage();
  const { wrong, trace } = await proveEqual(seed, server, stored.storage);
  await stored.end();
  if (wrong.length > 0) return { seed, wrong, trace };
}

function readState({ resume, code, state }: Wish): Span[] {
  if (!resume) return [];
  try {
    const kept = JSON.parse(readFileSync(state, "utf8")) as { code: string; done: Span[] };
    if (kept.code === code) return kept.done;
    console.log(`the lives before were of ${kept.code}: beginning again`);
  } catch {
    console.log("no run to go on with: beginning");
  }
  return [];
}

function writeState({ code, state }: Wish, done: Span[]): void {
  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, JSON.stringify({ code, done }));
}

/** Adds a span to spans, which never touch each other. */
function join(spans: Span[], [from, until]: Span): void {
  const touching = spans.filter(([a, b]) => a <= until && from <= b);
  for (const one of touching) spans.splice(spans.indexOf(one), 1);
  spans.push([Math.min(from, ...touching.map(([a]) => a)), Math.max(until, ...touching.map(([, b]) => b))]);
}
