import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { fact, useDevice } from "#pwa/db";
import { draftOf } from "#pwa/draft/useDraftDays";
import { type Day, dayState } from "#pwa/order/dayState";
import { useServerNow } from "#pwa/sync/serverNow";
import type { Order } from "#pwa/wire";

export type { Day } from "#pwa/order/dayState";

/** Dates as their plates show them, from everything that is kept here. */
export function useDays(dates: readonly string[]): Day[] | undefined {
  const db = useDevice((device) => device.db);
  const now = useServerNow();
  const known = useLiveQuery(async () => {
    if (!db) return;
    const [draft, orders, live, notes] = await Promise.all([
      draftOf(db),
      db.orders.orderBy("id").reverse().toArray() as Promise<Order[]>,
      fact(db, "live"),
      db.notes.toArray(),
    ]);
    const refused = notes.filter((note) => note.code >= 3).map((note) => note.date);
    return { draft, orders, closed: live?.closed ?? [], refused };
  }, [db]);
  const wanted = dates.join();
  return useMemo(
    () => known && (wanted ? wanted.split(",") : []).map((date) => dayState(date, { ...known, now })),
    [known, wanted, now],
  );
}

/** One date as its plate shows it. */
export function useDay(date: string): Day | undefined {
  return useDays([date])?.[0];
}
