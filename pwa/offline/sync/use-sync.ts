import type { Paused, Status } from "#pwa/offline/sync/engine";
import { sharedRead } from "#pwa/offline/sync/shared-read";
import { useStatus } from "#pwa/offline/sync/start-sync";
import { useRows } from "#pwa/offline/sync/use-rows";

type Sync = {
  pending: number;
  sending: boolean;
  /** When the server last answered, ms of its clock. */
  lastSync: number | null;
  paused: Paused | null;
  trouble: Status["trouble"];
};

/** When the server last answered, ms of its clock; null before the first time. */
export const useLastSync = sharedRead(async (db) => (await db.meta.get("device"))?.lastSync ?? null);

/** What waits here and how sending goes. */
export function useSync(): Sync {
  const status = useStatus();
  return { pending: usePending(), lastSync: useLastSync() ?? null, ...status };
}

/** How many changes are saved here and not sent. */
export const usePending = (): number => useRows()?.ops.length ?? 0;
