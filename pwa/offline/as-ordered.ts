import type { DraftDay } from "#pwa/offline/view";
import type { Delivery, DraftItem } from "#pwa/offline/wire";

/** A delivery as it would be chosen. The same meal at two prices is one choice. */
export const itemsOf = ({ items }: { items: readonly DraftItem[] }): DraftItem[] =>
  [...new Set(items.map(({ meal }) => meal))].map((meal) => ({
    meal,
    qty: items.reduce((sum, item) => (item.meal === meal ? sum + item.qty : sum), 0),
  }));

/** Whether a choice for an ordered day is what it holds already. */
export const isAsOrdered = (delivery: Delivery, { items, address_id }: Pick<DraftDay, "items" | "address_id">) =>
  sameItems(itemsOf(delivery), items) && (address_id ?? delivery.address_id) === delivery.address_id;

export function sameItems(a: readonly DraftItem[], b: readonly DraftItem[]) {
  const bare = (items: readonly DraftItem[]) =>
    items
      .map(({ meal, qty }) => `${meal} ${qty}`)
      .sort()
      .join();
  return bare(a) === bare(b);
}
