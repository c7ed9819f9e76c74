import { useState } from "react";
import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { type InvoiceSheet, isIn, useOperator } from "#pwa/office/kitchen";
import { sayDay } from "#pwa/office/say-when";
import { Button } from "#pwa/ui/button";

const words = kitchenInvoiceWords;

type Payment = InvoiceSheet["payments"][number];

/** What paid an invoice or was taken back of it, and the credit notes that made it less. A manager undoes a transfer here. */
export function InvoiceMoves({ invoice, onDone }: { invoice: InvoiceSheet; onDone: () => void }) {
  const manager = isIn(useOperator()?.operator_role, "manager");
  const [deed, setDeed] = useState<Deed>();
  const { payments, notes } = invoice;
  return (
    <>
      <section className="card pad mt4" aria-labelledby="payments">
        <h2 className="h3" id="payments">
          {words.payments}
        </h2>
        {payments.length === 0 && <p className="t2 mt2">{words.noPayments}</p>}
        <ul className="list mt2">
          {payments.map((payment) => (
            <li
              className="li kact"
              key={`${payment.id} ${payment.way} ${payment.reference} ${payment.amount} ${payment.paid_on}`}
            >
              <span className="grow">
                <What payment={payment} />
                <span className="xs t3 kline">{sayDay(payment.paid_on)}</span>
              </span>
              <b className="num">{formatAed(payment.amount)}</b>
              {manager && payment.id && (
                <Button
                  look="out"
                  aria-label={words.undoOf(payment.reference)}
                  onClick={() => setDeed(undoing(payment, invoice.paying))}
                >
                  {words.undo}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      {notes.length > 0 && (
        <section className="card pad mt4" aria-labelledby="notes">
          <h2 className="h3" id="notes">
            {words.notes}
          </h2>
          <ul className="list mt2">
            {notes.map((note) => (
              <li className="li" key={note.id}>
                <span className="grow">
                  <span className="num">{note.number}</span>
                  <span className="xs t3 kline">{sayDay(note.issued_on)}</span>
                </span>
                <b className="num">{formatAed(-note.total)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
      {deed && <AskFirst deed={deed} onDone={onDone} onClose={() => setDeed(undefined)} />}
    </>
  );
}

const undoing = ({ id, amount, reference }: Payment, paying: boolean): Deed => ({
  title: words.undoTitle,
  text: words.undoText(formatAed(amount), reference) + (paying ? ` ${words.undoPaying}` : ""),
  go: words.undoGo(formatAed(amount)),
  danger: true,
  path: `/api/kitchen/transfers/${id}/undo`,
  reason: "reason",
  done: words.undone,
});

function What({ payment: { way, amount, reference, other } }: { payment: Payment }) {
  if (way === "setoff")
    return (
      <span>
        {amount > 0 ? words.setOffFrom : words.setOffTo}{" "}
        <Link className="link u num" to={`/kitchen/invoices/${other}`}>
          {reference}
        </Link>
      </span>
    );
  return (
    <span>
      {words.ways[way] ?? way} <span className="sm t2 kcode">{reference}</span>
    </span>
  );
}
