import type { Order, Purchase } from "#pwa/offline/wire";

export type HistoryRow = { order: Order } | { purchase: Purchase } | { gap: true };

const instantOf = (row: { order_date: string }) => Date.parse(row.order_date);

/**
 * Orders and purchases as one list, newest first. While older purchases are not here, a gap stands where the next of them belongs, so that
 * every order is in its place without them.
 */
export function historyRows(orders: Order[], purchases: Purchase[], more: boolean): HistoryRow[] {
  const rows: { at: number; row: HistoryRow }[] = [
    ...orders.map((order) => ({ at: instantOf(order), row: { order } })),
    ...purchases.map((purchase) => ({ at: instantOf(purchase), row: { purchase } })),
  ];
  if (more) rows.push({ at: Math.min(...purchases.map(instantOf)), row: { gap: true } });
  return rows.sort((a, b) => b.at - a.at).map(({ row }) => row);
}
