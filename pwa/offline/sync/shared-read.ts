import { useSyncExternalStore } from "react";
import { type Db, liveQuery, useDevice } from "#pwa/offline/db";

const waiting: (() => Promise<unknown>)[] = [];

/**
 * A query of the local database that all components share: one subscription in the tab, answered again whenever the rows
 * change. The hook returns undefined until the database in use has answered; later screens have the answer at once. Answers
 * are shared, so callers must not change them.
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

  // A frozen window has missed the changes since. What it shows stays until the answer is here.
  const wake = () => globalThis.document?.visibilityState !== "hidden" && ask();
  globalThis.document?.addEventListener("visibilitychange", wake);
  globalThis.window?.addEventListener("pageshow", wake);

  // Subscribes at once, not with the first screen: the first picture is then complete, and this read precedes the sync's writes.
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

/** Resolves when every query of the loaded code has its first answer. */
export const firstAnswers = (): Promise<unknown> => Promise.all(waiting.map((ask) => ask()));

const timeout = 3000;

/** Resolves when the first screen has read what it shows, or after 3 s: later work then does not delay it. */
export const afterFirstAnswers = (): Promise<unknown> =>
  Promise.race([firstAnswers(), new Promise((late) => setTimeout(late, timeout))]);
