import { expect, test } from "vitest";
import { swapPrice } from "#pwa/employee/amend/swap-price";
import type { OrderItem } from "#pwa/offline/wire";

const menu: Record<string, number> = { harees: 3530, dal: 4200, kofta: 4755, mandi: 4705, soup: 1000 };
const priceOf = (meal: string) => ({ price: menu[meal] ?? 0, discounted: (menu[meal] ?? 0) - 500 });

const line = (meal: string, qty: number, more: Partial<OrderItem> = {}): OrderItem => {
  const { price, discounted } = priceOf(meal);
  return { meal, name: meal, qty, price, discounted, total: discounted * qty, ...more };
};
const corrected = (yours: boolean) => ({
  corrected: { at: "2026-11-20T08:00:00Z", changed: { dairy: "contains" }, yours, until: "2026-11-21T20:00:00Z" },
});
const gone = { withdrawn: { until: "2026-11-21T20:00:00Z" } };

test.each<[name: string, held: OrderItem[], proposed: Record<string, number>, gross: number, net: number]>([
  ["a dearer meal costs what the withdrawn one did", [line("harees", 1, gone)], { kofta: 1 }, 3530, 3030],
  ["and what a corrected one did, for whom it matters", [line("harees", 1, corrected(true))], { kofta: 1 }, 3530, 3030],
  ["for nobody else", [line("harees", 1, corrected(false))], { kofta: 1 }, 4755, 4255],
  ["a cheaper one costs less", [line("harees", 1, gone)], { soup: 1 }, 1000, 500],
  ["what was not withdrawn frees nothing", [line("harees", 1)], { kofta: 1 }, 4755, 4255],
  ["one more than there was costs its price", [line("harees", 1, gone)], { kofta: 2 }, 3530 + 4755, 3030 + 4255],
  ["who keeps it pays for what is added", [line("harees", 1, gone)], { harees: 1, kofta: 1 }, 8285, 7285],
  ["a part is swapped", [line("harees", 3, gone)], { harees: 1, kofta: 2 }, 3 * 3530, 3 * 3030],
  ["the dearest is free", [line("harees", 1, gone)], { dal: 1, kofta: 1 }, 3530 + 4200, 3030 + 3700],
  ["two were withdrawn", [line("harees", 1, gone), line("dal", 1, gone)], { kofta: 1, mandi: 1 }, 7730, 6730],
  ["nothing is left", [line("harees", 1, gone)], {}, 0, 0],
  [
    "what came in before keeps its price",
    [line("kofta", 1, { price: 3530, discounted: 3030, instead_of: "harees" })],
    { kofta: 2 },
    3530 + 4755,
    3030 + 4255,
  ],
])("%s", (_, held, proposed, gross, net) => {
  const items = Object.entries(proposed).map(([meal, qty]) => ({ meal, qty }));
  expect(swapPrice(held, items, priceOf)).toEqual({ gross, net });
});
