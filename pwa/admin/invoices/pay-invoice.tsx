import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { payInvoice } from "#pwa/admin/invoices/start-invoice-payment";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { useOffline } from "#pwa/offline/sync/use-offline";
import type { InvoiceDetails } from "#pwa/offline/wire";
import { CardChoice, type CardSelection } from "#pwa/payment/card-choice";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";

const words = invoiceWords;

/** By which card an invoice is paid; then the card page. */
export function PayInvoice({ invoice, onClose }: { invoice: InvoiceDetails; onClose: () => void }) {
  const navigate = useNavigate();
  const offline = useOffline();
  const [selection, setSelection] = useState<CardSelection>({});
  const [busy, setBusy] = useState(false);
  const [underway, setUnderway] = useState<{ intent?: string }>();
  const [trouble, setTrouble] = useState("");
  const left = useRef<string>(undefined);

  // Back from the card page by the browser's back button: the page wakes up as it was left.
  useEffect(() => {
    const woken = (event: PageTransitionEvent) => {
      if (event.persisted && left.current) navigate(`/payment/${left.current}`, { replace: true });
    };
    window.addEventListener("pageshow", woken);
    return () => window.removeEventListener("pageshow", woken);
  }, [navigate]);

  const pay = async () => {
    if (busy) return;
    setBusy(true);
    setTrouble("");
    const result = await payInvoice(invoice.id, selection);
    if (result.outcome === "card") {
      left.current = result.intent;
      return; // busy until the browser has left
    }
    setBusy(false);
    if (result.outcome === "busy") setUnderway({ intent: result.intent });
    else if (result.outcome === "offline") setTrouble(words.payOffline);
    else {
      setTrouble(result.message);
      if (result.reason === "card_gone") setSelection({});
    }
  };

  return (
    <Sheet
      open
      title={words.paySheet(invoice.number)}
      onClose={onClose}
      footer={
        <>
          {(trouble || offline) && (
            <p className="help err" role="alert">
              <Icon name={offline ? "off" : "err"} size="s" />
              <span>{trouble || words.payOffline}</span>
            </p>
          )}
          <Button look="pri" size="lg" full busy={busy} disabled={offline} onClick={() => void pay()}>
            {busy ? words.leaving : words.payWhole(formatAed(invoice.due))}
          </Button>
        </>
      }
    >
      <p className="t2">{words.payText}</p>
      {underway && (
        <div className="mt3">
          <Banner
            tone="warn"
            icon="card"
            title={words.underway}
            action={
              underway.intent && (
                <Button look="out" to={`/payment/${underway.intent}`}>
                  {words.toUnderway}
                </Button>
              )
            }
          >
            {words.underwayText}
          </Banner>
        </div>
      )}
      <div className="mt4">
        <CardChoice selection={selection} onSelect={setSelection} busy={busy} />
      </div>
    </Sheet>
  );
}
