import { useCallback, useEffect, useRef, useState } from "react";
import { fetchAmendQuote } from "#pwa/employee/amend/amend";
import { errorsWords } from "#pwa/i18n/faults";
import { Fault, Offline, sentenceFor } from "#pwa/offline/server";
import { useSync } from "#pwa/offline/sync/use-sync";
import type { AmendAsk, AmendmentQuote } from "#pwa/offline/wire";

type State =
  | { state: "asking" | "offline" }
  | { state: "ready"; quote: AmendmentQuote }
  | { state: "failed"; reason?: string; message: string };

export type AmendPreviewed = State & {
  /** The preview before, while a new one is being loaded. */
  last?: AmendmentQuote;
  again: () => void;
  /** Uses a preview that the server has just sent in another answer. */
  take: (quote: AmendmentQuote) => void;
};

/** Loads the preview of a change, again whenever the wished change or the order's version differs. */
export function useAmendQuote(ask: AmendAsk, version: number): AmendPreviewed {
  const [state, setState] = useState<State>({ state: "asking" });
  const [last, setLast] = useState<AmendmentQuote>();
  const [turn, setTurn] = useState(0);
  const { lastSync } = useSync();
  const again = useCallback(() => setTurn((n) => n + 1), []);
  const asked = useRef(0);
  const stamp = JSON.stringify(ask);

  const take = useCallback((quote: AmendmentQuote) => {
    asked.current += 1;
    setState({ state: "ready", quote });
    setLast(quote);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn and another version ask again
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    setState({ state: "asking" });
    fetchAmendQuote(JSON.parse(stamp) as AmendAsk).then(
      (quote) => mine === asked.current && take(quote),
      (cause: unknown) => mine === asked.current && setState(failed(cause)),
    );
  }, [stamp, version, turn, take]);

  // The connection is back when the device says so, or when a round of sync succeeded.
  const waits = state.state === "offline";
  const since = useRef(lastSync);
  useEffect(() => {
    if (waits && lastSync !== since.current) again();
    since.current = lastSync;
  }, [waits, lastSync, again]);
  useEffect(() => {
    if (!waits) return;
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [waits, again]);

  return { ...state, last, again, take };
}

function failed(cause: unknown): State {
  if (cause instanceof Offline) return { state: "offline" };
  if (!(cause instanceof Fault)) return { state: "failed", message: errorsWords.unknown };
  return { state: "failed", reason: cause.reason, message: sentenceFor(cause) };
}
