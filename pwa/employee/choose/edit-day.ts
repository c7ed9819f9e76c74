// Saves what a person chooses. Each function resolves when the choice is stored on this device, whatever the network does,
// and rejects with NotSaved when it is not.

import type { DayContent } from "#pwa/offline/sync/outbox";
import { engineNow } from "#pwa/offline/sync/start-sync";
import type { DraftDay } from "#pwa/offline/view";
import type { DraftItem } from "#pwa/offline/wire";
import { maxQuantity } from "#pwa/rules/quote/quote";

/** The choice is not kept: the storage refused it or is full. */
export class NotSaved extends Error {
  constructor(cause: unknown) {
    super("not saved", { cause });
    this.name = "NotSaved";
  }
}

/** The most different meals of one day. */
const maxItems = 40;

async function edit(date: string, change: (day: DayContent) => DayContent, decided?: number): Promise<void> {
  try {
    await engineNow().edit(date, (day) => tidy(change(day)), decided);
  } catch (cause) {
    throw new NotSaved(cause);
  }
}

/** Each meal once, in the order chosen, with a quantity that can be ordered. */
function tidy(day: DayContent): DayContent {
  const wanted = new Map<string, number>();
  for (const { meal, qty } of day.items) wanted.set(meal, (wanted.get(meal) ?? 0) + Math.trunc(qty));
  const items = [...wanted]
    .map(([meal, qty]) => ({ meal, qty: Math.min(qty, maxQuantity) }))
    .filter(({ qty }) => qty > 0);
  return { ...day, items: items.slice(0, maxItems) };
}

/** Replaces a day's whole content. */
export function setDay(
  date: string,
  items: DraftItem[],
  more: Pick<DayContent, "address_id" | "base"> = {},
): Promise<void> {
  return edit(date, (day) => ({ ...anew(day), ...more, items }));
}

/**
 * Stores the new content of an ordered day as a proposal for an amendment; no items mean a cancellation. `version` is
 * the order's.
 */
export function propose(date: string, items: DraftItem[], version: number, address_id?: string | null): Promise<void> {
  return edit(date, () => ({ items, address_id, base: version }));
}

/** Withdraws the proposal, so that an ordered day stays as it is. */
export function withdraw(date: string): Promise<void> {
  return edit(date, (day) => (day.base == null ? day : { items: [] }));
}

/** A proposal for an ordered day is no starting point once that day is no longer ordered. */
const anew = (day: DayContent): DayContent => (day.base == null ? day : { items: [] });

/** Sets how many of a meal; 0 removes it. */
export function setQty(date: string, meal: string, qty: number): Promise<void> {
  return changeDay(date, (items) => {
    const known = items.some((item) => item.meal === meal);
    return known ? items.map((item) => (item.meal === meal ? { meal, qty } : item)) : [...items, { meal, qty }];
  });
}

/** Replaces a day's meals by what follows from those that it holds when the change is stored. */
export function changeDay(date: string, change: (items: readonly DraftItem[]) => DraftItem[]): Promise<void> {
  return edit(date, (kept) => {
    const day = anew(kept);
    return { ...day, items: change(day.items) };
  });
}

export function clearDay(date: string): Promise<void> {
  return edit(date, (day) => ({ ...anew(day), items: [] }));
}

/**
 * Chooses between the server's version and one that came late from a device. `day` is what the person saw: whatever arrived
 * after it is asked about again. Null keeps the server's version.
 */
export function chooseAlternative(day: DraftDay, dev: string | null): Promise<void> {
  const chosen = day.alternatives.find((other) => other.dev === dev);
  const { items, address_id } = chosen ?? day;
  return edit(day.date, (now) => ({ ...now, items, address_id, base: day.base }), day.rev);
}
