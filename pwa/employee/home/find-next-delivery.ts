import type { Delivery, Order } from "#pwa/offline/wire";
import { dateAt, startOf } from "#pwa/rules/week/date";

/** The end of a window such as "12:15–12:45", in ms after the start of its day; the end of the day without one. */
function endOf(window: string | null | undefined): number {
  const [, hours, minutes] = /(\d{1,2}):(\d{2})\s*$/.exec(window ?? "") ?? [];
  return hours ? (Number(hours) * 60 + Number(minutes)) * 60_000 : 86_400_000;
}

/** The earliest lunch that is paid for and still to come. */
export function nextDelivery(
  orders: readonly Order[],
  windowOn: (date: string) => string | null | undefined,
  now: number,
): { order: Order; delivery: Delivery } | null {
  const today = dateAt(now);
  let next: { order: Order; delivery: Delivery } | null = null;
  for (const order of orders) {
    if (order.status !== "Confirmed") continue;
    for (const delivery of order.deliveries) {
      const date = delivery.delivery_date;
      if (!delivery.live || delivery.holiday || date < today) continue;
      if (date === today && now > startOf(today) + endOf(windowOn(date))) continue;
      if (!next || date < next.delivery.delivery_date) next = { order, delivery };
    }
  }
  return next;
}
