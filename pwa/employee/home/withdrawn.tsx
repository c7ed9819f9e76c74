import { CorrectedNote } from "#pwa/employee/history/corrected-note";
import { WithdrawnNote } from "#pwa/employee/history/withdrawn-note";
import { useOrders } from "#pwa/offline/use-orders";

/** Ordered meals that the kitchen cannot cook, and those whose allergens were corrected, of every day to come. */
export function Withdrawn() {
  const orders = useOrders();
  return orders?.flatMap((order) =>
    order.deliveries
      .filter(({ live, items }) => live && items.some(({ withdrawn, corrected }) => withdrawn || corrected))
      .flatMap((delivery) => [
        <WithdrawnNote key={delivery.id} order={order} delivery={delivery} dated />,
        <CorrectedNote key={`${delivery.id} corrected`} order={order} delivery={delivery} dated />,
      ]),
  );
}
