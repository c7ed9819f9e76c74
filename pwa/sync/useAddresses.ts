import { useLiveQuery } from "dexie-react-hooks";
import { fact, useDevice } from "#pwa/db";
import type { Address } from "#pwa/wire";

/** Where the profile's company is delivered to, as last known here. */
export function useAddresses(): Address[] | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (db ? ((await fact(db, "addresses")) ?? []) : undefined), [db]);
}
