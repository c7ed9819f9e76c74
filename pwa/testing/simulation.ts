// A simulation of devices, tabs, a network and time, in which nothing happens by itself. `runScenario` decides what happens, and
// in which order. After every commit on a device the oracle checks it.
import { monotonicFactory } from "ulid";
import { Fault, Offline } from "#pwa/offline/server";
import type { Engine, createEngine as engineOf, Paused, Status } from "#pwa/offline/sync/engine";
import type { SyncRequest } from "#pwa/offline/wire";
import type { Answer } from "#pwa/testing/fake-server";
import { type Backing, copyOf, type Kept, memoryStore } from "#pwa/testing/memory-store";
import { type Cloned, canonical, createOracle, type ObservedDevice } from "#pwa/testing/oracle";
import { type ConnectionLoss, type Peer, versions } from "#pwa/testing/peer";
import { seeded } from "#pwa/testing/seeded";

export type CreateEngine = typeof engineOf;

/** Where a device's rows are, and how they come through an update of the app. */
export type Storage = Backing & { upgrade: () => Promise<void> };

export type Device = ObservedDevice & {
  tabs: Tab[];
  holder: Tab | null;
  /** Whether this browser has no locks. */
  lockless: boolean;
  /** Whether it runs the next version of the app. */
  updated: boolean;
  /** How far its clock is off, ms. */
  skew: number;
  storage?: Promise<Storage>;
  requests: number;
};

export type Tab = {
  device: Device;
  engine: Engine;
  dead: boolean;
  frozen: boolean;
  paused: Paused | null;
  killAt: string | null;
};

export type Message = {
  tab: Tab;
  session: string;
  request: SyncRequest;
  answer: (answer: Answer) => void;
  fail: (why: "network" | "timeout") => void;
};

type Timer = { at: number; fire: () => void; tab: Tab; off: boolean };

export type SimulationOptions = {
  seed: number;
  peer: Peer;
  engine: CreateEngine;
  /** The engine of the next version of the app. */
  next: CreateEngine;
  /** Where a device's rows are; in memory when not given. */
  storage?: (from: Kept | undefined) => Promise<Storage>;
  /** Whether anything is sent whoever is signed in. */
  unguarded?: boolean;
  /** Receives a line for everything that happens. */
  log?: Log;
};

/** The morning of Saturday, two days before the first day that can be ordered. */
const morning = Date.UTC(2026, 10, 21, 8);
const noLog: Log = () => undefined;
const never = new Promise<never>(() => undefined);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Takes a function that makes a line, which is only called when there is a log. */
type Log = (line: () => string) => void;

export type Simulation = ReturnType<typeof createSimulation>;

export function createSimulation({ seed, peer, engine, next, storage, unguarded, log = noLog }: SimulationOptions) {
  const random = seeded(seed);
  const devices: Device[] = [];
  const gone: Device[] = [];
  const clones: Cloned[] = [];
  const oracle = createOracle(peer, clones);
  const inbound: (() => void)[] = [];
  let timers: Timer[] = [];
  let tabs = 0;
  const self = {
    clock: morning,
    /** Requests that are on their way. */
    outbound: [] as Message[],
    /** Under which session the browser is; nobody is signed in when null. */
    session: "p0" as string | null,
    /** How many operations a proxy on the way lets through at once. */
    narrow: random() < 0.5 ? 3 : 100,
    /** Where the database connection is lost under the next request. */
    connectionLoss: undefined as ConnectionLoss | undefined,
  };

  /** Lets everything happen that needs no time. */
  const settle = async () => {
    do await turn();
    while (devices.some((one) => one.memory.busy > 0));
  };

  function device(name: string, from?: Device): Device {
    const stored = storage?.(from?.memory.kept);
    const one: Device = {
      name,
      memory: memoryStore(
        from && copyOf(from.memory.kept),
        (before, after) => oracle.committed(one, before, after),
        stored,
      ),
      tabs: [],
      holder: null,
      lockless: random() < 0.2,
      updated: from?.updated ?? false,
      skew: 0,
      history: from ? [...from.history] : [],
      shown: new Map([...(from?.shown ?? [])].map(([date, seen]) => [date, new Set(seen)])),
      saves: 0,
      requests: 0,
      ...(stored && { storage: stored }),
    };
    devices.push(one);
    open(one);
    return one;
  }

  function open(on: Device): Tab {
    // Each tab has chances of its own, so that two tabs cannot change each other's by being sooner.
    const chance = seeded(Math.imul(seed, 1_000_003) + ++tabs);
    const ulid = monotonicFactory(chance);
    let troubled: Status["trouble"] = null;
    const tab = { device: on, dead: false, frozen: false, paused: null, killAt: null } as unknown as Tab;
    tab.engine = (on.updated ? next : engine)({
      app: on.updated ? versions.next : versions.out,
      newId: () => ulid(self.clock),
      now: () => self.clock + on.skew,
      mono: () => self.clock,
      random: chance,
      store: (step) => (tab.dead ? never : on.memory.store(step).finally(() => (tab.dead ? never : undefined))),
      timer: (ms, fire) => {
        const timer: Timer = { at: self.clock + ms, fire, tab, off: tab.dead };
        timers.push(timer);
        return () => {
          timer.off = true;
        };
      },
      lock: async (work) => {
        if (tab.dead) return never;
        if (!on.lockless) {
          if (on.holder && !on.holder.dead) return false;
          on.holder = tab;
        }
        await work().finally(() => {
          if (on.holder === tab) on.holder = null;
        });
        return true;
      },
      send: (request) => {
        if (tab.dead) return never;
        const { session } = self;
        // Another tab may have changed who is signed in: what one person saved never goes out as another.
        if (session === null || (session === "stranger" && !unguarded)) throw new Fault(401);
        on.requests++;
        return new Promise((resolve, reject) => {
          const fail = (why: "network" | "timeout") => reject(new Offline(why));
          const answer = (got: Answer) =>
            "reply" in got ? resolve(got.reply) : reject(new Fault(got.status, { reason: got.reason }));
          self.outbound.push({ tab, session, request, answer, fail });
          timers.push({ at: self.clock + 12_000, fire: () => fail("timeout"), tab, off: false });
        });
      },
      report: ({ paused, trouble }) => {
        tab.paused = paused;
        const next = !tab.dead && trouble && trouble !== troubled ? trouble.nextTry - on.skew : undefined;
        if (next !== undefined && !timers.some((one) => one.tab === tab && !one.off && one.at === next)) {
          oracle.wrong.push(`${on.name}: a failed round has no next try`);
        }
        troubled = trouble;
      },
      failPoint: (name) => {
        if (tab.killAt !== name) return;
        tab.dead = true;
        log(() => `${on.name} dies ${name}`);
        throw new Error(`killed ${name}`);
      },
    });
    on.tabs.push(tab);
    tab.engine.start();
    return tab;
  }

  /** What the server says to a request, if it comes so far. */
  async function ask({ tab, request, session }: Message, times = 1): Promise<Answer[]> {
    const { connectionLoss } = self;
    const requests = Array.from({ length: times }, () => request);
    if (request.ops.length > self.narrow) return requests.map(() => ({ status: 413, reason: "too_large" }));
    if (times === 1) self.connectionLoss = undefined;
    const how = { session, now: self.clock, ...(times === 1 && connectionLoss !== undefined && { connectionLoss }) };
    const answers = await peer.send(requests, how);
    log(() => `${tab.device.name} asks ${JSON.stringify(request)}`);
    // Of two that come at the same time, nobody knows which was first.
    log(() => `${tab.device.name} receives ${answers.map(describeAnswer).sort().join(" and ")}`);
    return answers;
  }

  /** The request comes; its answer is on its way. */
  async function deliver(message: Message): Promise<void> {
    self.outbound = self.outbound.filter((one) => one !== message);
    const [answer] = await ask(message);
    inbound.push(() => {
      if (!message.tab.dead && answer) message.answer(answer);
    });
  }

  /** Time passes until the next timer. */
  function tick(): void {
    timers = timers.filter((timer) => !timer.off && !timer.tab.dead);
    let next: Timer | undefined;
    for (const timer of timers) if (!timer.tab.frozen && (!next || timer.at < next.at)) next = timer;
    if (!next) return;
    next.off = true;
    self.clock = Math.max(self.clock, next.at);
    next.fire();
  }

  /** After signing in, the app of every tab that had fallen silent begins again. */
  async function wake(): Promise<void> {
    for (const tab of devices.flatMap((one) => one.tabs)) {
      if (tab.dead || tab.paused !== "signed_out") continue;
      tab.dead = true;
      open(tab.device);
      await settle();
    }
  }

  async function signIn(session: string): Promise<void> {
    await peer.signIn(session);
    self.session = session;
    await wake();
  }

  return Object.assign(self, {
    random,
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)],
    peer,
    oracle,
    log,
    devices,
    gone,
    clones,
    inbound,
    device,
    open,
    settle,
    ask,
    deliver,
    tick,
    wake,
    signIn,
    tabs: () => devices.flatMap((one) => one.tabs).filter((tab) => !tab.dead),
    awake: () => devices.flatMap((one) => one.tabs).filter((tab) => !tab.dead && !tab.frozen && !tab.paused),
  });
}

/** An answer in one writing, whoever gave it. */
function describeAnswer(answer: Answer): string {
  if (!("reply" in answer)) return `${answer.status} ${answer.reason}`;
  const { docs = [] } = answer.reply;
  return `200 ${canonical({ ...answer.reply, docs: [...docs].sort((a, b) => (a.date < b.date ? -1 : 1)) })}`;
}
