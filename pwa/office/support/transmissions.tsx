import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { serverSentence } from "#pwa/i18n/server-sentences";
import type { InvoiceSheet } from "#pwa/office/kitchen";
import { sayWhen } from "#pwa/office/say-when";
import { call } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenInvoiceWords;

type Transmission = InvoiceSheet["transmissions"][number];

/** What became of an invoice and its credit notes as e-invoices. Nothing is shown where none are sent. */
export function Transmissions({ of, onDone }: { of: readonly Transmission[]; onDone: () => void }) {
  if (of.length === 0) return null;
  const again = ({ id, number }: Transmission) =>
    call("POST", `/api/kitchen/invoices/${id}/send-again`)
      .then(() => toasts.success(words.sentAgain(number)))
      .catch(() => undefined)
      .then(onDone);
  return (
    <section className="card pad mt4" aria-labelledby="transmissions">
      <h2 className="h3" id="transmissions">
        {words.sent}
      </h2>
      <ul className="list mt2">
        {of.map((one) => (
          <li className="li kact" key={one.id}>
            <span className="grow">
              <span className="num">{one.number}</span>
              {one.message && (
                <span className="sm t2 kline" dir="auto">
                  {serverSentence(one.message) ?? one.message}
                </span>
              )}
              <span className="xs t3 kline">{words.sentSince(sayWhen(one.since))}</span>
            </span>
            <span className="row wrap g2">
              <Chip state={one.state} />
              {stuck.includes(one.state) && (
                <Button
                  look="out"
                  className="small"
                  aria-label={words.sendAgainOf(one.number)}
                  onClick={() => void again(one)}
                >
                  {words.sendAgain}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const stuck = ["incomplete", "rejected", "stopped"];

const Chip = ({ state }: { state: string }) => (
  <StatusChip
    tone={state === "delivered" ? "ok" : stuck.includes(state) ? "bad" : "mute"}
    icon={state === "delivered" ? "check" : stuck.includes(state) ? "alert" : "clock"}
  >
    {words.sentStates[state] ?? state}
  </StatusChip>
);
