import { CompanyAccount } from "#pwa/invoice/company-account";
import { InvoiceBoard } from "#pwa/invoice/invoice-board";

/** A company's invoices, and how its account stands. (spec 2) */
export const CompanyInvoices = () => (
  <InvoiceBoard>{(invoices) => invoices && <CompanyAccount invoices={invoices} />}</InvoiceBoard>
);
