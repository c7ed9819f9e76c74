import { isAmendable } from "#pwa/employee/amend/proposal";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOrders } from "#pwa/offline/use-orders";
import type { Order } from "#pwa/offline/wire";

/** The order that an address names, else the one whose next open day comes first; null when there is none. */
export function useOrderToChange(id?: string): Order | null | undefined {
  const orders = useOrders();
  const now = useServerNow();
  if (!orders) return undefined;
  if (id) return orders.find((order) => order.id === id) ?? null;
  return [...orders].filter((order) => isAmendable(order, now)).sort((a, b) => (a.week < b.week ? -1 : 1))[0] ?? null;
}
