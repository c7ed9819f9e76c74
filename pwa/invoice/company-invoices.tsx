import { CompanyAccount } from "#pwa/invoice/company-account";
import { InvoiceBoard } from "#pwa/invoice/invoice-board";

/** Lists a company's invoices beside the balance of its account. */
export const CompanyInvoices = () => (
  <InvoiceBoard>{(invoices) => invoices && <CompanyAccount invoices={invoices} />}</InvoiceBoard>
);
