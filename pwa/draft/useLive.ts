import { useLiveQuery } from "dexie-react-hooks";
import { fact, useDevice } from "#pwa/db";
import type { Live } from "#pwa/wire";

const nothing: Live = { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };

/** What the server last said about wallet, share used, portions and taken days; nothing known counts as nothing used. */
export function useLive(): Live | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (db && (await fact(db, "live"))) ?? nothing, [db]);
}
