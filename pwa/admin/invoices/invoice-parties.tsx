import { sayDate, saySpan } from "#pwa/admin/invoices/say-month";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { InvoiceDetails } from "#pwa/offline/wire";

const words = invoiceWords;

/** The seller, the buyer, and the kind of document. */
export const InvoiceParties = ({ invoice }: { invoice: InvoiceDetails }) => (
  <div className="parties">
    {([words.from, words.to] as const).map((whose) => {
      const { name, address, trn } = whose === words.from ? invoice.seller : invoice.buyer;
      return (
        <section key={whose}>
          <h3 className="cap">{whose}</h3>
          <p className="sm b">
            <bdi>{name}</bdi>
          </p>
          <p className="sm t2">
            <bdi>{address}</bdi>
          </p>
          {trn && <p className="sm t2 num">{words.trn(trn)}</p>}
        </section>
      );
    })}
    <section>
      <h3 className="cap">{words.taxInvoice}</h3>
      <p className="sm b num">{invoice.number}</p>
      <p className="sm t2">{words.issued(sayDate(invoice.issued_on))}</p>
      <p className="sm t2">{words.supply(saySpan(invoice.supply_from, invoice.supply_until))}</p>
      <p className="sm t2">{words.due(sayDate(invoice.due_on))}</p>
    </section>
  </div>
);
