import { useEffect, useRef, useState } from "react";
import { ulid } from "ulid";
import { browserTimer as timer } from "#pwa/offline/sync/retry";
import type { TillAsk } from "#pwa/offline/wire";
import { askBuyer, type Outcome } from "#pwa/till/ask-buyer";
import { askConfirm, cancelConfirm, clock } from "#pwa/till/till";

type Waiting = { seconds?: number; away?: boolean };

/** Asks the buyer to confirm a sale. The same sale is asked about under the same id, until its question is over. */
export function useConfirm() {
  const [waiting, setWaiting] = useState<Waiting>();
  const asked = useRef<{ of: string; id: string }>(undefined);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  /** Over when it is known what became of it; the id is the sale's. */
  const confirm = async (sale: Omit<TillAsk, "sale">): Promise<{ id: string; outcome: Outcome }> => {
    const of = JSON.stringify(sale);
    if (asked.current?.of !== of) asked.current = { of, id: ulid() };
    const { id } = asked.current;
    setWaiting({});
    const question = askBuyer({
      ask: () => askConfirm({ ...sale, sale: id }),
      report: setWaiting,
      now: clock.mono,
      random: Math.random,
      timer,
    });
    stop.current = question.stop;
    const outcome = await question.outcome;
    stop.current = undefined;
    setWaiting(undefined);
    // Without a connection the question may have been answered: the next try finds it.
    if (outcome !== "confirmed" && outcome !== "offline") asked.current = undefined;
    if (outcome === "cancelled") void cancelConfirm(id).catch(() => undefined);
    return { id, outcome };
  };
  return { confirm, waiting, cancel: () => stop.current?.() };
}
