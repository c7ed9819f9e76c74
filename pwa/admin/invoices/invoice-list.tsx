import { Link } from "react-router";
import { InvoiceState } from "#pwa/admin/invoices/invoice-state";
import { sayMonth } from "#pwa/admin/invoices/say-month";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { InvoiceListed } from "#pwa/offline/wire";

type Props = { invoices: InvoiceListed[]; chosen?: string; search: string };

/** Invoices, the newest first; the chosen one is marked. */
export const InvoiceList = ({ invoices, chosen, search }: Props) => (
  <ul className="card list invoicelist" aria-label={invoiceWords.title}>
    {invoices.map((invoice) => (
      <li key={invoice.id}>
        <Link
          to={{ pathname: `/dashboard/company-invoices/${invoice.id}/details`, search }}
          aria-current={invoice.id === chosen ? "true" : undefined}
        >
          <span className="grow">
            <span className="m blk">{sayMonth(invoice.month)}</span>
            <span className="sm t2 num blk">{invoice.number}</span>
          </span>
          <span className="fils">
            <span className="m num blk">{formatAed(invoice.total)}</span>
            <InvoiceState {...invoice} />
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
