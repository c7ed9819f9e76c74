import { useParams } from "react-router";
import { NotFoundPage } from "#pwa/app/NotFoundPage";
import { DashboardHome } from "#pwa/home/DashboardHome";
import { OrderHistory } from "#pwa/order/OrderHistory";

/** The person's own pages. A tab that does not exist is a page that does not exist. (spec 2) */
export function DashboardPage() {
  const { tab } = useParams();
  if (tab === "home") return <DashboardHome />;
  if (tab === "history") return <OrderHistory />;
  return <NotFoundPage />;
}
