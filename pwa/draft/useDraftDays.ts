import { useLiveQuery } from "dexie-react-hooks";
import { type Db, useDevice } from "#pwa/db";
import { type DraftDay, view } from "#pwa/draft/view";
import { mondayOf } from "#pwa/week/date";

export type { DraftDay } from "#pwa/draft/view";

/** Every day of the draft, by date, read in one transaction so that nothing is counted twice. */
export async function draftOf(db: Db): Promise<Map<string, DraftDay>> {
  return db.transaction("r", db.base, db.ops, async () =>
    view(await db.base.toArray(), await db.ops.orderBy("n").toArray()),
  );
}

/** The days that hold a meal or need a decision, of one week or of all. */
export function useDraftDays(week?: string): DraftDay[] | undefined {
  const db = useDevice((device) => device.db);
  return useLiveQuery(async () => {
    if (!db) return;
    return [...(await draftOf(db)).values()].filter(
      ({ date, items, alternatives }) =>
        (items.length > 0 || alternatives.length > 0) && (!week || mondayOf(date) === week),
    );
  }, [db, week]);
}
