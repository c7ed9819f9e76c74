import { useOrders } from "#pwa/order/use-orders";
import { WithdrawnNote } from "#pwa/order/withdrawn-note";

/** Ordered meals that the kitchen cannot cook, of every day to come. */
export function Withdrawn() {
  const orders = useOrders();
  return orders?.flatMap((order) =>
    order.deliveries
      .filter(({ live, items }) => live && items.some(({ withdrawn }) => withdrawn))
      .map((delivery) => <WithdrawnNote key={delivery.id} order={order} delivery={delivery} dated />),
  );
}
