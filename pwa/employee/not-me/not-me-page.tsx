import "#pwa/employee/history/history.css";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { WhatItDoes } from "#pwa/employee/history/report-purchase";
import { formatAed } from "#pwa/i18n/amounts";
import { errorsWords } from "#pwa/i18n/errors";
import { notMeWords } from "#pwa/i18n/history";
import { momentAt } from "#pwa/i18n/say-day";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { ReportedPurchase } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { ErrorLine } from "#pwa/ui/error-line";
import { Skeleton } from "#pwa/ui/skeleton";

const words = notMeWords;
const quiet = { toast: false, redirect: false } as const;
const why = (cause: unknown) => (cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);

/** The page behind the link of a letter about a purchase. It shows what a report would do; only the button makes it. */
export function NotMePage() {
  // The token stands behind the #, so that no server or log on the way gets it.
  const token = useLocation().hash.slice(1);
  const now = useServerNow();
  const [sale, setSale] = useState<ReportedPurchase>();
  const [trouble, setTrouble] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [end, setEnd] = useState<"reported" | "mine">();

  const look = useCallback(() => {
    setTrouble(undefined);
    call("POST", "/api/not-me", { token }, quiet).then(setSale, (cause: unknown) => setTrouble(why(cause)));
  }, [token]);
  useEffect(() => {
    if (token) look();
  }, [token, look]);

  const report = async () => {
    setBusy(true);
    setError(undefined);
    try {
      setSale(await call("POST", "/api/not-me/report", { token }, quiet));
      setEnd("reported");
    } catch (cause) {
      setError(why(cause));
    } finally {
      setBusy(false);
    }
  };

  if (!token)
    return (
      <Frame>
        <p className="mt4">{words.noToken}</p>
      </Frame>
    );
  if (trouble)
    return (
      <Frame>
        <div className="mt4">
          <ErrorBox title={words.failed} onRetry={look}>
            {trouble}
          </ErrorBox>
        </div>
      </Frame>
    );
  if (!sale)
    return (
      <Frame>
        <div className="mt4" role="status" aria-label={words.asking}>
          <Skeleton height="240px" />
        </div>
      </Frame>
    );
  if (end === "mine" || end === "reported" || sale.dispute)
    return (
      <Frame>
        <div className="mt4">
          <EmptyState
            icon={end === "mine" ? "okc" : "lock"}
            title={end === "mine" ? words.mine : end ? words.done : words.title}
            action={
              end !== "mine" && (
                <div className="row wrap g2 center">
                  <Button look="pri" to="/dashboard/counter">
                    {words.code}
                  </Button>
                  <Button look="out" to="/dashboard/history">
                    {words.orders}
                  </Button>
                </div>
              )
            }
          >
            {end === "mine" ? words.mineText : end ? words.doneText : words.states[sale.dispute]}
          </EmptyState>
        </div>
      </Frame>
    );
  return (
    <Frame>
      <section className="card pad mt4">
        <p className="h3">
          {words.about(formatAed(sale.amount), sale.till, sale.place, momentAt(Date.parse(sale.at), now))}
        </p>
        {sale.undone && <p className="mt2">{words.undone}</p>}
        <WhatItDoes />
        <ErrorLine text={error} />
        <div className="row wrap g2 mt4">
          <Button look="danger" busy={busy} onClick={() => void report()}>
            {words.go}
          </Button>
          <Button look="out" onClick={() => setEnd("mine")}>
            {words.mine}
          </Button>
        </div>
      </section>
    </Frame>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="history">
    <h1>{words.title}</h1>
    {children}
  </div>
);
