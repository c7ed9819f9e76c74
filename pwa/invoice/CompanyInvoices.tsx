import { CompanyAccount } from "#pwa/invoice/CompanyAccount";
import { InvoiceBoard } from "#pwa/invoice/InvoiceBoard";

/** A company's invoices, and how its account stands. (spec 2) */
export const CompanyInvoices = () => (
  <InvoiceBoard>{(invoices) => invoices && <CompanyAccount invoices={invoices} />}</InvoiceBoard>
);
