import type { AmendDay } from "#pwa/offline/wire";

type Items = AmendDay["items"];

/** The address at which the move of a day's lunch to another day is reviewed: nothing of it is kept on the device. */
export const movedTo = (order: string, from: string, to: string, items: Items) =>
  `/checkout/edit/${order}?move=${[from, to, ...items.map(({ meal, qty }) => `${meal}*${qty}`)].join(" ")}`.replaceAll(
    " ",
    "+",
  );

/** What such an address asks for: the day that is given up, and the one that comes. */
export function movingOf(move: string): AmendDay[] {
  const [from = "", to = "", ...meals] = move.split(" ");
  const items = new Map<string, number>();
  for (const one of meals) {
    const [meal = "", qty = "1"] = one.split("*");
    items.set(meal, (items.get(meal) ?? 0) + Number(qty));
  }
  return [
    { date: from, items: [] },
    { date: to, items: [...items].map(([meal, qty]) => ({ meal, qty })) },
  ];
}
