import { liveQuery } from "dexie";
import { useEffect, useState } from "react";
import { refusedMarks } from "#pwa/office/production/marks";
import { useDevice } from "#pwa/offline/db";
import { pendingCount } from "#pwa/offline/sync/start-sync";

/** How many marks, weeks and meals of this device the server does not have, with the refused marks that no one has read. */
const unsent = async () => (await pendingCount()) + (await refusedMarks()).length;

/** The same number for a screen, kept current while the screen is shown. */
export function useUnsent(): number {
  const db = useDevice((device) => device.db);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    if (!db) return;
    const reading = liveQuery(unsent).subscribe({ next: setWaiting, error: () => undefined });
    return () => reading.unsubscribe();
  }, [db]);
  return waiting;
}
