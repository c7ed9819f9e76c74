import { useLiveQuery } from "dexie-react-hooks";
import { useDevice } from "#pwa/db";
import type { Paused, Status } from "#pwa/sync/engine";
import { useStatus } from "#pwa/sync/startSync";

type Sync = {
  pending: number;
  sending: boolean;
  /** When the server last answered, ms of its clock. */
  lastSync: number | null;
  paused: Paused | null;
  trouble: Status["trouble"];
};

/** What waits here and how sending goes. */
export function useSync(): Sync {
  const db = useDevice((device) => device.db);
  const status = useStatus();
  const rows = useLiveQuery(async () => {
    if (!db) return;
    const [pending, meta] = await Promise.all([db.ops.count(), db.meta.get("device")]);
    return { pending, lastSync: meta?.lastSync ?? null };
  }, [db]);
  return { pending: rows?.pending ?? 0, lastSync: rows?.lastSync ?? null, ...status };
}

/** How many changes are saved here and not sent. */
export function usePending(): number {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (await db?.ops.count()) ?? 0, [db]) ?? 0;
}
