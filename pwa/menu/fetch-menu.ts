// Keeps the menus of the offered weeks on the device, so that meals can be chosen offline. The content of a menu under a
// hash never changes: it is fetched once, and dropped when its week gets another hash or is no longer offered.
import { create } from "zustand";
import { type Db, readValue, useDevice, writeValue } from "#pwa/offline/db";
import { call, Offline } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import { afterFirstAnswers } from "#pwa/offline/sync/shared-read";
import { onReceived } from "#pwa/offline/sync/start-sync";
import type { MenuWeek } from "#pwa/offline/wire";

type Fetching = {
  /** Menus are being loaded, or the sync that names them is. */
  fetching: boolean;
  failed: boolean;
  /** Weeks whose menus are stored, which screens are about to read. */
  stored: readonly string[];
};

/** The progress of loading, so that a screen can tell "not yet" from "not reachable". */
export const useFetching = create<Fetching>(() => ({ fetching: true, failed: false, stored: [] }));

const quiet = { toast: false, redirect: false };
let work: Promise<void> | null = null;
let again = false;

/** Loads menus whenever a sync names new ones, and for visitors at the start and when they come back. Returns how to stop. */
export function keepMenus(): () => void {
  const fetchThem = () => void fetchMenus();
  const stops = [
    onReceived(fetchThem),
    useDevice.subscribe((now, before) => {
      if (now.db && now.db !== before.db) void afterFirstAnswers().then(fetchThem);
    }),
  ];
  window.addEventListener("online", fetchThem);
  fetchThem();
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("online", fetchThem);
  };
}

/** Updates the stored menus to those that are known to be current. Never rejects. */
export function fetchMenus(): Promise<void> {
  if (work) {
    again = true;
    return work;
  }
  work = attempt().finally(() => {
    work = null;
    if (!again) return;
    again = false;
    return fetchMenus();
  });
  return work;
}

async function attempt(): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  useFetching.setState({ fetching: true, stored: [] });
  await refresh(db).catch(() => useFetching.setState({ fetching: false, failed: true }));
}

async function refresh(db: Db): Promise<void> {
  const hashes = await hashesOf(db);
  // A profile's first sync is about to name them.
  if (!hashes) return;
  const kept = new Set((await db.menus.toCollection().primaryKeys()) as string[]);
  let failure: unknown;
  for (const [week, hash] of Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (kept.has(hash)) continue;
    try {
      const options = { ...quiet, cache: "default" } as const;
      const menu = (await call("GET", `/api/menu/${week}/${hash}`, undefined, options)) as MenuWeek;
      // The answer is stored under its hash for good, so one that is not our server's must not be.
      if (menu.week !== week || !Array.isArray(menu.meals) || !Array.isArray(menu.days)) throw new Offline("captive");
      await db.menus.put({ hash, week, menu, at: Date.now() });
    } catch (cause) {
      failure = cause;
    }
  }
  const stored = await drop(db, hashes);
  useFetching.setState({ stored });
  if (failure) throw failure;
  useFetching.setState({ fetching: false, failed: false });
}

/** Drops menus whose week is no longer offered, and older ones of a week whose newer one is here. Returns the weeks that stay. */
async function drop(db: Db, hashes: Record<string, string>): Promise<string[]> {
  const all = await db.menus.toArray();
  const here = new Set(all.map((kept) => kept.hash));
  const gone = all.filter(({ hash, week }) => {
    const current = hashes[week];
    return current === undefined || (current !== hash && here.has(current));
  });
  await db.menus.bulkDelete(gone.map((kept) => kept.hash));
  return all.filter((kept) => !gone.includes(kept)).map(({ week }) => week);
}

/** The hashes of the menus. A profile has them from the sync, null before its first one; a visitor loads the index. */
async function hashesOf(db: Db): Promise<Record<string, string> | null> {
  const named = await readValue(db, "hashes");
  if (named) return named;
  if (useSession.getState().signedIn) return null;
  const index = await call("GET", "/api/menu", undefined, quiet);
  if (!Array.isArray(index.weeks)) throw new Offline("captive");
  await writeValue(db, "index", index);
  return Object.fromEntries(index.weeks.flatMap(({ value, hash }) => (hash ? [[value, hash]] : [])));
}
