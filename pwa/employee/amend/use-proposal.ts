import { useEffect, useMemo, useState } from "react";
import { fetchDiary } from "#pwa/employee/amend/amend";
import { movingOf } from "#pwa/employee/amend/moving";
import { cancelling, proposalOf, undoing } from "#pwa/employee/amend/proposal";
import { Offline } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { AmendDay, Order } from "#pwa/offline/wire";

/** drafts: chosen on the edit page and kept here · cancel, undo, move: what the address says, and nothing is kept. */
export type Proposal =
  | { from: "drafts" | "cancel" | "undo" | "move"; days: AmendDay[] }
  | { from: "nowhere"; offline: boolean };

export type Asked = { cancel?: string; undo?: string; move?: string };

/** The wanted content of an order: what the address asks for, else what was chosen for its days. */
export function useProposal(order: Order, { cancel, undo, move }: Asked): Proposal | undefined {
  const rows = useRows();
  const now = useServerNow();
  const undone = useUndo(order.id, undo);
  return useMemo(() => {
    if (undo) return undone;
    if (move) return { from: "move", days: movingOf(move) };
    if (cancel) return { from: "cancel", days: cancelling(order, cancel, now) };
    return rows && { from: "drafts", days: proposalOf(order, draftOf(rows), now) };
  }, [order, cancel, undo, move, undone, rows, now]);
}

/** The entry of the diary that shall be taken back; asked again when the network returns. */
function useUndo(order: string, entry?: string): Proposal | undefined {
  const [found, setFound] = useState<Proposal>();
  useEffect(() => {
    if (!entry) return;
    let over = false;
    const ask = () =>
      fetchDiary(order).then(
        (entries) => {
          const one = entries.find(({ id }) => id === entry);
          if (!over) setFound(one ? { from: "undo", days: [undoing(one)] } : { from: "nowhere", offline: false });
        },
        (cause) => !over && setFound({ from: "nowhere", offline: cause instanceof Offline }),
      );
    void ask();
    window.addEventListener("online", ask);
    return () => {
      over = true;
      window.removeEventListener("online", ask);
    };
  }, [order, entry]);
  return found;
}
