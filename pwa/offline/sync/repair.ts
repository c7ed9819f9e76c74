// Replaces everything that came from the server, for a phone that shows something wrong. Changes that are not acknowledged
// are never touched, and what is shown stays until the server's own version replaces it, in one transaction.
import { ulid } from "ulid";
import { useDevice } from "#pwa/offline/db";
import { known, type NewId, type Rows } from "#pwa/offline/sync/outbox";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { syncNow } from "#pwa/offline/sync/start-sync";

/**
 * Makes the next answer replace everything that came from the server. Answers to earlier requests no longer count.
 */
export async function forgetServer(rows: Rows, newId: NewId): Promise<void> {
  const { tag: _, ...meta } = await known(rows, newId);
  await rows.putMeta({ ...meta, era: meta.era + 1, cur: 0 });
}

/** Fetches all of the server's days and orders again. True once they are here; false when it continues at the next connection. */
export async function repair(): Promise<boolean> {
  const { db } = useDevice.getState();
  if (!db) return false;
  const store = outboxStore(db);
  await store((rows) => forgetServer(rows, ulid));
  await syncNow();
  // Only a full answer has a version tag.
  return (await db.meta.get("device"))?.tag !== undefined;
}
