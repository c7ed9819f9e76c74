import type { QuoteItem } from "#pwa/rules/quote/quote";

/** A day after a tap, and the meal that left it for the tapped one. */
export type AfterTap = { items: QuoteItem[]; swapped?: string };

type Held = {
  held: readonly QuoteItem[];
  /** Whether a meal that the day holds was withdrawn. */
  isGone: (meal: string) => boolean;
  /** The least number of meals a day. */
  least: number;
};

/**
 * Returns what a day shall hold when a meal gets another quantity, and the meal whose place it took: the same for a day that
 * is being chosen and for one that is ordered.
 */
export function afterTap({ held, isGone, least }: Held, id: string, qty: number): AfterTap {
  const before = held.find((item) => item.meal === id)?.qty ?? 0;
  const put = (items: readonly QuoteItem[]) =>
    (before > 0
      ? items.map((item) => (item.meal === id ? { meal: id, qty } : item))
      : [...items, { meal: id, qty }]
    ).filter((item) => item.qty > 0);
  const gone = held.find((item) => item.meal !== id && isGone(item.meal));
  // What comes in takes the place of what cannot be cooked.
  if (gone && qty > before && !(held.length === 1 && gone.qty === 1)) {
    const rest = held.map((item) => (item === gone ? { ...gone, qty: gone.qty - 1 } : item));
    return { items: put(rest), swapped: gone.meal };
  }
  // One lunch stays one lunch: another meal takes its place.
  const [only] = held;
  if (before === 0 && qty === 1 && held.length === 1 && only?.qty === 1 && least <= 1)
    return { items: [{ meal: id, qty }], swapped: only.meal };
  return { items: put(held) };
}
