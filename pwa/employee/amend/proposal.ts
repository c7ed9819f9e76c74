import { isAsOrdered, itemsOf, sameItems } from "#pwa/offline/as-ordered";
import type { DraftDay } from "#pwa/offline/view";
import type { AmendDay, Delivery, DiaryEntry, DraftItem, Order } from "#pwa/offline/wire";

/** Returns the deliveries of an order that can still be changed, by date. */
export const openDeliveries = (order: Order, now: number): Delivery[] =>
  order.deliveries
    .filter(({ live, cutoff }) => live && now < Date.parse(cutoff))
    .sort((a, b) => (a.delivery_date < b.delivery_date ? -1 : 1));

/** Whether an order can be changed at all: it is confirmed and still open, and no payment of it is in progress. */
export const isAmendable = (order: Order, now: number) =>
  order.status === "Confirmed" && !openAmendment(order) && openDeliveries(order, now).length > 0;

/** The change of an order whose payment is in progress. */
export const openAmendment = (order: Order) =>
  order.orderAmends?.find(({ status, intent }) => status === "Payment Pending" && intent?.status === "open");

/** The wanted content of the open days of an order, from the drafts that wait for it. */
export function proposalOf(order: Order, drafts: ReadonlyMap<string, DraftDay>, now: number): AmendDay[] {
  return openDeliveries(order, now).flatMap((delivery) => {
    const draft = drafts.get(delivery.delivery_date);
    if (!draft || draft.base == null || isAsOrdered(delivery, draft)) return [];
    return [dayOf(delivery.delivery_date, draft.items, draft.address_id, delivery)];
  });
}

function dayOf(date: string, items: DraftItem[], address_id: string | null | undefined, delivery?: Delivery): AmendDay {
  const elsewhere = address_id && address_id !== delivery?.address_id && items.length > 0;
  return { date, items, ...(elsewhere && { address_id }) };
}

/** Cancels one open day of an order, or every one. */
export const cancelling = (order: Order, what: string, now: number): AmendDay[] =>
  openDeliveries(order, now)
    .map(({ delivery_date }) => delivery_date)
    .filter((date) => what === "all" || what === date)
    .map((date) => ({ date, items: [] }));

/** Undoes one diary entry: the day gets back its earlier content and place. A cancelled day comes back to the place it had. */
export const undoing = ({ date, before, after, place_before: place }: DiaryEntry): AmendDay => ({
  date,
  items: itemsOf({ items: before ?? [] }),
  ...(place && after?.length && { address_id: place.id }),
});

/** Whether a day holds the same lunch as before; another place or share may be what changed. */
export const sameLunch = ({ before, after }: DiaryEntry) =>
  sameItems(itemsOf({ items: before ?? [] }), itemsOf({ items: after ?? [] }));

/** The new place of a day's lunch, if it is another one than before the entry. */
export const newPlace = ({ place_before, place_after }: DiaryEntry) =>
  place_after && place_after.id !== place_before?.id ? place_after.label : undefined;

/** Whether a change leaves nothing of the order that can still come. */
export const cancelsAll = (order: Order, days: readonly AmendDay[]) =>
  days.some(({ items }) => items.length > 0) === false &&
  order.deliveries.every(
    ({ live, delivery_date }) => !live || days.some(({ date, items }) => date === delivery_date && items.length === 0),
  );

/** The entries of a diary that can be undone: the newest of each day, while the day is open. */
export function undoable(entries: readonly DiaryEntry[], order: Order, now: number): ReadonlySet<string> {
  const seen = new Set<string>();
  const ids = new Set<string>();
  if (order.status !== "Confirmed" || openAmendment(order)) return ids;
  for (const entry of entries) {
    const { id, date, what } = entry;
    if (seen.has(date) || what === "payment failed" || what === "paid too late") continue;
    if (what === "changed" && sameLunch(entry) && !newPlace(entry)) continue; // only who pays what of it
    seen.add(date);
    const delivery = order.deliveries.find((one) => one.delivery_date === date);
    const open = delivery !== undefined && now < Date.parse(delivery.cutoff);
    if (open && (what === "changed" || what === "cancelled" || what === "restored")) ids.add(id);
  }
  return ids;
}
