import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import type { InvoiceSheet } from "#pwa/office/kitchen";
import { sayDay } from "#pwa/office/say-when";

const words = kitchenInvoiceWords;

type Payment = InvoiceSheet["payments"][number];

/** What paid an invoice or was taken back of it, and the credit notes that made it less. */
export const InvoiceMoves = ({ invoice: { payments, notes } }: { invoice: InvoiceSheet }) => (
  <>
    <section className="card pad mt4" aria-labelledby="payments">
      <h2 className="h3" id="payments">
        {words.payments}
      </h2>
      {payments.length === 0 && <p className="t2 mt2">{words.noPayments}</p>}
      <ul className="list mt2">
        {payments.map((payment) => (
          <li className="li kact" key={`${payment.way} ${payment.reference} ${payment.amount}`}>
            <span className="grow">
              <What payment={payment} />
              <span className="xs t3 kline">{sayDay(payment.paid_on)}</span>
            </span>
            <b className="num">{formatAed(payment.amount)}</b>
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
  </>
);

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
