import { useLiveQuery } from "dexie-react-hooks";
import { type Choices, fact, learn, useDevice } from "#pwa/db";

export type Filters = Choices["filters"];

export const noFilters: Filters = { cuisines: [], diets: [], without: [], protein: false, light: false };
const nothing: Choices = { days: [], filters: noFilters, stays: false };

/** What the person set on this phone; undefined while it is being read. It lives and ends with their data. (D25) */
export function useChoices(): Choices | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (db && (await fact(db, "choices"))) ?? nothing, [db]);
}

/** Changes what is set, also offline. */
export async function choose(change: (choices: Choices) => Partial<Choices>): Promise<void> {
  const { db } = useDevice.getState();
  if (!db) return;
  await db.transaction("rw", db.facts, async () => {
    const known = (await fact(db, "choices")) ?? nothing;
    await learn(db, "choices", { ...known, ...change(known) });
  });
}
