import { CompanyAccount } from "#pwa/admin/invoices/company-account";
import { InvoiceBoard } from "#pwa/admin/invoices/invoice-board";

/** Lists a company's invoices beside the balance of its account. */
export const CompanyInvoices = () => (
  <InvoiceBoard>{(invoices) => invoices && <CompanyAccount invoices={invoices} />}</InvoiceBoard>
);
