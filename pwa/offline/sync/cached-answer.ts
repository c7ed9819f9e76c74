import { create } from "zustand";
import { type Db, readValue, type StoredValues, useDevice, writeValue } from "#pwa/offline/db";
import { inOrder } from "#pwa/offline/sync/in-order";
import { sharedRead } from "#pwa/offline/sync/shared-read";

/**
 * The server's last answer to a question: at once, null before the first one, undefined until the storage was read. `receive`
 * stores an answer for the profile of that database, unless a newer one came first; what a full storage cannot keep lasts as
 * long as the page.
 */
export function cachedAnswer<K extends "wallet" | "cards" | "company" | "purchases">(key: K) {
  type Value = StoredValues[K];
  /** An answer that could not be stored, and the time of the stored one that it replaces: another window may store a newer one. */
  type Unstored = { db: Db; value: Value; replaces: number | undefined };
  const useKept = sharedRead<Value | null>(async (db) => (await readValue(db, key)) ?? null);
  const { ask, isNewest } = inOrder();
  const useUnstored = create<{ unstored: Unstored | null }>(() => ({ unstored: null }));
  return {
    use: (): Value | null | undefined => {
      const kept = useKept();
      const { unstored } = useUnstored();
      const db = useDevice((device) => device.db);
      return unstored && unstored.db === db && unstored.replaces === kept?.at ? unstored.value : kept;
    },
    ask,
    receive: async (db: Db | null, value: Value, question?: number): Promise<void> => {
      if (!db || db !== useDevice.getState().db || !isNewest(question)) return;
      try {
        await writeValue(db, key, value);
        useUnstored.setState({ unstored: null });
      } catch {
        const kept = await readValue(db, key).catch(() => undefined);
        useUnstored.setState({ unstored: { db, value, replaces: kept?.at } });
      }
    },
  };
}
