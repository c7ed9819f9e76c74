import type { TillMenuMeal, TillTerms } from "#pwa/offline/wire";
import { firstVat, vatInside } from "#pwa/rules/money";
import { discountedPrice } from "#pwa/rules/quote/quote";
import type { Account, Way } from "#pwa/till/cart";
import type { CartLine, SaleLine } from "#pwa/till/till-db";

/** A line with both prices of one portion: the menu's, and this buyer's. */
export type BillLine = SaleLine & { list: number };

type Rated = { lines: Pick<SaleLine, "qty" | "price">[]; vat_rate?: number };

/** The VAT inside a sale, computed line by line as the server books it. */
export const vatIn = ({ lines, vat_rate }: Rated): number =>
  lines.reduce((sum, { qty, price }) => sum + vatInside(qty * price, vat_rate ?? firstVat), 0);

/** What a cart costs and how it is paid. Amounts are fils. */
export type Bill = {
  lines: BillLine[];
  gross: number;
  total: number;
  discount: number;
  /** What can go on the buyer's account, and what of it the company and the wallet pay; null until the server answers. */
  allowed: number | null;
  share: number;
  wallet: number;
  account: number;
  /** The buyer confirms this on their phone, because it is more than goes on an account by itself. */
  toConfirm: boolean;
  cash: number;
  terminal: number;
  change: number;
  /** The cash in hand is less than what is paid in cash. */
  tooLittle: boolean;
};

type Asked = {
  lines: CartLine[];
  meals: TillMenuMeal[];
  terms: Pick<TillTerms, "company_id" | "offline_limit">;
  buyer: { company: string; account: Account } | null;
  way: Way;
  withinLimit?: boolean;
  rest: "cash" | "terminal";
  given: number | null;
};

/** Totals a cart. Meals that are not sold today are left out. */
export function billOf({ lines, meals, terms, buyer, way, withinLimit, rest, given }: Asked): Bill {
  const account = buyer?.account;
  const eater = typeof account === "object" ? account.eater : null;
  const counted = lines.flatMap(({ meal: id, qty }): BillLine[] => {
    const meal = meals.find((one) => one.id === id);
    if (!meal) return [];
    return [{ meal: id, name: meal.name, name_ar: meal.name_ar, qty, list: meal.price, price: priceFor(meal) }];
  });
  function priceFor(meal: TillMenuMeal): number {
    if (!buyer) return meal.price;
    if (buyer.company === terms.company_id) return meal.employee_price;
    // Only the server knows the plan of a buyer from another company; until it answers, the menu's price applies.
    return eater ? discountedPrice(eater, meal.price) : meal.price;
  }
  const sum = (price: "list" | "price") => counted.reduce((all, line) => all + line.qty * line[price], 0);
  const [gross, total] = [sum("list"), sum("price")];
  const known = typeof account === "object" && account.total === total ? account.eater : null;
  const more = withinLimit ? undefined : known?.with_confirmation;
  const share = Math.min(total, (more ?? known)?.share ?? 0);
  const wallet = Math.min(total - share, (more ?? known)?.wallet ?? 0);
  const allowed = allowedOn(account, known, total, share + wallet, terms.offline_limit);
  const onAccount = way === "account" ? (allowed ?? 0) : 0;
  const left = total - onAccount;
  const inCash = way === "cash" || (way === "account" && rest === "cash") ? left : 0;
  return {
    lines: counted,
    gross,
    total,
    discount: gross - total,
    allowed,
    share,
    wallet,
    account: onAccount,
    toConfirm: way === "account" && more !== undefined,
    cash: inCash,
    terminal: left - inCash,
    change: Math.max(0, (given ?? inCash) - inCash),
    tooLittle: given !== null && given < inCash,
  };
}

function allowedOn(
  account: Account | undefined,
  known: unknown,
  total: number,
  settled: number,
  limit: number,
): number | null {
  if (account === undefined) return 0;
  if (account === "offline") return Math.min(total, limit);
  return known ? settled : null;
}
