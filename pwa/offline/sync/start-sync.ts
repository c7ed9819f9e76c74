// The one sync of this tab: what pages know of it and ask of it. Its engine comes with the database, after the first picture.
import { create } from "zustand";
import { type Db, noted, ownerOf, useDevice, withDb } from "#pwa/offline/db";
import type { Engine, Status } from "#pwa/offline/sync/engine";
import { rememberOffset } from "#pwa/offline/sync/server-now";
import { afterFirstAnswers } from "#pwa/offline/sync/shared-read";

/** The app's version on the wire. */
export const appVersion = "2026.11.2";

const calm: Status = { sending: false, paused: null, trouble: null };

/** The state of this tab's sync. */
export const useStatus = create<Status>(() => calm);

let current: { engine: Engine; unlisten: () => void } | null = null;
const receivers = new Set<() => void>();

/** Calls the listener after each stored answer. Returns how to stop. */
export function onReceived(listener: () => void): () => void {
  receivers.add(listener);
  return () => void receivers.delete(listener);
}

/** Starts to sync a profile's database. `mayRun` says whether that profile is still the one who is signed in. */
export async function startSync(db: Db, mayRun: () => boolean): Promise<void> {
  stopSync();
  const owner = ownerOf(db);
  const waited = noted(owner);
  current = withDb().runSync(db, {
    app: appVersion,
    owner,
    mayRun,
    report: (status) => useStatus.setState(status),
    received: () => {
      for (const listener of receivers) listener();
    },
  });
  const { engine } = current;
  useDevice.setState({ db });
  // A storage that fails at this moment may be back for the sync.
  const meta = await db.meta.get("device").catch(() => null);
  if (meta?.off !== undefined) rememberOffset(meta.off);
  if (meta === undefined && waited > 0)
    void import("#pwa/offline/sync/notify-lost").then(({ notifyLost }) => notifyLost(waited));
  void afterFirstAnswers().then(() => engine.start());
}

/** Stops the sync. What is saved stays. */
export function stopSync(): void {
  current?.engine.stop();
  current?.unlisten();
  current = null;
  useStatus.setState(calm);
}

/** The engine, for code that saves. Throws while no one is signed in. */
export function engineNow(): Engine {
  if (!current) throw new Error("nobody is signed in");
  return current.engine;
}

/** Runs a round that begins now. Resolves when it is over, whether it succeeded or not. */
export async function syncNow(): Promise<void> {
  await current?.engine.sync({ fresh: true });
}

/** Sends everything that was saved; true when nothing is left. */
export async function flush(): Promise<boolean> {
  return current ? current.engine.flush() : false;
}

/** The facts that hold an operator's unsent work. */
const operators = ["marks", "planned", "meals"];

/** How many changes are not sent; for an `owner` whose database cannot be opened, the number that was noted. */
export async function pendingCount(owner?: string): Promise<number> {
  const { db } = useDevice.getState();
  if (!db) return owner ? noted(owner) : 0;
  const kept = await db.facts.bulkGet(operators);
  return kept.reduce((sum, one) => sum + Object.keys(one?.value ?? {}).length, await db.ops.count());
}
