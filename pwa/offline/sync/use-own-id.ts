import { sharedRead } from "#pwa/offline/sync/shared-read";

/** The id under which the server knows this device; empty before its first use. */
export const useOwnId = sharedRead(async (db) => (await db.meta.get("device"))?.dev ?? "");
