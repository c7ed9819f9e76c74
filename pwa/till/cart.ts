// The open sale at the counter: its lines, the buyer and how they pay. It survives the end of the tab, except for
// the buyer, whose code is valid for minutes.
import { create } from "zustand";
import type { Eater } from "#pwa/offline/wire";
import type { Shown } from "#pwa/till/shown-code";
import { type CartLine, note, type TillDb, writeNote } from "#pwa/till/till-db";

export type Way = "cash" | "terminal" | "account";

/** What the server said about the buyer and a total; "asking" until it answers, "offline" when it does not. */
export type Account = { total: number; eater: Eater } | "asking" | "offline";

type Cart = {
  lines: CartLine[];
  note: string;
  /** Null is a walk-in. */
  buyer: (Shown & { account: Account }) | null;
  way: Way;
  /** Only what goes on the account without the buyer's confirmation goes there. */
  withinLimit: boolean;
  /** How the part that does not go on the account is paid. */
  rest: "cash" | "terminal";
  /** Cash in the buyer's hand, fils; null is the exact amount. */
  given: number | null;
  reference: string;
};

const empty: Cart = {
  lines: [],
  note: "",
  buyer: null,
  way: "cash",
  withinLimit: false,
  rest: "cash",
  given: null,
  reference: "",
};

export const useCart = create<Cart>(() => empty);

/** The most of one meal in one sale, and of different meals: the server's limits. */
export const maxOfMeal = 999;
const maxLines = 100;

let store: TillDb | null = null;

/** Restores the cart of the tab that ended, and stores every change from now on. */
export async function loadCart(db: TillDb): Promise<void> {
  store = null;
  const kept = await note(db, "cart");
  useCart.setState({ ...empty, lines: kept?.lines ?? [], note: kept?.readNote ?? "" });
  store = db;
}

useCart.subscribe(({ lines, note: text }, before) => {
  if (!store || (lines === before.lines && text === before.note)) return;
  // A failure to store the cart must not stop the sale.
  void writeNote(store, "cart", { lines, readNote: text }).catch(() => undefined);
});

/** Sets how many of a meal are in the cart; none takes it out. */
export function setQuantity(meal: string, qty: number): void {
  const { lines } = useCart.getState();
  const within = Math.max(0, Math.min(maxOfMeal, Math.trunc(qty) || 0));
  const known = lines.some((line) => line.meal === meal);
  if (!known && lines.length >= maxLines) return;
  const changed = known
    ? lines.map((line) => (line.meal === meal ? { meal, qty: within } : line))
    : [...lines, { meal, qty: within }];
  useCart.setState({ lines: changed.filter((line) => line.qty > 0), given: null });
}

export function addMeal(meal: string): void {
  const line = useCart.getState().lines.find((one) => one.meal === meal);
  setQuantity(meal, (line?.qty ?? 0) + 1);
}

/** Sets the buyer from a shown code; null makes it a walk-in. */
export function setBuyer(shown: Shown | null): void {
  const buyer = shown && { ...shown, account: "asking" as const };
  useCart.setState({ buyer, way: shown ? "account" : "cash", withinLimit: false, given: null });
}

/**
 * Records what was found out about the buyer, if it is still the same one. A sale of which nothing can go on the account is paid in cash
 * unless the seller chooses otherwise after that.
 */
export function setAccount(proof: string, account: Account): void {
  useCart.setState(({ buyer, way }) => {
    if (buyer?.proof !== proof) return {};
    const first = !asksOfSale(buyer.account) && asksOfSale(account);
    return { buyer: { ...buyer, account }, way: first && maxOn(account.eater) === 0 ? "cash" : way };
  });
}

const asksOfSale = (account: Account): account is Exclude<Account, string> =>
  typeof account === "object" && account.total > 0;

const maxOn = ({ share, wallet, with_confirmation: more }: Eater) =>
  share + wallet + (more ? more.share + more.wallet : 0);

/** Whether a sale is open: it has lines, a note or a buyer, and is not sold yet. */
export const selling = ({ lines, note: text, buyer }: Cart): boolean =>
  lines.length > 0 || text !== "" || buyer !== null;

/** Empties the cart: after a sale, or when the customer leaves without one. */
export const clearCart = (): void => useCart.setState(empty);
