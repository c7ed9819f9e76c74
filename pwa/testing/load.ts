// A page load: the app's code anew, with what the browser kept. For tests of what outlives a page.
import { Dexie } from "dexie";
import { vi } from "vitest";
import type { DraftItem, Profile } from "#pwa/offline/wire";

/** For a wait that ends when what it waits for is there; only a test that fails waits this long. */
export const waitTimeout = 20_000;

const code = async () => ({
  session: await import("#pwa/offline/session"),
  db: await import("#pwa/offline/db"),
  sync: await import("#pwa/offline/sync/start-sync"),
});

export type App = Awaited<ReturnType<typeof load>>;

const pages: { close: () => void }[] = [];

/** The app, started; over when its database is open. */
export async function load() {
  vi.resetModules();
  const app = await code();
  app.session.startApp();
  await vi.waitFor(() => {
    if (!app.db.useDevice.getState().db) throw new Error("not open yet");
  }, waitTimeout);
  const page = {
    ...app,
    /** The name of the database that is open. */
    opened: () => app.db.useDevice.getState().db?.name,
    kept: () => {
      const { db } = app.db.useDevice.getState();
      if (!db) throw new Error("no database");
      return db;
    },
    set: (date: string, meal: string) => app.sync.engineNow().edit(date, () => ({ items: one(meal) })),
    /** Ends the page, as a reload or a kill does. */
    close: () => {
      app.sync.stopSync();
      app.db.useDevice.getState().db?.close();
    },
  };
  pages.push(page);
  return page;
}

/** The app, started, with somebody signed in and all fetched that the server has. */
export async function loadAs(person: Profile): Promise<App> {
  const app = await load();
  await app.session.signInWithPassword(person.email, "x");
  await app.sync.syncNow();
  return app;
}

export const databases = async () => (await indexedDB.databases()).map(({ name }) => name ?? "");

export async function emptyStorage(): Promise<void> {
  for (const name of await databases()) await Dexie.delete(name);
}

/** Ends every page, and empties the browser. */
export async function endPages(): Promise<void> {
  for (const page of pages.splice(0)) page.close();
  await emptyStorage();
  vi.unstubAllGlobals();
}

/** One portion of a meal. */
export const one = (meal: string): DraftItem[] => [{ meal, qty: 1 }];
