// Runs very many scenarios, spread over processes: the work behind scripts/sim. Progress is stored after every chunk, so that a
// run that was stopped can go on; a run counts for one state of the code.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { browserStorage } from "#pwa/testing/browser-storage";
import { detectedAt, mutants } from "#pwa/testing/mutants";
import { proveEqual } from "#pwa/testing/prove-equal";
import { type RealServer, startRealServer } from "#pwa/testing/real-peer";
import { runScenario } from "#pwa/testing/scenario";

/** What scripts/sim was asked for. `code` names the state of the code. */
export type Options = {
  seeds: number;
  from: number;
  jobs: number;
  /** Starts no new scenarios after so many seconds; 0 for never. */
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
type Outcome = { done: number; found?: Found; detected?: string | null };
type Span = [from: number, until: number];

const chunk = { model: 250, real: 10 };
/** One of so many scenarios is run twice: it must pass in the same way. */
const twice = 50;
const enough = 2000;

/** Does the whole work; answers the code to exit with. */
export async function simulate(options: Options): Promise<number> {
  const began = Date.now();
  return options.mutants ? runMutants(options, began) : runSeeds(options, began);
}

async function runSeeds(options: Options, began: number): Promise<number> {
  const kind = options.real ? "real" : "model";
  const kept = readState(options);
  const until = options.from + options.seeds;
  const late = () => options.seconds > 0 && Date.now() - began > options.seconds * 1000;
  let done = 0;
  let found: Found | undefined;
  const spans: Span[] = kept;
  const tasks = function* (): Generator<Task> {
    for (let from = options.from; from < until; from += chunk[kind]) {
      const end = Math.min(from + chunk[kind], until);
      if (spans.some(([a, b]) => a <= from && end <= b)) continue;
      if (late() || found) return;
      yield { kind, from, until: end };
    }
  };
  await spread(options.jobs, tasks(), (task, outcome) => {
    done += outcome.done;
    found ??= outcome.found;
    if (outcome.found || task.kind === "mutant") return;
    join(spans, [task.from, task.until]);
    writeState(options, spans);
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const where = options.real ? "on the real server and, with the same answers, on its model" : "in memory";
  if (found) {
    console.error(found.trace.slice(-60).join("\n"));
    console.error(`\nseed ${found.seed} at ${options.code}: ${found.wrong.join("; ")}`);
    console.error("add it to pwa/testing/regression-seeds.ts when it is fixed");
    return 1;
  }
  const total = spans.reduce((sum, [a, b]) => sum + b - a, 0);
  const before = total > done ? ` (${total} with those before)` : "";
  console.log(
    `${done} scenarios ${where} in ${seconds} s with ${options.jobs} at a time${before}: nothing wrong, at ${options.code}`,
  );
  return 0;
}

async function runMutants(options: Options, began: number): Promise<number> {
  let missed = 0;
  const tasks = mutants.map((_, at): Task => ({ kind: "mutant", at }));
  await spread(options.jobs, tasks[Symbol.iterator](), (task, { detected }) => {
    if (task.kind !== "mutant") return;
    if (!detected) missed++;
    console.log(`${detected ?? `NOT SEEN in ${enough} scenarios`} · ${mutants[task.at]?.name}`);
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${mutants.length - missed} of ${mutants.length} faults were seen, in ${seconds} s, at ${options.code}`);
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

/** A process that runs the scenarios it is given. */
export async function work(): Promise<void> {
  // Most errors here are part of a scenario: their stack traces are of no use, and making them takes long.
  Error.stackTraceLimit = 0;
  let server: RealServer | undefined;
  const send = (message: Outcome | "ready") => process.send?.(message);
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
      run(task, server).then(send, reject);
    });
    send("ready");
  });
  await server?.end();
}

async function run(task: Task, server: RealServer | undefined): Promise<Outcome> {
  if (task.kind === "mutant") {
    const one = mutants[task.at];
    const detected = one && (await detectedAt(one, enough));
    return { done: 0, detected: detected ? `seed ${detected.seed}, ${detected.result.wrong[0]}` : null };
  }
  for (let seed = task.from; seed < task.until; seed++) {
    const wrong = task.kind === "real" && server ? await onReal(seed, server) : await inMemory(seed);
    if (wrong) return { done: seed - task.from + 1, found: wrong };
  }
  return { done: task.until - task.from };
}

async function inMemory(seed: number): Promise<Found | undefined> {
  const { wrong } = await runScenario(seed);
  if (wrong.length === 0 && seed % twice > 0) return;
  const first = await runScenario(seed, { trace: true });
  const second = await runScenario(seed, { trace: true });
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

function readState({ resume, code, state }: Options): Span[] {
  if (!resume) return [];
  try {
    const kept = JSON.parse(readFileSync(state, "utf8")) as { code: string; done: Span[] };
    if (kept.code === code) return kept.done;
    console.log(`the scenarios before were of ${kept.code}: beginning again`);
  } catch {
    console.log("no run to go on with: beginning");
  }
  return [];
}

function writeState({ code, state }: Options, done: Span[]): void {
  mkdirSync(dirname(state), { recursive: true });
  writeFileSync(state, JSON.stringify({ code, done }));
}

/** Adds a span to spans, which never touch each other. */
function join(spans: Span[], [from, until]: Span): void {
  const touching = spans.filter(([a, b]) => a <= until && from <= b);
  for (const one of touching) spans.splice(spans.indexOf(one), 1);
  spans.push([Math.min(from, ...touching.map(([a]) => a)), Math.max(until, ...touching.map(([, b]) => b))]);
}
