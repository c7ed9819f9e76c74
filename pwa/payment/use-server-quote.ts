import { useCallback, useEffect, useRef, useState } from "react";
import { errorsWords } from "#pwa/i18n/errors";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault, Offline } from "#pwa/offline/server";
import { useSync } from "#pwa/offline/sync/use-sync";

type State<Quote> =
  | { state: "asking" | "offline" }
  | { state: "ready"; quote: Quote }
  | { state: "failed"; reason?: string; message: string };

export type ServerQuote<Quote> = State<Quote> & {
  /** The quote before, while a new one is being loaded. */
  last?: Quote;
  /** Loads the quote again. */
  again: () => void;
  /** Uses a quote that the server has just sent in another answer. */
  take: (quote: Quote) => void;
};

/**
 * Loads the server's quote for a choice or a change, and again when the connection is back. `stamp` differs with what is asked, and then
 * the quote is loaded again. Nothing is loaded while `fetchQuote` is null.
 */
export function useServerQuote<Quote>(fetchQuote: (() => Promise<Quote>) | null, stamp: string): ServerQuote<Quote> {
  const [state, setState] = useState<State<Quote>>({ state: "asking" });
  const [last, setLast] = useState<Quote>();
  const [turn, setTurn] = useState(0);
  const { lastSync } = useSync();
  const again = useCallback(() => setTurn((n) => n + 1), []);
  const asked = useRef(0);

  const take = useCallback((quote: Quote) => {
    asked.current += 1;
    setState({ state: "ready", quote });
    setLast(() => quote);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp changes with what is asked
  useEffect(() => {
    if (!fetchQuote) return;
    asked.current += 1;
    const mine = asked.current;
    setState({ state: "asking" });
    fetchQuote().then(
      (quote) => mine === asked.current && take(quote),
      (cause: unknown) => mine === asked.current && setState(failed(cause)),
    );
  }, [stamp, turn, take]);

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

function failed(cause: unknown): State<never> {
  if (cause instanceof Offline) return { state: "offline" };
  if (!(cause instanceof Fault)) return { state: "failed", message: errorsWords.unknown };
  return { state: "failed", reason: cause.reason, message: sentenceFor(cause) };
}
