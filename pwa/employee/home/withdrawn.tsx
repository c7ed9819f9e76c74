import { WithdrawnNote } from "#pwa/employee/history/withdrawn-note";
import { useOrders } from "#pwa/offline/use-orders";

/** Ordered meals that the kitchen cannot cook, of every day to come. */
export function Withdrawn() {
  const orders = useOrders();
  return orders?.flatMap((order) =>
    order.deliveries
      .filter(({ live, items }) => live && items.some(({ withdrawn }) => withdrawn))
      .map((delivery) => <WithdrawnNote key={delivery.id} order={order} delivery={delivery} dated />),
  );
}
