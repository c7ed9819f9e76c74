// A scenario: a seed decides what people, devices, the network and the server do next, until every fault is removed. Then
// everything that was saved must be where it belongs. `wrong` lists the invariants that did not hold.

import { createEngine } from "#pwa/offline/sync/engine";
import type { Breach } from "#pwa/testing/fake-server";
import { movesOf } from "#pwa/testing/moves";
import { mutant } from "#pwa/testing/mutant";
import { canonical } from "#pwa/testing/oracle";
import { modelPeer, type Peer, versions } from "#pwa/testing/peer";
import { createSimulation, type Simulation, type SimulationOptions } from "#pwa/testing/simulation";

/** The app as it will be: the same, but for the name of what it says. */
export const nextApp = mutant({ file: "outbox", from: 'k: "day.set/1"', to: `k: "${versions.kind}"` });

export type ScenarioResult = {
  wrong: string[];
  /** The log of everything that happened, when it was asked for. */
  trace: string[];
  effects: number;
  requests: number;
};

export type ScenarioOptions = Partial<Pick<SimulationOptions, "engine" | "next" | "storage" | "unguarded" | "peer">> & {
  breach?: Breach;
  steps?: number;
  trace?: boolean;
};

export async function runScenario(seed: number, options: ScenarioOptions = {}): Promise<ScenarioResult> {
  const { breach, steps = 50, engine = createEngine, next = nextApp, storage, unguarded } = options;
  const peer: Peer = options.peer ?? modelPeer(breach);
  const trace: string[] = [];
  const log = options.trace ? (line: () => string) => void trace.push(line()) : undefined;
  const simulation = createSimulation({ seed, peer, engine, next, storage, unguarded, log });
  const { oracle, random } = simulation;
  const moves = movesOf(simulation);
  const weight = moves.reduce((sum, [one]) => sum + one, 0);
  simulation.device("d0");
  await simulation.settle();
  for (let i = 0; i < steps && oracle.wrong.length === 0; i++) {
    let at = random() * weight;
    const move = moves.find(([one]) => {
      at -= one;
      return at < 0;
    })?.[1];
    simulation.log(() => `${i} ${move?.name ?? ""}`);
    await move?.();
    await simulation.settle();
  }
  if (oracle.wrong.length === 0) await recover(simulation);
  simulation.log(() => canonical([peer.rev(), peer.docs(), peer.effects.map(({ payload, dev, ...effect }) => effect)]));
  const requests = [...simulation.devices, ...simulation.gone].reduce((sum, one) => sum + one.requests, 0);
  return { wrong: oracle.wrong, trace, effects: peer.effects.length, requests };
}

/** Removes every fault; nobody saves anything any more. A tab that was frozen stays so when another one can speak. */
async function recover(simulation: Simulation) {
  const { peer, oracle, devices, settle } = simulation;
  const { wrong } = oracle;
  simulation.connectionLoss = undefined;
  await peer.deploy(true);
  if (!simulation.session?.startsWith("p")) await simulation.signIn("p-recovered");
  // A refusal of the session before may have come late.
  await simulation.wake();
  for (const tab of simulation.tabs()) tab.killAt = null;
  const speaking = () => devices.filter((one) => !peer.revoked(one.memory.kept.meta?.dev ?? ""));
  /** Opens a tab on every device that may sync; one that paused as revoked is opened again. */
  const openTabs = async () => {
    for (const one of speaking()) {
      for (const tab of one.tabs) if (tab.paused === "revoked") tab.dead = true;
      if (!one.tabs.some((tab) => !tab.dead && !tab.frozen)) simulation.open(one);
      await settle();
    }
  };
  const deliverAll = async () => {
    for (let i = 0; i < 40 && (simulation.outbound.length > 0 || simulation.inbound.length > 0); i++) {
      for (const message of [...simulation.outbound]) await simulation.deliver(message);
      for (const bring of simulation.inbound.splice(0)) {
        bring();
        await settle();
      }
      await simulation.wake();
      await openTabs();
    }
  };
  for (const one of devices) one.requests = 0;
  await openTabs();
  await deliverAll();
  const recoveredAt = simulation.clock;
  await drain();
  // A frozen holder costs lockTimeout, a failed round up to a minute.
  if (simulation.clock - recoveredAt > 150_000) wrong.push(`it took ${simulation.clock - recoveredAt} ms`);
  await catchUp();
  await splitClones();

  async function drain() {
    const waiting = () => speaking().some((one) => one.memory.kept.ops.length > 0);
    for (let i = 0; i < 300 && waiting() && wrong.length === 0; i++) {
      simulation.tick();
      await settle();
      await deliverAll();
    }
    for (const one of speaking()) {
      if (one.memory.kept.ops.length > 0) wrong.push(`${one.name}: ${one.memory.kept.ops.length} never sent`);
    }
  }

  /** Everybody asks for what they do not know. */
  async function catchUp() {
    for (const one of speaking()) {
      const tab = one.tabs.find((each) => !each.dead && !each.frozen);
      one.holder = null;
      void tab?.engine.sync({ fresh: true });
      await settle();
      await deliverAll();
      // A question whose answer was lost is given up after its time; then the one that was asked for here follows.
      for (let i = 0; i < 100 && one.memory.kept.meta?.cur !== peer.rev(); i++) {
        simulation.tick();
        await settle();
        await deliverAll();
      }
    }
  }

  /** After a restore the numbers of one copy may fill what was lost of the other: with their next change they part. */
  async function splitClones() {
    const together = oracle.restored() ? oracle.unsplitClones(speaking()) : [];
    if (together.length === 0 || wrong.length > 0) return;
    const both = new Set<unknown>(together.flatMap(({ from, to }) => [from, to]));
    for (const one of speaking().filter((each) => both.has(each))) {
      const tab = one.tabs.find((each) => !each.dead && !each.frozen);
      void tab?.engine.edit("2026-11-27", () => ({ items: [{ meal: `apart ${one.name}`, qty: 1 }] }));
      await settle();
    }
    await drain();
    await catchUp();
  }

  if (wrong.length > 0) return;
  const silent = devices.filter((one) => !speaking().includes(one));
  for (const one of silent) {
    const unsent = new Set(one.memory.kept.ops.map((op) => op.id));
    one.history = one.history.filter(({ id }) => !unsent.has(id));
  }
  oracle.checkFinalState(speaking(), [...simulation.gone, ...silent]);
}
