import { isAsOrdered } from "#pwa/offline/as-ordered";
import type { DraftDay } from "#pwa/offline/view";
import type { Delivery, DraftItem, Order, OrderItem } from "#pwa/offline/wire";
import { closesAt } from "#pwa/rules/week/closes-at";

/** A date as its plate shows it: the order that holds it, else the draft. */
export type Day = {
  date: string;
  state: "empty" | "waiting" | "filled" | "needs-you" | "pending" | "confirmed" | "locked";
  why?: "alternative" | "payment_failed" | "refused";
  items: (DraftItem & Pick<Partial<OrderItem>, "name" | "withdrawn">)[];
  draft?: DraftDay;
  /** The new content of an ordered day once it is saved; no items cancel it. */
  proposal?: DraftDay;
  order?: Order;
  delivery?: Delivery;
  /** The cut-off: until when the day can be ordered or changed, ms. */
  cutoff: number;
  open: boolean;
};

export type Known = {
  draft: ReadonlyMap<string, DraftDay>;
  orders: readonly Order[];
  closed: readonly string[];
  /** Dates whose last change was refused and not yet seen. */
  refused: readonly string[];
  now: number;
};

const dead = ["Cancelled", "Refunded"];

/** Merges what is known of a date. An order that holds the day goes before the draft; a failed payment holds nothing. */
export function dayState(date: string, { draft, orders, closed, refused, now }: Known): Day {
  const cutoff = closesAt(date);
  const open = now < cutoff && !closed.includes(date);
  const kept = draft.get(date);
  const mine = kept?.base == null ? kept : undefined;
  const day: Pick<Day, "date" | "cutoff" | "open" | "draft" | "proposal"> = {
    date,
    cutoff,
    open,
    ...(mine && { draft: mine }),
  };
  const found = orders.flatMap((order) => {
    // A failed payment has released its days, but the person must still learn of it.
    const failed = order.status === "Payment Failed";
    const delivery = order.deliveries.find((one) => one.delivery_date === date && (one.live || failed));
    return delivery && !dead.includes(order.status) ? [{ order, delivery }] : [];
  });
  const holding = found.find(({ order }) => order.status !== "Payment Failed");
  if (holding) {
    const { order, delivery } = holding;
    const paid = order.status === "Confirmed" || order.status === "Completed";
    if (open && order.status === "Confirmed" && kept?.base != null && !isAsOrdered(delivery, kept)) day.proposal = kept;
    return { ...day, state: paid ? "confirmed" : "pending", items: delivery.items, order, delivery };
  }
  const failed = found[0];
  const items = mine?.items.length ? mine.items : (failed?.delivery.items ?? []);
  const held = { ...day, ...failed, items };
  if (!open) return { ...held, state: "locked" };
  if (mine?.alternatives.length) return { ...held, state: "needs-you", why: "alternative" };
  if (refused.includes(date)) return { ...held, state: "needs-you", why: "refused" };
  if (failed) return { ...held, state: "needs-you", why: "payment_failed" };
  if (items.length === 0) return { ...held, state: "empty" };
  return { ...held, state: mine?.unsent ? "waiting" : "filled" };
}

/** Whether a day waits for its payment, or lost its place because that failed. */
export const isUnpaid = ({ state, why }: Pick<Day, "state" | "why">) => state === "pending" || why === "payment_failed";
