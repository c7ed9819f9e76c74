import type { Order } from "#pwa/offline/wire";

/** A cancelled order as it was: each cancelled day holds what its last change took from it. */
export function revived(order: Order): Order {
  const held = new Map<string, Order["deliveries"][number]["items"]>();
  for (const { status, days } of order.orderAmends ?? [])
    if (status === "Confirmed")
      for (const { date, before, after } of days) if (before && !after) held.set(date, before.items);
  const deliveries = order.deliveries.map((one) => {
    const items = one.cancelled && held.get(one.delivery_date);
    return items ? { ...one, cancelled: false, items } : one;
  });
  return { ...order, deliveries };
}
