import { useMemo } from "react";
import { type Day, dayState } from "#pwa/offline/day-state";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";

export type { Day } from "#pwa/offline/day-state";

/** Dates as their plates show them, from everything that is kept here. */
export function useDays(dates: readonly string[]): Day[] | undefined {
  const rows = useRows();
  const now = useServerNow();
  const wanted = dates.join();
  return useMemo(() => {
    if (!rows) return;
    const { orders, live, notes } = rows;
    const refused = notes.filter((note) => note.code >= 3).map((note) => note.date);
    const known = { draft: draftOf(rows), orders, closed: live?.closed ?? [], refused, now };
    return (wanted ? wanted.split(",") : []).map((date) => dayState(date, known));
  }, [rows, wanted, now]);
}
