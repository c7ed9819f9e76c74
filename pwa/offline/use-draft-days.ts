import { useMemo } from "react";
import { type KeptRows, useRows } from "#pwa/offline/sync/use-rows";
import { type DraftDay, view } from "#pwa/offline/view";
import { mondayOf } from "#pwa/rules/week/date";

export type { DraftDay } from "#pwa/offline/view";

const drafts = new WeakMap<KeptRows, Map<string, DraftDay>>();

/** Every day of the draft, by date. */
export function draftOf(rows: KeptRows): Map<string, DraftDay> {
  const known = drafts.get(rows) ?? view(rows.base, rows.ops);
  drafts.set(rows, known);
  return known;
}

/**
 * Returns the draft's days that hold a meal or need a decision, of one week or of all. A proposal for an ordered day is
 * not among them; it belongs to its order.
 */
export function useDraftDays(week?: string): DraftDay[] | undefined {
  const rows = useRows();
  return useMemo(
    () =>
      rows &&
      [...draftOf(rows).values()].filter(
        ({ date, items, alternatives, base }) =>
          base == null && (items.length > 0 || alternatives.length > 0) && (!week || mondayOf(date) === week),
      ),
    [rows, week],
  );
}
