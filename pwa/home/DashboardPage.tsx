import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { NotFoundPage } from "#pwa/app/NotFoundPage";
import { Waiting } from "#pwa/app/Waiting";
import { DashboardHome } from "#pwa/home/DashboardHome";

const OrderHistory = lazy(async () => ({ default: (await import("#pwa/order/OrderHistory")).OrderHistory }));

const Profile = lazy(async () => ({ default: (await import("#pwa/person/Profile")).Profile }));

/** The person's own pages. A tab that does not exist is a page that does not exist. (spec 2) */
export function DashboardPage() {
  const { tab } = useParams();
  if (tab === "home") return <DashboardHome />;
  if (tab !== "history" && tab !== "profile") return <NotFoundPage />;
  return <Suspense fallback={<Waiting />}>{tab === "profile" ? <Profile /> : <OrderHistory />}</Suspense>;
}
