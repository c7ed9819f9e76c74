import { useState } from "react";
import { refreshPurchases } from "#pwa/employee/history/use-purchases";
import { formatAed } from "#pwa/i18n/amounts";
import { errorsWords } from "#pwa/i18n/errors";
import { notMeWords, purchaseWords } from "#pwa/i18n/history";
import { momentAt } from "#pwa/i18n/say-day";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Purchase } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";

const words = notMeWords;

/** Reports a purchase as somebody else's, after saying what that does; of one that was reported, how it stands. */
export function ReportPurchase({ purchase }: { purchase: Purchase }) {
  const now = useServerNow();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [done, setDone] = useState(false);
  const state = done && !purchase.dispute ? "open" : purchase.dispute;
  if (state)
    return (
      <div className="help mt4" role="status">
        <Icon name="info" size="s" />
        <span className="col g2">
          <span>{purchaseWords.disputes[state]}</span>
          <Button look="soft" to="/dashboard/counter">
            {words.code}
          </Button>
        </span>
      </div>
    );
  const report = async () => {
    setBusy(true);
    try {
      await call("POST", "/api/pos-report", { sale: purchase.id }, { toast: false });
      setDone(true);
      setAsking(false);
      void refreshPurchases().catch(() => undefined);
    } catch (cause) {
      setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    } finally {
      setBusy(false);
    }
  };
  const when = momentAt(Date.parse(purchase.order_date), now);
  return (
    <>
      <p className="sm t2 mt4">{purchaseWords.notMeText}</p>
      <Button look="out" className="mt2" onClick={() => setAsking(true)}>
        {purchaseWords.notMe}
      </Button>
      <Sheet
        open={asking}
        title={words.sheet}
        onClose={() => setAsking(false)}
        footer={
          <Button look="danger" full busy={busy} onClick={() => void report()}>
            {words.go}
          </Button>
        }
      >
        <p>{words.about(formatAed(purchase.net_amount + purchase.difference), purchase.till, purchase.place, when)}</p>
        <WhatItDoes />
        <ErrorLine text={error} />
      </Sheet>
    </>
  );
}

/** What a report does, said before it is made. */
export const WhatItDoes = () => (
  <>
    <p className="b mt4">{words.will}</p>
    <ul className="bullets mt2">
      {words.steps.map((step) => (
        <li key={step} className="mt2">
          {step}
        </li>
      ))}
    </ul>
  </>
);
