import { useParams } from "react-router";
import { InvoiceBoard } from "#pwa/admin/invoices/invoice-board";
import { InvoiceDetails } from "#pwa/admin/invoices/invoice-details";
import { useSession } from "#pwa/offline/session";
import { NotFoundPage } from "#pwa/shell/not-found-page";

/** Shows one invoice beside the list. Only admins have invoices. */
export function InvoiceDetailsPage() {
  const { tab, invoiceID = "" } = useParams();
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (tab !== "company-invoices" || !admin) return <NotFoundPage />;
  return <InvoiceBoard chosen={invoiceID}>{() => <InvoiceDetails key={invoiceID} id={invoiceID} />}</InvoiceBoard>;
}
