import { useRows } from "#pwa/offline/sync/use-rows";
import type { Order } from "#pwa/offline/wire";

/** Every order that is kept here, newest first. */
export const useOrders = (): Order[] | undefined => useRows()?.orders;

/** One order; null when it is not here. */
export function useOrder(id: string): Order | null | undefined {
  const orders = useOrders();
  return orders && (orders.find((order) => order.id === id) ?? null);
}
