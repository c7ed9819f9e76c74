import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router";
import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { einvoiceWords } from "#pwa/i18n/einvoice";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import type { InvoiceSheet } from "#pwa/office/kitchen";
import { sayDay, sayMonth } from "#pwa/office/say-when";
import { Facts } from "#pwa/office/support/facts";
import { InvoiceChip } from "#pwa/office/support/invoice-chip";
import { InvoiceMoves } from "#pwa/office/support/invoice-moves";
import { RecordTransfer } from "#pwa/office/support/record-transfer";
import { Transmissions } from "#pwa/office/support/transmissions";
import { Pending, Troubled } from "#pwa/office/troubled";
import { useAnswer } from "#pwa/online/use-answer";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

const words = kitchenInvoiceWords;

/** One invoice: what is due, what paid it, and its company's account; and a transfer that came for it. */
export function InvoiceFile() {
  const { id = "" } = useParams();
  const { answer, trouble, loading, again } = useAnswer(`/api/kitchen/invoices/${id}`);
  const [recording, setRecording] = useState(false);
  if (!answer)
    return <Pending trouble={trouble} again={again} busy={loading} className="col g3" heights={["48px", "280px"]} />;
  const invoice = answer.data;
  const { account } = invoice;
  return (
    <>
      <Link className="link u" to="/kitchen/invoices">
        {words.title}
      </Link>
      {trouble && <Troubled trouble={trouble} again={again} busy={loading} line />}
      <div className="row between wrap g3">
        <div className="row wrap g3">
          <h1 className="num">{invoice.number}</h1>
          <InvoiceChip invoice={invoice} />
        </div>
        <div className="row wrap g2">
          <SaveButton path={`/api/kitchen/invoices/${invoice.id}/xml`} label={einvoiceWords.xmlOf(invoice.number)}>
            {einvoiceWords.xml}
          </SaveButton>
          <Button look="pri" icon="plus" onClick={() => setRecording(true)}>
            {words.record}
          </Button>
        </div>
      </div>
      {invoice.paying && (
        <div className="mt4">
          <Banner tone="warn" icon="card" round title={words.paying}>
            {words.payingText}
          </Banner>
        </div>
      )}
      <div className="kcolumns mt4">
        <section className="card pad" aria-labelledby="invoice">
          <h2 className="h3" id="invoice">
            {words.one}
          </h2>
          <Facts
            of={[
              [
                words.company,
                <Link key="company" className="link u" to={`/kitchen/companies/${invoice.company_id}`}>
                  {invoice.company}
                </Link>,
              ],
              [words.month, sayMonth(invoice.month)],
              [words.issued, sayDay(invoice.issued_on)],
              [words.dueOn, sayDay(invoice.due_on)],
              ...sums(invoice),
            ]}
          />
        </section>
        <section className="card pad" aria-labelledby="account">
          <h2 className="h3" id="account">
            {words.account}
          </h2>
          <Facts
            of={[
              [words.owes, account.balance > 0 ? money(account.balance) : words.owesNothing],
              [words.overdueOf, String(account.overdue)],
              ...(account.credit > 0 ? [[words.credit, money(account.credit)] as [string, ReactNode]] : []),
            ]}
          />
          {account.credit > 0 && <p className="sm t2 mt3">{words.creditText}</p>}
        </section>
      </div>
      <InvoiceMoves invoice={invoice} onDone={() => void again()} />
      <Transmissions of={invoice.transmissions} onDone={() => void again()} />
      {recording && (
        <RecordTransfer invoice={invoice} onDone={() => void again()} onClose={() => setRecording(false)} />
      )}
    </>
  );
}

const money = (fils: number) => <span className="num">{formatAed(fils)}</span>;

function sums(invoice: InvoiceSheet): [string, ReactNode][] {
  const all: [string, number][] = [
    [words.total, invoice.total],
    [words.credited, -invoice.credited],
    [words.paid, -invoice.paid],
    [words.setOff, -invoice.set_off],
    [words.credit, invoice.credit],
  ];
  const shown = all.filter(([name, fils]) => name === words.total || fils !== 0);
  return [...shown, [words.due, invoice.due] as [string, number]].map(([name, fils]) => [name, money(fils)]);
}
