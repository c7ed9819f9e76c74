import { useLiveQuery } from "dexie-react-hooks";
import { decodeTime } from "ulid";
import { useDevice } from "#pwa/db";
import type { Paused, Status } from "#pwa/sync/engine";
import { useStatus } from "#pwa/sync/startSync";

type Sync = {
  pending: number;
  /** For how many ms the oldest unsent change waits. */
  oldest: number | null;
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
    const [pending, first, meta] = await Promise.all([
      db.ops.count(),
      db.ops.orderBy("n").first(),
      db.meta.get("device"),
    ]);
    return { pending, since: first ? decodeTime(first.id) : null, lastSync: meta?.lastSync ?? null };
  }, [db]);
  const oldest = rows?.since == null ? null : Math.max(0, Date.now() - rows.since);
  return { pending: rows?.pending ?? 0, oldest, lastSync: rows?.lastSync ?? null, ...status };
}

/** How many changes are saved here and not sent. */
export function usePending(): number {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => (await db?.ops.count()) ?? 0, [db]) ?? 0;
}
