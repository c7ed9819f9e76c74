// One phone through very many versions of the app, each of which finds work that is not sent: what is saved under one version
// is brought up by the next, whose first try dies in the middle, and sent by it.
import { monotonicFactory } from "ulid";
import { Offline } from "#pwa/offline/server";
import { createEngine } from "#pwa/offline/sync/engine";
import type { Op, SyncReply, SyncRequest } from "#pwa/offline/wire";
import { browserStorage } from "#pwa/testing/browser-storage";
import { type Breach, fakeServer } from "#pwa/testing/fake-server";
import { versions } from "#pwa/testing/peer";
import { nextApp } from "#pwa/testing/scenario";
import { seeded } from "#pwa/testing/seeded";
import type { CreateEngine, Storage } from "#pwa/testing/simulation";

export type Cycles = {
  saved: number;
  /** Operations that an update changed or lost, that never came, or that had their effect more than once. */
  changed: number;
  lost: number;
  doubled: number;
};

type Faults = { bring?: (storage: Storage) => Promise<void>; breach?: Breach };

const brought = (storage: Storage) => storage.upgrade();
const days = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];
export const pendingEach = 10;

/**
 * Lives through so many updates with ten operations pending in each. To see that it sees: `bring` may bring up the rows in a
 * wrong way, and the server may break a rule.
 */
export async function updateCycles(cycles: number, { bring = brought, breach }: Faults = {}): Promise<Cycles> {
  const places = browserStorage();
  const storage = await places.storage(undefined);
  const server = fakeServer(breach);
  server.state.kinds = ["day.set/1", versions.kind];
  const chance = seeded(1);
  const ulid = monotonicFactory(chance);
  const saved: Op[] = [];
  const found: Cycles = { saved: 0, changed: 0, lost: 0, doubled: 0 };
  let clock = Date.UTC(2026, 10, 21, 8);

  /** The app of a version, with a network that may lose what it carries. */
  const app = (create: CreateEngine, version: string, carry: (request: SyncRequest) => SyncReply) =>
    create({
      app: version,
      store: storage.store,
      newId: () => ulid(clock),
      now: () => clock,
      mono: () => clock,
      random: chance,
      timer: () => () => undefined,
      lock: async (work) => {
        await work();
        return true;
      },
      send: async (request) => carry(request),
    });

  for (let cycle = 0; cycle < cycles; cycle++) {
    clock += 86_400_000;
    const [older, newer] = cycle % 2 === 0 ? [createEngine, nextApp] : [nextApp, createEngine];
    server.state.app = `2026.12.${cycle + 1}`;
    const before = app(older, `2026.12.${cycle}`, (request) => {
      // Every third time the server does it all, and its answer is lost.
      if (cycle % 3 === 2) server.sync(structuredClone(request), clock);
      throw new Offline("network");
    });
    for (let i = 0; i < pendingEach; i++) {
      const items = [{ meal: `m${cycle}-${i}`, qty: 1 }];
      await before.edit(days[i % days.length] ?? "", () => ({ items }));
    }
    await before.sync();
    before.stop();
    const { ops } = await storage.read();
    saved.push(...ops);
    found.saved += ops.length;
    await bring(storage);
    const after = (await storage.read()).ops;
    found.changed += ops.filter((op) => !after.some((kept) => JSON.stringify(kept) === JSON.stringify(op))).length;
    const next = app(newer, `2026.12.${cycle + 1}`, (request) => server.reply(structuredClone(request), clock));
    await next.sync();
    next.stop();
  }
  await places.end();
  const times = new Map<string, number>();
  for (const { id } of server.effects) times.set(id, (times.get(id) ?? 0) + 1);
  for (const { id } of saved) {
    if (!times.has(id)) found.lost++;
    if ((times.get(id) ?? 0) > 1) found.doubled++;
  }
  return found;
}
