import { liveQuery } from "dexie";
import { useSyncExternalStore } from "react";
import { type Db, useDevice } from "#pwa/offline/db";

const waiting: (() => Promise<unknown>)[] = [];

/**
 * A question about what is kept here, asked once for all who want to know: one subscription in the tab, answered anew
 * whenever the rows change. The hook gives undefined until the database in use has answered; later screens have the answer
 * at once. Answers are shared, so nobody may change them.
 */
export function sharedRead<T>(read: (db: Db) => Promise<T>): () => T | undefined {
  let of: Db | null = null;
  let answer: T | undefined;
  let stop = () => {};
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function follow() {
    const { db } = useDevice.getState();
    if (db === of) return;
    of = db;
    if (answer !== undefined) {
      answer = undefined;
      tell();
    }
    ask();
  }

  function ask() {
    const db = of;
    stop();
    stop = () => {};
    if (!db) return;
    const subscription = liveQuery(() => read(db)).subscribe((now) => {
      if (of !== db || Object.is(now, answer)) return;
      answer = now;
      tell();
    });
    stop = () => subscription.unsubscribe();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  // A window that was frozen has not heard what changed meanwhile. What it shows stays until the answer is here.
  const wake = () => globalThis.document?.visibilityState !== "hidden" && ask();
  globalThis.document?.addEventListener("visibilitychange", wake);
  globalThis.window?.addEventListener("pageshow", wake);

  // At once, not with the first screen that asks: so its first picture is the whole one, and it reads before the sync writes.
  useDevice.subscribe(follow);
  follow();

  waiting.push(
    () =>
      new Promise<void>((done) => {
        const look = () => {
          if (answer === undefined) return;
          leave();
          done();
        };
        const leave = subscribe(look);
        look();
      }),
  );
  return () => useSyncExternalStore(subscribe, () => (of === useDevice.getState().db ? answer : undefined));
}

/** Settles when every question of the code that is loaded has its first answer. */
export const firstAnswers = (): Promise<unknown> => Promise.all(waiting.map((ask) => ask()));

const patience = 3000;

/** Settles when the first screen has read what it shows, or will not: what is done then does not stand in its way. */
export const afterFirstAnswers = (): Promise<unknown> =>
  Promise.race([firstAnswers(), new Promise((late) => setTimeout(late, patience))]);
