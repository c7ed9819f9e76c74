import { useSearchParams } from "react-router";
import { historyRows } from "#pwa/employee/history/history-rows";
import { OrderHistoryEntry } from "#pwa/employee/history/order-history-entry";
import { PurchaseEntry } from "#pwa/employee/history/purchase-entry";
import { ReportPurchase } from "#pwa/employee/history/report-purchase";
import { usePurchases } from "#pwa/employee/history/use-purchases";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { purchaseWords } from "#pwa/i18n/history";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useMenus } from "#pwa/menu/use-menus";
import { useSession } from "#pwa/offline/session";
import { useOrders } from "#pwa/offline/use-orders";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Loading } from "#pwa/ui/loading";
import "#pwa/employee/history/history.css";

/**
 * Every order that this phone knows and what was bought at counters, newest first; `?order=` opens one, `?sale=` a purchase. It needs no
 * connection.
 */
export function OrderHistory() {
  const orders = useOrders();
  const { list: purchases, next, failed, loading, more } = usePurchases();
  const counter = useSession(({ profile }) => profile?.counter);
  const menus = useMenus();
  const [params, setParams] = useSearchParams();
  const open = params.get("order") ?? params.get("sale");
  const toggle = (kind: "order" | "sale", id: string) =>
    setParams(id === open ? {} : { [kind]: id }, { replace: true, preventScrollReset: true });
  const rows = orders && purchases !== undefined && historyRows(orders, purchases ?? [], next !== "");
  return (
    <div className="history">
      <h1>{dashboardWords.history}</h1>
      {!rows ? (
        <Loading className="col g3 mt4" heights={["112px", "112px"]} />
      ) : rows.length === 0 ? (
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
            {rows.map((row) =>
              "order" in row ? (
                <li key={row.order.id}>
                  <OrderHistoryEntry
                    order={row.order}
                    menus={menus}
                    open={row.order.id === open}
                    onToggle={() => toggle("order", row.order.id)}
                  />
                </li>
              ) : "purchase" in row ? (
                <li key={row.purchase.id}>
                  <PurchaseEntry
                    purchase={row.purchase}
                    open={row.purchase.id === open}
                    onToggle={() => toggle("sale", row.purchase.id)}
                  >
                    <ReportPurchase purchase={row.purchase} />
                  </PurchaseEntry>
                </li>
              ) : (
                <li key="gap" className="center">
                  <Button look="out" busy={loading} onClick={() => void more()}>
                    {purchaseWords.older}
                  </Button>
                  {failed && (
                    <p className="sm t2 mt2" role="status">
                      {purchaseWords.offline}
                    </p>
                  )}
                </li>
              ),
            )}
          </ol>
        </>
      )}
      {failed && counter && purchases === null && <p className="sm t2 mt4">{purchaseWords.failed}</p>}
    </div>
  );
}
