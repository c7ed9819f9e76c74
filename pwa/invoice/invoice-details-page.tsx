import { useParams } from "react-router";
import { NotFoundPage } from "#pwa/app/not-found-page";
import { InvoiceBoard } from "#pwa/invoice/invoice-board";
import { InvoiceDetails } from "#pwa/invoice/invoice-details";
import { useSession } from "#pwa/session";

/** One invoice beside the others. Only admins have invoices. (spec 2, 6) */
export function InvoiceDetailsPage() {
  const { tab, invoiceID = "" } = useParams();
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (tab !== "company-invoices" || !admin) return <NotFoundPage />;
  return <InvoiceBoard chosen={invoiceID}>{() => <InvoiceDetails key={invoiceID} id={invoiceID} />}</InvoiceBoard>;
}
