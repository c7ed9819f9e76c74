import { useParams } from "react-router";
import { NotFoundPage } from "#pwa/app/not-found-page";
import { InvoiceBoard } from "#pwa/invoice/invoice-board";
import { InvoiceDetails } from "#pwa/invoice/invoice-details";
import { useSession } from "#pwa/session";

/** Shows one invoice beside the list. Only admins have invoices. */
export function InvoiceDetailsPage() {
  const { tab, invoiceID = "" } = useParams();
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (tab !== "company-invoices" || !admin) return <NotFoundPage />;
  return <InvoiceBoard chosen={invoiceID}>{() => <InvoiceDetails key={invoiceID} id={invoiceID} />}</InvoiceBoard>;
}
