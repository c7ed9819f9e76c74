import type { DraftItem, OrderItem } from "#pwa/offline/wire";

type Priced = { price: number; discounted: number };

const each = ({ price, discounted }: Priced, n: number): Priced[] => Array(Math.max(0, n)).fill({ price, discounted });

/**
 * What a day comes to when it shall hold other meals, fils: portions that stay keep their price, and one that comes in for a
 * withdrawn meal, or for one whose allergens were corrected, costs no more than that did. Of several, the dearest comes in for
 * what cost least.
 */
export function swapPrice(
  held: readonly OrderItem[],
  proposed: readonly DraftItem[],
  priceOf: (meal: string) => Priced,
): { gross: number; net: number } {
  const left = new Map(proposed.map(({ meal, qty }) => [meal, qty]));
  const all: Priced[] = [];
  const freed: Priced[] = [];
  for (const line of [...held].sort((a, b) => a.discounted - b.discounted)) {
    const wanted = left.get(line.meal) ?? 0;
    const stays = Math.min(line.qty, wanted);
    left.set(line.meal, wanted - stays);
    all.push(...each(line, stays));
    if (line.withdrawn || line.corrected?.yours) freed.push(...each(line, line.qty - stays));
  }
  const coming = [...left]
    .flatMap(([meal, qty]) => each(held.find((line) => line.meal === meal && !line.instead_of) ?? priceOf(meal), qty))
    .sort((a, b) => b.discounted - a.discounted);
  coming.forEach((own, at) => {
    const free = freed[at];
    all.push(free && free.discounted < own.discounted ? free : own);
  });
  return all.reduce((sum, { price, discounted }) => ({ gross: sum.gross + price, net: sum.net + discounted }), {
    gross: 0,
    net: 0,
  });
}
