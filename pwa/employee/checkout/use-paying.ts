import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { handOff } from "#pwa/employee/checkout/hand-off";
import { checkoutWords } from "#pwa/i18n/checkout";
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { CardSelection } from "#pwa/payment/card-choice";
import type { ServerQuote } from "#pwa/payment/use-server-quote";
import type { Quote } from "#pwa/rules/quote/quote";

type Refusal = { reason: string; message: string };

/** What was on the screen when the server said no, and the quote that it says now; without one, the next that comes. */
type Changed = { before: Quote; hash?: string };

/** Pays the quote that the person saw: one tap makes one hand-off. Handles every answer except the redirect to the card page. */
export function usePaying(
  dates: readonly string[],
  wallet: boolean,
  server: ServerQuote<Quote>,
  selection: CardSelection,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<Changed>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [paying, setPaying] = useState<{ intent: string | null }>();
  const under = useRef(false);
  const left = useRef<string>(undefined);

  // Back from the card page by the browser's back button: the page wakes up as it was left.
  useEffect(() => {
    const woken = (event: PageTransitionEvent) => {
      if (!event.persisted || !left.current) return;
      navigate(`/payment/${left.current}`, { replace: true });
    };
    window.addEventListener("pageshow", woken);
    return () => window.removeEventListener("pageshow", woken);
  }, [navigate]);

  const pay = async () => {
    if (under.current || server.state !== "ready" || !server.quote.hash) return;
    under.current = true;
    setBusy(true);
    setRefusal(undefined);
    let leaving = false;
    try {
      const result = await handOff({
        dates: [...dates],
        quoteHash: server.quote.hash,
        wallet,
        ...(server.quote.payable_amount > 0 && { selection: selection }),
      });
      switch (result.outcome) {
        case "confirmed":
          navigate(`/checkout/${result.order}`, { replace: true });
          break;
        case "card":
          leaving = true;
          left.current = result.intent;
          break;
        case "changed":
          setChanged({ before: server.quote, hash: result.quote.hash });
          server.take(result.quote);
          // What changed (wallet, portions, menu) is shown elsewhere on the screen too.
          void syncNow();
          break;
        case "busy":
          setPaying({ intent: result.intent });
          break;
        case "refused":
          if (result.reason === "draft_changed") setChanged({ before: server.quote });
          setRefusal(result);
          if (result.reason !== "unavailable") {
            void syncNow();
            server.again();
          }
          break;
        case "offline":
          setRefusal({ reason: "offline", message: checkoutWords.offline });
          break;
        case "unsent":
          setRefusal({ reason: "unsent_work", message: faultsWords.unsent_work ?? "" });
          server.again();
      }
    } catch {
      setRefusal({ reason: "unknown", message: errorsWords.unknown });
    } finally {
      under.current = leaving;
      setBusy(leaving);
    }
  };

  return {
    busy,
    pay,
    refusal,
    /** The order that is being paid already, here or elsewhere. */
    paying,
    changed,
  };
}
