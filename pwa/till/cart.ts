// What somebody is putting together at the counter, who buys it, and how they pay. It survives the end of the tab, except for
// the buyer, whose code is good for minutes.
import { create } from "zustand";
import type { Eater } from "#pwa/offline/wire";
import type { Shown } from "#pwa/till/shown-code";
import { type CartLine, keep, note, type TillDb } from "#pwa/till/till-db";

export type Way = "cash" | "terminal" | "account";

/** What the server said about the buyer and a total; until then it is asked, or nobody answers. */
export type Account = { total: number; eater: Eater } | "asking" | "offline";

type Cart = {
  lines: CartLine[];
  note: string;
  /** Null is a walk-in. */
  buyer: (Shown & { account: Account }) | null;
  way: Way;
  /** How what does not go on the account is paid. */
  rest: "cash" | "terminal";
  /** Cash in the buyer's hand, fils; null is the exact amount. */
  given: number | null;
  reference: string;
};

const empty: Cart = { lines: [], note: "", buyer: null, way: "cash", rest: "cash", given: null, reference: "" };

export const useCart = create<Cart>(() => empty);

/** The most of one meal in one sale, and of different ones: what the server understands. */
export const mostOfMeal = 999;
const mostLines = 100;

let store: TillDb | null = null;

/** Puts back what was in the cart when the tab ended, and keeps it from now on. */
export async function loadCart(db: TillDb): Promise<void> {
  store = null;
  const kept = await note(db, "cart");
  useCart.setState({ ...empty, lines: kept?.lines ?? [], note: kept?.note ?? "" });
  store = db;
}

useCart.subscribe(({ lines, note: text }, before) => {
  if (!store || (lines === before.lines && text === before.note)) return;
  // Not to be kept is no reason not to sell.
  void keep(store, "cart", { lines, note: text }).catch(() => undefined);
});

/** Sets how many of a meal are in the cart; none takes it out. */
export function setQuantity(meal: string, qty: number): void {
  const { lines } = useCart.getState();
  const within = Math.max(0, Math.min(mostOfMeal, Math.trunc(qty) || 0));
  const known = lines.some((line) => line.meal === meal);
  if (!known && lines.length >= mostLines) return;
  const changed = known
    ? lines.map((line) => (line.meal === meal ? { meal, qty: within } : line))
    : [...lines, { meal, qty: within }];
  useCart.setState({ lines: changed.filter((line) => line.qty > 0), given: null });
}

export function addMeal(meal: string): void {
  const line = useCart.getState().lines.find((one) => one.meal === meal);
  setQuantity(meal, (line?.qty ?? 0) + 1);
}

/** Somebody showed a code, or it is a walk-in after all. */
export function setBuyer(shown: Shown | null): void {
  const buyer = shown && { ...shown, account: "asking" as const };
  useCart.setState({ buyer, way: shown ? "account" : "cash", given: null });
}

/** Puts down what was learnt about the buyer, if it is still the same one. */
export function setAccount(proof: string, account: Account): void {
  useCart.setState(({ buyer }) => (buyer?.proof === proof ? { buyer: { ...buyer, account } } : {}));
}

/** Whether somebody stands at the counter: what they buy, or who they are, is there and not sold yet. */
export const selling = ({ lines, note: text, buyer }: Cart): boolean =>
  lines.length > 0 || text !== "" || buyer !== null;

/** Begins anew: after a sale, or because nothing came of it. */
export const clearCart = (): void => useCart.setState(empty);
