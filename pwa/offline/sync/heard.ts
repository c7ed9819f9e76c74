import { create } from "zustand";
import { type Db, type Facts, fact, learn, useDevice } from "#pwa/offline/db";
import { inOrder } from "#pwa/offline/sync/in-order";
import { sharedRead } from "#pwa/offline/sync/shared-read";

/**
 * A fact from the server: the last answer at once, null before the first one, undefined until the device has looked. `hear`
 * stores an answer for the profile of that database, unless a newer one came first; what a full storage cannot keep lasts as
 * long as the page.
 */
export function heard<K extends "wallet" | "cards" | "company">(key: K) {
  type Value = Facts[K];
  /** An answer that could not be stored, and the time of the stored one that it replaces: another window may store a newer one. */
  type Loose = { db: Db; value: Value; over: number | undefined };
  const useKept = sharedRead<Value | null>(async (db) => (await fact(db, key)) ?? null);
  const { ask, isNews } = inOrder();
  const useLoose = create<{ loose: Loose | null }>(() => ({ loose: null }));
  return {
    use: (): Value | null | undefined => {
      const kept = useKept();
      const { loose } = useLoose();
      const db = useDevice((device) => device.db);
      return loose && loose.db === db && loose.over === kept?.at ? loose.value : kept;
    },
    ask,
    hear: async (db: Db | null, value: Value, question?: number): Promise<void> => {
      if (!db || db !== useDevice.getState().db || !isNews(question)) return;
      try {
        await learn(db, key, value);
        useLoose.setState({ loose: null });
      } catch {
        const kept = await fact(db, key).catch(() => undefined);
        useLoose.setState({ loose: { db, value, over: kept?.at } });
      }
    },
  };
}
