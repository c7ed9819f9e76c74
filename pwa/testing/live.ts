// A life: a seed decides what people, devices, the network and the server do next, until everything heals. Then all that was
// saved must be where it belongs. `wrong` tells what was not as it must be.

import { createEngine } from "#pwa/offline/sync/engine";
import type { Breach } from "#pwa/testing/fake-server";
import { canonical } from "#pwa/testing/judge";
import { movesOf } from "#pwa/testing/moves";
import { mutant } from "#pwa/testing/mutant";
import { modelPeer, type Peer, versions } from "#pwa/testing/peer";
import { type Given, type World, worldOf } from "#pwa/testing/world";

/** The app as it will be: the same, but for the name of what it says. */
export const nextApp = mutant({ file: "outbox", from: 'k: "day.set/1"', to: `k: "${versions.kind}"` });

export type Life = {
  wrong: string[];
  /** Everything that was said, when it was asked for. */
  trace: string[];
  effects: number;
  requests: number;
};

export type Circumstances = Partial<Pick<Given, "engine" | "next" | "storage" | "unguarded" | "peer">> & {
  breach?: Breach;
  steps?: number;
  trace?: boolean;
};

export async function live(seed: number, given: Circumstances = {}): Promise<Life> {
  const { breach, steps = 50, engine = createEngine, next = nextApp, storage, unguarded } = given;
  const peer: Peer = given.peer ?? modelPeer(breach);
  const trace: string[] = [];
  const tell = given.trace ? (line: () => string) => void trace.push(line()) : undefined;
  const world = worldOf({ seed, peer, engine, next, storage, unguarded, tell });
  const { judge, random } = world;
  const moves = movesOf(world);
  const weight = moves.reduce((sum, [one]) => sum + one, 0);
  world.device("d0");
  await world.settle();
  for (let i = 0; i < steps && judge.wrong.length === 0; i++) {
    let at = random() * weight;
    const move = moves.find(([one]) => {
      at -= one;
      return at < 0;
    })?.[1];
    world.tell(() => `${i} ${move?.name ?? ""}`);
    await move?.();
    await world.settle();
  }
  if (judge.wrong.length === 0) await heal(world);
  world.tell(() => canonical([peer.rev(), peer.docs(), peer.effects.map(({ payload, dev, ...told }) => told)]));
  const requests = [...world.devices, ...world.gone].reduce((sum, one) => sum + one.requests, 0);
  return { wrong: judge.wrong, trace, effects: peer.effects.length, requests };
}

/** Everything heals; nobody saves anything any more. A tab that was frozen stays so when another one can speak. */
async function heal(world: World) {
  const { peer, judge, devices, settle } = world;
  const { wrong } = judge;
  world.die = undefined;
  await peer.deploy(true);
  if (!world.session?.startsWith("p")) await world.signIn("p-healed");
  // A refusal of the session before may have come late.
  await world.wake();
  for (const tab of world.tabs()) tab.killAt = null;
  const speaking = () => devices.filter((one) => !peer.revoked(one.memory.kept.meta?.dev ?? ""));
  /** A device that may speak does. One that was told otherwise asks again in a new sitting. */
  const attend = async () => {
    for (const one of speaking()) {
      for (const tab of one.tabs) if (tab.paused === "revoked") tab.dead = true;
      if (!one.tabs.some((tab) => !tab.dead && !tab.frozen)) world.open(one);
      await settle();
    }
  };
  const calm = async () => {
    for (let i = 0; i < 40 && (world.outbound.length > 0 || world.inbound.length > 0); i++) {
      for (const message of [...world.outbound]) await world.deliver(message);
      for (const bring of world.inbound.splice(0)) {
        bring();
        await settle();
      }
      await world.wake();
      await attend();
    }
  };
  for (const one of devices) one.requests = 0;
  await attend();
  await calm();
  const healed = world.clock;
  await drain();
  // A frozen holder costs lockPatience, a failed round up to a minute.
  if (world.clock - healed > 150_000) wrong.push(`it took ${world.clock - healed} ms`);
  await catchUp();
  await part();

  async function drain() {
    const waiting = () => speaking().some((one) => one.memory.kept.ops.length > 0);
    for (let i = 0; i < 300 && waiting() && wrong.length === 0; i++) {
      world.tick();
      await settle();
      await calm();
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
      await calm();
      // A question whose answer was lost is given up after its time; then the one that was asked for here follows.
      for (let i = 0; i < 100 && one.memory.kept.meta?.cur !== peer.rev(); i++) {
        world.tick();
        await settle();
        await calm();
      }
    }
  }

  /** After a restore the numbers of one copy may fill what was lost of the other: with their next change they part. */
  async function part() {
    const together = judge.restored() ? judge.unparted(speaking()) : [];
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
  judge.atRest(speaking(), [...world.gone, ...silent]);
}
