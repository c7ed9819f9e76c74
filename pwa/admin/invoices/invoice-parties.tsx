import { sayDate, saySpan } from "#pwa/admin/invoices/say-month";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { InvoiceDetails } from "#pwa/offline/wire";

const said = invoiceWords;

/** The seller, the buyer, and the kind of document. */
export const InvoiceParties = ({ invoice }: { invoice: InvoiceDetails }) => (
  <div className="parties">
    {([said.from, said.to] as const).map((whose) => {
      const { name, address, trn } = whose === said.from ? invoice.seller : invoice.buyer;
      return (
        <section key={whose}>
          <h3 className="cap">{whose}</h3>
          <p className="sm b">
            <bdi>{name}</bdi>
          </p>
          <p className="sm t2">
            <bdi>{address}</bdi>
          </p>
          {trn && <p className="sm t2 num">{said.trn(trn)}</p>}
        </section>
      );
    })}
    <section>
      <h3 className="cap">{said.taxInvoice}</h3>
      <p className="sm b num">{invoice.number}</p>
      <p className="sm t2">{said.issued(sayDate(invoice.issued_on))}</p>
      <p className="sm t2">{said.supply(saySpan(invoice.supply_from, invoice.supply_until))}</p>
      <p className="sm t2">{said.due(sayDate(invoice.due_on))}</p>
    </section>
  </div>
);
