import { lazy, Suspense } from "react";
import { CorrectedNote } from "#pwa/employee/history/corrected-note";
import { WithdrawnNote } from "#pwa/employee/history/withdrawn-note";
import { useOrders } from "#pwa/offline/use-orders";

const HolidayNote = lazy(async () => ({
  default: (await import("#pwa/employee/history/holiday-note")).HolidayNote,
}));

/**
 * Of every day to come: days that were closed after they were ordered, ordered meals that the kitchen cannot cook, and those whose
 * allergens were corrected.
 */
export function Withdrawn() {
  const orders = useOrders();
  return orders?.flatMap((order) =>
    order.deliveries
      .filter(
        ({ live, items, holiday }) =>
          live && (holiday || items.some(({ withdrawn, corrected }) => withdrawn || corrected)),
      )
      .flatMap((delivery) => [
        delivery.holiday && (
          <Suspense key={`${delivery.id} holiday`}>
            <HolidayNote order={order} delivery={delivery} />
          </Suspense>
        ),
        <WithdrawnNote key={delivery.id} order={order} delivery={delivery} dated />,
        <CorrectedNote key={`${delivery.id} corrected`} order={order} delivery={delivery} dated />,
      ]),
  );
}
