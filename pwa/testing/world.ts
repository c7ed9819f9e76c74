// A small world of devices, tabs, a network and a server, in which a seed decides what happens next. After every commit on
// a device and at the end a judge looks at it, and `wrong` tells what was not as it must be.
import { monotonicFactory } from "ulid";
import { Fault, Offline } from "#pwa/server";
import type { Engine, createEngine as engineOf } from "#pwa/sync/engine";
import { type Breach, fakeServer } from "#pwa/testing/fakeServer";
import { type Cloned, type Judged, judgeOf } from "#pwa/testing/judge";
import { type Backing, copyOf, type Kept, memoryShelf } from "#pwa/testing/memoryShelf";
import { seeded } from "#pwa/testing/seeded";
import type { SyncReply, SyncRequest } from "#pwa/wire";

export type CreateEngine = typeof engineOf;

type Device = Judged & {
  tabs: Tab[];
  holder: Tab | null;
  /** Whether this browser has no locks. */
  lockless: boolean;
  requests: number;
};

type Tab = { device: Device; engine: Engine; dead: boolean; frozen: boolean; paused: boolean; killAt: string | null };

type Message = {
  tab: Tab;
  request: SyncRequest;
  answer: (reply: SyncReply) => void;
  refuse: (cause: unknown) => void;
};

type Timer = { at: number; fire: () => void; tab: Tab; off: boolean };

const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"];
const failPoints = ["in-save", "after-save", "after-sentN", "after-fetch", "in-receive", "after-receive"];
const never = new Promise<never>(() => undefined);
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

type Circumstances = {
  breach?: Breach;
  /** Where a device's rows are; in memory when not given. */
  backing?: (from: Kept | undefined) => Promise<Backing>;
};

export async function live(createEngine: CreateEngine, seed: number, steps: number, given: Circumstances = {}) {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const ulid = monotonicFactory(random);
  const server = fakeServer(given.breach);
  const devices: Device[] = [];
  const clones: Cloned[] = [];
  const trace: string[] = [];
  const { wrong, see, committed, atRest } = judgeOf(server);
  let outbound: Message[] = [];
  const inbound: (() => void)[] = [];
  let timers: Timer[] = [];
  let clock = 1_764_000_000_000;
  let tags = 0;
  // Half of the worlds have a server that takes few operations at once.
  if (random() < 0.5) server.state.limits = { ops: 3, bytes: 65_536 };

  const settle = async () => {
    do await turn();
    while (devices.some((one) => one.memory.busy > 0));
  };

  function device(name: string, from?: Device): Device {
    const self: Device = {
      name,
      memory: memoryShelf(
        from && copyOf(from.memory.kept),
        (before, after) => committed(self, before, after),
        given.backing?.(from?.memory.kept),
      ),
      tabs: [],
      holder: null,
      lockless: random() < 0.2,
      history: from ? [...from.history] : [],
      shown: new Map([...(from?.shown ?? [])].map(([date, seen]) => [date, new Set(seen)])),
      saves: 0,
      requests: 0,
    };
    devices.push(self);
    open(self);
    return self;
  }

  function open(on: Device): Tab {
    const tab: Tab = {
      device: on,
      dead: false,
      frozen: false,
      paused: false,
      killAt: null,
      engine: undefined as never,
    };
    tab.engine = createEngine({
      app: "2026.11.1",
      newId: () => ulid(clock),
      now: () => clock,
      mono: () => clock,
      random,
      shelf: (step) => (tab.dead ? never : on.memory.shelf(step).finally(() => (tab.dead ? never : undefined))),
      timer: (ms, fire) => {
        const timer: Timer = { at: clock + ms, fire, tab, off: tab.dead };
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
        on.requests++;
        return new Promise((answer, refuse) => {
          outbound.push({ tab, request, answer, refuse });
          timers.push({ at: clock + 12_000, fire: () => refuse(new Offline("timeout")), tab, off: false });
        });
      },
      report: (status) => {
        tab.paused = status.paused !== null;
      },
      failPoint: (name) => {
        if (tab.killAt !== name) return;
        tab.dead = true;
        throw new Error(`killed ${name}`);
      },
    });
    on.tabs.push(tab);
    tab.engine.start();
    return tab;
  }

  const awake = () => devices.flatMap((one) => one.tabs).filter((tab) => !tab.dead && !tab.frozen && !tab.paused);

  function deliver(message: Message) {
    outbound = outbound.filter((one) => one !== message);
    const { tab, request } = message;
    const answer = server.sync(structuredClone(request), clock);
    trace.push(
      `${tab.device.name} ${request.dev.slice(-4)} ${request.cur} [${request.ops.map((op) => op.n)}] ${answer.status}`,
    );
    inbound.push(() => {
      if (tab.dead) return;
      if ("reply" in answer) message.answer(answer.reply);
      else message.refuse(new Fault(answer.status, { reason: answer.reason }));
    });
  }

  function tickOnce() {
    timers = timers.filter((timer) => !timer.off && !timer.tab.dead);
    const next = timers.filter((timer) => !timer.tab.frozen).sort((a, b) => a.at - b.at)[0];
    if (!next) return;
    next.off = true;
    clock = Math.max(clock, next.at);
    next.fire();
  }

  const moves: [weight: number, move: () => unknown][] = [
    [30, edit],
    [
      22,
      () => {
        const message = pick(outbound);
        if (message) deliver(message);
      },
    ],
    [22, () => inbound.splice(Math.floor(random() * inbound.length), 1)[0]?.()],
    [20, tickOnce],
    [4, duplicate],
    [4, () => pick(outbound)?.refuse(new Offline(random() < 0.5 ? "network" : "timeout"))],
    [3, () => inbound.splice(0, 1)],
    [8, kill],
    [5, restart],
    [3, clone],
    [3, () => devices.length < 4 && device(`d${devices.length}`)],
    [3, openTab],
    [4, () => pick(awake())?.engine.sync({ fresh: true })],
    [3, decide],
    [3, office],
    [2, expire],
    [2, freeze],
    [2, () => server.crash()],
    [3, () => (clock += Math.floor(random() * 20_000))],
  ];
  const weight = moves.reduce((sum, [one]) => sum + one, 0);

  function edit() {
    const tab = pick(awake());
    const date = pick(dates);
    if (!tab || !date) return;
    tags++;
    const items = random() < 0.1 ? [] : [{ meal: `m${tags}`, qty: 1 }];
    return tab.engine.edit(date, () => ({ items })).catch(() => undefined);
  }

  /** The network brings a request twice, the second time with nobody waiting for it. */
  function duplicate() {
    const message = pick(outbound);
    if (!message) return;
    const first = server.sync(structuredClone(message.request), clock);
    const second = server.sync(structuredClone(message.request), clock);
    if ("reply" in first && "reply" in second && JSON.stringify(first.reply.res) !== JSON.stringify(second.reply.res)) {
      wrong.push(`I2 ${message.tab.device.name}: another result the second time`);
    }
  }

  function kill() {
    const tab = pick(awake());
    if (!tab) return;
    if (random() < 0.3) tab.dead = true;
    else tab.killAt = pick(failPoints) ?? null;
  }

  function restart() {
    for (const one of devices) if (one.tabs.every((tab) => tab.dead)) open(one);
  }

  function clone() {
    const from = pick(devices);
    if (!from || devices.length >= 4) return;
    const to = device(`${from.name}'`, from);
    clones.push({ from, to, saves: [from.saves, to.saves] });
  }

  function openTab() {
    const on = pick(devices);
    if (on && on.tabs.filter((tab) => !tab.dead).length < 3) open(on);
  }

  function decide() {
    const tab = pick(awake());
    const doc = [...(tab?.device.memory.kept.base.values() ?? [])].find((one) => one.alt);
    if (!tab || !doc) return;
    see(tab.device, doc.date, doc.items);
    for (const other of doc.alt ?? []) see(tab.device, doc.date, other.items);
    tags++;
    return tab.engine.edit(doc.date, () => ({ items: [{ meal: `m${tags}`, qty: 2 }] }), doc.rev).catch(() => undefined);
  }

  function office() {
    const date = pick(dates) ?? "";
    tags++;
    server.write(ulid(clock), { date, items: [{ meal: `o${tags}`, qty: 1 }], seen: server.rev() });
  }

  function expire() {
    server.state.signedIn = !server.state.signedIn;
    if (server.state.signedIn) signInAgain();
  }

  function signInAgain() {
    for (const tab of devices.flatMap((one) => one.tabs)) {
      if (tab.dead || !tab.paused) continue;
      tab.dead = true;
      open(tab.device);
    }
  }

  function freeze() {
    const tab = pick(devices.flatMap((one) => one.tabs).filter((one) => !one.dead));
    if (tab) tab.frozen = !tab.frozen;
  }

  device("d0");
  for (let i = 0; i < steps && wrong.length === 0; i++) {
    let at = random() * weight;
    const move = moves.find(([one]) => {
      at -= one;
      return at < 0;
    })?.[1];
    trace.push(`${i} ${move?.name ?? ""}`);
    void move?.();
    await settle();
  }

  // Everything heals; nobody saves anything any more. A tab that was frozen stays so when another one can speak.
  server.state.signedIn = true;
  for (const one of devices) for (const tab of one.tabs) tab.killAt = null;
  signInAgain();
  for (const one of devices) {
    if (!one.tabs.some((tab) => !tab.dead && !tab.frozen)) open(one);
    one.requests = 0;
  }
  const calm = async () => {
    for (let i = 0; i < 40 && (outbound.length > 0 || inbound.length > 0); i++) {
      for (const message of outbound) deliver(message);
      for (const bring of inbound.splice(0)) bring();
      await settle();
      signInAgain();
      await settle();
    }
  };
  const waiting = () => devices.some((one) => one.memory.kept.ops.length > 0);
  await settle();
  await calm();
  const healed = clock;
  for (let i = 0; i < 200 && waiting() && wrong.length === 0; i++) {
    tickOnce();
    await settle();
    await calm();
  }
  for (const one of devices) {
    if (one.memory.kept.ops.length > 0) wrong.push(`I8 ${one.name}: ${one.memory.kept.ops.length} never sent`);
  }
  // A frozen holder costs lockPatience, a failed round up to a minute.
  if (clock - healed > 150_000) wrong.push(`I9: it took ${clock - healed} ms`);
  for (const one of devices) {
    const tab = one.tabs.find((each) => !each.dead && !each.frozen);
    one.holder = null;
    void tab?.engine.sync({ fresh: true });
    await settle();
    await calm();
    // A question whose answer was lost is given up after its time; then the one that was asked for here follows.
    for (let i = 0; i < 100 && one.memory.kept.meta?.cur !== server.rev(); i++) {
      tickOnce();
      await settle();
      await calm();
    }
  }
  if (wrong.length === 0) atRest(devices, clones);

  return {
    wrong,
    trace,
    effects: server.effects.length,
    requests: devices.reduce((sum, one) => sum + one.requests, 0),
  };
}
