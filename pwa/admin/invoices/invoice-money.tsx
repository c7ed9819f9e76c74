import { Link } from "react-router";
import { sayDate } from "#pwa/admin/invoices/say-month";
import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { percents } from "#pwa/i18n/say";
import type { InvoiceDetails } from "#pwa/offline/wire";
import { SplitBar } from "#pwa/ui/split-bar";

const words = invoiceWords;

/** The VAT of an invoice by its rates: "5%" and fils. */
function vatOf({ days, vat }: InvoiceDetails): [rate: string, vat: number][] {
  const rates = [...new Set(days.map((day) => day.vat_rate))];
  if (rates.length < 2) return [[percents(rates), vat]];
  const at = (rate?: number) => days.filter((day) => day.vat_rate === rate).reduce((all, day) => all + day.vat, 0);
  return rates.map((rate) => [percents([rate]), at(rate)]);
}

/** What an invoice comes to, who paid for the lunches, what was credited and paid, and how to transfer the rest. */
export function InvoiceMoney({ invoice }: { invoice: InvoiceDetails }) {
  const { shared, notes, payments, seller } = invoice;
  const left = invoice.due - invoice.credit;
  return (
    <div className="invoicemoney">
      <div className="col g4">
        {shared.lunches > 0 && (
          <section>
            <h3 className="sm t2">{words.whoPaid(shared.lunches)}</h3>
            <div className="mt2">
              <SplitBar
                legend
                parts={[
                  { kind: "discount", label: words.discount, fils: shared.discount },
                  { kind: "company", label: words.company, fils: shared.company },
                  { kind: "you", label: words.employees, fils: shared.employees },
                ]}
              />
            </div>
          </section>
        )}
        {notes.length > 0 && (
          <section>
            <h3 className="sm b">{words.notes}</h3>
            <ul className="col g2 mt2">
              {notes.map((note) => (
                <li key={note.id} className="row g2 wrap between sm">
                  <span>
                    <span className="num">{note.number}</span> <span className="t2 nw">{sayDate(note.issued_on)}</span>
                  </span>
                  <span className="num">{formatAed(-note.total)}</span>
                  <SaveButton look="ghost" path={`/api/invoices/${note.id}/pdf`} label={`${words.pdf} ${note.number}`}>
                    {words.pdf}
                  </SaveButton>
                </li>
              ))}
            </ul>
          </section>
        )}
        {payments.length > 0 && (
          <section>
            <h3 className="sm b">{words.payments}</h3>
            <ul className="col g2 mt2">
              {payments.map((payment) => (
                <li
                  key={`${payment.way} ${payment.reference} ${payment.amount} ${payment.paid_on}`}
                  className="row g2 wrap between sm"
                >
                  <span>
                    {payment.way === "setoff" ? (
                      <>
                        {payment.amount > 0 ? words.setOffFrom : words.setOffTo}{" "}
                        <Link className="link u num" to={`/dashboard/company-invoices/${payment.other}/details`}>
                          {payment.reference}
                        </Link>
                      </>
                    ) : (
                      words.ways[payment.way]
                    )}{" "}
                    <span className="t2 nw">{sayDate(payment.paid_on)}</span>
                  </span>
                  <span className="num">{formatAed(payment.amount)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {left > 0 && seller.bank && (
          <section>
            <h3 className="sm b">{words.transferTitle}</h3>
            <p className="sm t2 bank">{seller.bank}</p>
            <p className="sm t2">{words.transferText(invoice.number)}</p>
          </section>
        )}
      </div>
      <dl className="dl">
        <div>
          <dt className="t2">{words.net}</dt>
          <dd>{formatAed(invoice.net)}</dd>
        </div>
        {vatOf(invoice).map(([rate, vat]) => (
          <div key={rate}>
            <dt className="t2">{words.vat(rate)}</dt>
            <dd>{formatAed(vat)}</dd>
          </div>
        ))}
        <div className="tot">
          <dt>{words.total}</dt>
          <dd>{formatAed(invoice.total)}</dd>
        </div>
        {invoice.credited > 0 && (
          <div>
            <dt className="t2">{words.credited}</dt>
            <dd className="neg">{formatAed(-invoice.credited)}</dd>
          </div>
        )}
        {invoice.paid > 0 && (
          <div>
            <dt className="t2">{words.paid}</dt>
            <dd className="neg">{formatAed(-invoice.paid)}</dd>
          </div>
        )}
        {invoice.set_off !== 0 && (
          <div>
            <dt className="t2">{words.setOff}</dt>
            <dd className={invoice.set_off > 0 ? "neg" : undefined}>{formatAed(-invoice.set_off)}</dd>
          </div>
        )}
        {left !== 0 && left !== invoice.total && (
          <div>
            <dt className="b">{left > 0 ? words.left : words.overpaid}</dt>
            <dd className="b">{formatAed(Math.abs(left))}</dd>
          </div>
        )}
        {left < 0 && (
          <div>
            <dt className="sm t2">{words.overpaidText}</dt>
          </div>
        )}
      </dl>
    </div>
  );
}
