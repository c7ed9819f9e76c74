import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { amend, answered, pendingOf } from "#pwa/employee/amend/amend";
import { doneAt } from "#pwa/employee/amend/done-at";
import { amendWords } from "#pwa/i18n/amend";
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { AmendAsk, AmendmentQuote, Order } from "#pwa/offline/wire";
import type { CardSelection } from "#pwa/payment/card-choice";
import type { ServerQuote } from "#pwa/payment/use-server-quote";

/** Saves the change that the person saw: one tap makes one change. Handles every answer except the redirect to the card page. */
export function useAmending(
  order: Order,
  ask: AmendAsk,
  preview: ServerQuote<AmendmentQuote>,
  selection: CardSelection,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<{ seen: AmendmentQuote; now: AmendmentQuote }>();
  const [refusal, setRefusal] = useState<{ reason: string; message: string }>();
  const [paying, setPaying] = useState<{ intent: string | null }>();
  const under = useRef(false);
  const left = useRef<string>(undefined);

  // Back from the card page by the browser's back button: the page wakes up as it was left.
  useEffect(() => {
    const woken = (event: PageTransitionEvent) => {
      if (event.persisted && left.current) navigate(`/payment/${left.current}`, { replace: true });
    };
    window.addEventListener("pageshow", woken);
    return () => window.removeEventListener("pageshow", woken);
  }, [navigate]);

  // A change whose answer got lost, and that the order has taken since: then this is its answer.
  const { id, version } = order;
  const newest = order.orderAmends?.findLast(({ status }) => status === "Confirmed")?.id;
  useEffect(() => {
    void pendingOf(id).then(async (pending) => {
      if (under.current || !pending || version <= pending.version || !newest) return;
      await answered();
      navigate(doneAt(id, newest), { replace: true });
    });
  }, [id, version, newest, navigate]);

  const save = async () => {
    if (under.current || preview.state !== "ready") return;
    const seen = preview.quote;
    under.current = true;
    setBusy(true);
    setRefusal(undefined);
    let leaving = false;
    try {
      const result = await amend(ask, seen, selection);
      switch (result.outcome) {
        case "done":
          navigate(doneAt(result.order, result.amendment), { replace: true });
          break;
        case "card":
          leaving = true;
          left.current = result.intent;
          break;
        case "changed":
          setChanged({ seen, now: result.quote });
          preview.take(result.quote);
          void syncNow();
          break;
        case "busy":
          setPaying({ intent: result.intent });
          void syncNow();
          break;
        case "refused":
          setRefusal(result);
          if (result.reason !== "unavailable") {
            void syncNow();
            preview.again();
          }
          break;
        case "offline":
          setRefusal({ reason: "offline", message: amendWords.lost });
          break;
        case "unsent":
          setRefusal({ reason: "unsent_work", message: faultsWords.unsent_work ?? "" });
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
    save,
    refusal,
    /** The change that is being paid already, here or elsewhere. */
    paying,
    /** What was on the screen when the server said no, and what it says now. */
    changed,
  };
}
