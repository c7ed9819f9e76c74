import { useSearchParams } from "react-router";
import { OrderHistoryEntry } from "#pwa/employee/history/order-history-entry";
import { uiWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useMenus } from "#pwa/menu/use-menus";
import { useOrders } from "#pwa/offline/use-orders";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Skeleton } from "#pwa/ui/skeleton";
import "#pwa/employee/history/history.css";

/** Every order that this phone knows, newest first; `?order=` opens one. It needs no connection. */
export function OrderHistory() {
  const orders = useOrders();
  const menus = useMenus();
  const [params, setParams] = useSearchParams();
  const open = params.get("order");
  const toggle = (id: string) =>
    setParams(id === open ? {} : { order: id }, { replace: true, preventScrollReset: true });
  return (
    <div className="history">
      <h1>{dashboardWords.history}</h1>
      {!orders ? (
        <div className="col g3 mt4" role="status" aria-label={uiWords.loading}>
          <Skeleton height="112px" />
          <Skeleton height="112px" />
        </div>
      ) : orders.length === 0 ? (
        <div className="mt4">
          <EmptyState
            icon="history"
            title={dashboardWords.noHistory}
            action={
              <Button look="pri" to="/dashboard/home">
                {notFoundWords.lunches}
              </Button>
            }
          >
            {dashboardWords.noHistoryText}
          </EmptyState>
        </div>
      ) : (
        <>
          <p className="t2 mt2">{dashboardWords.historyText}</p>
          <ol className="col g3 mt4">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderHistoryEntry
                  order={order}
                  menus={menus}
                  open={order.id === open}
                  onToggle={() => toggle(order.id)}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
