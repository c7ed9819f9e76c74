import { liveQuery } from "dexie";
import { useEffect, useState } from "react";
import { unsavedWeeks } from "#pwa/office/planner/keep-week";
import { useDevice } from "#pwa/offline/db";

/** The weeks that are planned on this device and not saved. */
export function useUnsaved(): string[] {
  const db = useDevice((device) => device.db);
  const [weeks, setWeeks] = useState<string[]>([]);
  useEffect(() => {
    if (!db) return;
    const reading = liveQuery(unsavedWeeks).subscribe({ next: setWeeks, error: () => undefined });
    return () => reading.unsubscribe();
  }, [db]);
  return weeks;
}
