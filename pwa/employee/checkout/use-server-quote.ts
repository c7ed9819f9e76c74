import { useCallback, useEffect, useRef, useState } from "react";
import { fetchQuote } from "#pwa/employee/checkout/hand-off";
import { errorsWords, faultsWords } from "#pwa/i18n/faults";
import { Fault, Offline } from "#pwa/offline/server";
import { useSync } from "#pwa/offline/sync/use-sync";
import type { Quote } from "#pwa/rules/quote/quote";

type State =
  | { state: "asking" | "offline" }
  | { state: "ready"; quote: Quote }
  | { state: "failed"; reason?: string; message: string };

export type ServerQuote = State & {
  /** Loads the quote again. */
  again: () => void;
  /** Uses a quote that the server has just sent in another answer. */
  take: (quote: Quote) => void;
};

/** Loads the server's quote for some days. `stamp` changes with the choice, and then the quote is loaded again. */
export function useServerQuote(dates: readonly string[], wallet: boolean, stamp: string): ServerQuote {
  const [state, setState] = useState<State>({ state: "asking" });
  const [turn, setTurn] = useState(0);
  const { lastSync } = useSync();
  const again = useCallback(() => setTurn((n) => n + 1), []);
  const asked = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp changes with the dates and what they hold
  useEffect(() => {
    if (dates.length === 0) return;
    asked.current += 1;
    const mine = asked.current;
    setState({ state: "asking" });
    fetchQuote([...dates], wallet).then(
      (quote) => mine === asked.current && setState({ state: "ready", quote }),
      (cause: unknown) => mine === asked.current && setState(failed(cause)),
    );
  }, [stamp, wallet, turn]);

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

  const take = useCallback((quote: Quote) => {
    asked.current += 1;
    setState({ state: "ready", quote });
  }, []);
  return { ...state, again, take };
}

function failed(cause: unknown): State {
  if (cause instanceof Offline) return { state: "offline" };
  if (!(cause instanceof Fault)) return { state: "failed", message: errorsWords.unknown };
  const { reason } = cause;
  return { state: "failed", reason, message: (reason && faultsWords[reason]) || cause.message };
}
