import { part, type VatRates, vatInside, vatOn } from "#pwa/rules/money";
import { closedBy, minimums } from "#pwa/rules/quote/allowed";
import { cutoffOf, type Early } from "#pwa/rules/week/cutoff";
import { mondayOf } from "#pwa/rules/week/date";
import { periodStart } from "#pwa/rules/week/period";

/** The most portions of one meal in one delivery. */
export const maxQuantity = 99;

/** The terms that a profile's company agreed to. Flat amounts are fils, Percentage amounts percent, a null cap is no cap. */
export type Terms = {
  discount_type: string;
  discount_amount: number;
  minimum_day: number;
  minimum_meal_count: number;
  share_type: string;
  share_value: number;
  share_cap: number | null;
  share_duration: string;
};

export type QuoteItem = { meal: string; qty: number };
export type QuoteDay = { date: string; items: readonly QuoteItem[] };

/** What of a published menu a price depends on. */
export type PricedMenu = {
  meals: readonly { id: string; name: string; price: number }[];
  days: readonly { date: string; meals: readonly string[] }[];
};

/** What changes all the time and is therefore sent beside the menu, not inside it. Missing portions are unlimited. */
export type Live = {
  wallet: number;
  share_used: Readonly<Record<string, number>>;
  portions: Readonly<Record<string, Readonly<Record<string, number>>>>;
  taken: readonly string[];
  closed: readonly string[];
  /** Days on which the window of the person's place does not deliver, and those on which it takes no more. */
  unserved?: readonly string[];
  full?: readonly string[];
  /** Missing while operators have set none. */
  vat_rates?: VatRates;
  /** Days that close earlier than others. */
  early?: Early;
  /** Days on which lunch comes at other times than the window's own: "18:00–18:30". */
  hours?: Readonly<Record<string, string>>;
  /** Each Ramadan that touches the weeks that are offered. */
  ramadan?: readonly { first: string; last: string }[];
};

/** Everything that a price depends on. `menu` holds published menus under their Mondays; `now` is in ms. */
export type QuoteInput = {
  days: readonly QuoteDay[];
  menu: Readonly<Record<string, PricedMenu | undefined>>;
  terms: Terms;
  live: Live;
  use_wallet: boolean;
  now: number;
};

/** One meal of one delivery. `price` and `discounted` are of one portion; `vat` is inside `total`. */
export type QuoteLine = {
  meal: string;
  name: string;
  qty: number;
  price: number;
  discounted: number;
  total: number;
  vat: number;
};

/**
 * One day with its sums. `items` holds only what can be ordered; what cannot is among the quote's issues. `vat_rate` is
 * the percent of VAT in it; an older server does not say it.
 */
export type QuoteDelivery = {
  date: string;
  cutoff: string;
  items: QuoteLine[];
  gross_amount: number;
  discount: number;
  net_amount: number;
  company_share: number;
  employee_share: number;
  vat_amount: number;
  vat_rate?: number;
};

/** Why something cannot be ordered. */
export type IssueCode =
  | "withdrawn"
  | "sold_out"
  | "bad_quantity"
  | "cutoff_passed"
  | "day_taken"
  | "day_closed"
  | "window_closed"
  | "window_full"
  | "menu_missing"
  | "too_few_meals"
  | "too_few_days"
  | "too_many_days"
  | "two_weeks"
  | "empty";

export type Issue = { code: IssueCode; date?: string; meal?: string; from?: number; to?: number };

/** What else can differ between two quotes. */
export type DifferenceCode =
  | IssueCode
  | "price"
  | "discount"
  | "quantity"
  | "added"
  | "removed"
  | "share"
  | "wallet"
  | "payable";

export type Difference = { code: DifferenceCode; date?: string; meal?: string; from?: number; to?: number };

/** What an order would cost now, and every reason why it cannot be placed. It can be paid only without issues. */
export type Quote = {
  days: QuoteDelivery[];
  gross_amount: number;
  discount: number;
  net_amount: number;
  company_share: number;
  employee_share: number;
  wallet_amount: number;
  payable_amount: number;
  vat_amount: number;
  company_vat_amount: number;
  issues: Issue[];
  /** Always on the server's quotes. The device counts none; the simulation does, with `quoteHash` in pwa/testing. */
  hash?: string;
};

/**
 * Computes a quote, to the same fils as the server when both know the same things. What cannot be ordered is left out of
 * every sum and reported as an issue; the minimums are checked on the rest. The same meal twice on a day is one line, the
 * same date twice is one delivery.
 */
export function priceQuote(input: QuoteInput): Quote {
  const { terms, live } = input;
  const issues: Issue[] = [];
  const granted = new Map<string, number>();
  const days: QuoteDelivery[] = [];
  for (const [date, wanted] of merge(input.days)) {
    const code = closedBy(input, date);
    const vat_rate = vatOn(live.vat_rates, date);
    if (code) issues.push({ code, date });
    const items = code ? [] : lines(input, date, wanted, issues);
    const gross_amount = sum(items, (l) => l.price * l.qty);
    const net_amount = sum(items, (l) => l.total);
    const period = periodStart(terms.share_duration, date);
    const used = granted.get(period) ?? 0;
    const company_share = shareOf(terms, net_amount, (live.share_used[period] ?? 0) + used);
    granted.set(period, used + company_share);
    days.push({
      date,
      cutoff: new Date(cutoffOf(date, live.early)).toISOString().replace(".000Z", "Z"),
      items,
      gross_amount,
      discount: gross_amount - net_amount,
      net_amount,
      company_share,
      employee_share: net_amount - company_share,
      vat_amount: sum(items, (l) => l.vat),
      vat_rate,
    });
  }
  issues.push(...minimums(input, days));
  const employee_share = sum(days, (d) => d.employee_share);
  const wallet_amount = input.use_wallet ? Math.max(0, Math.min(live.wallet, employee_share)) : 0;
  return {
    days,
    gross_amount: sum(days, (d) => d.gross_amount),
    discount: sum(days, (d) => d.discount),
    net_amount: sum(days, (d) => d.net_amount),
    company_share: sum(days, (d) => d.company_share),
    employee_share,
    wallet_amount,
    payable_amount: employee_share - wallet_amount,
    vat_amount: sum(days, (d) => d.vat_amount),
    company_vat_amount: sum(days, (d) => vatInside(d.company_share, vatOn(live.vat_rates, d.date))),
    issues,
  };
}

/** Prices the available meals of a day and reports the others. */
function lines(input: QuoteInput, date: string, wanted: Map<string, number>, issues: Issue[]): QuoteLine[] {
  const menu = input.menu[mondayOf(date)];
  const offers = (id: string) => menu?.days.some((d) => d.date === date && d.meals.includes(id));
  const priced: QuoteLine[] = [];
  for (const [id, qty] of wanted) {
    const meal = offers(id) ? menu?.meals.find((m) => m.id === id) : undefined;
    const left = input.live.portions[date]?.[id];
    if (!Number.isInteger(qty) || qty < 1 || qty > maxQuantity) {
      issues.push({ code: "bad_quantity", date, meal: id, from: qty, to: maxQuantity });
    } else if (!meal) {
      issues.push({ code: "withdrawn", date, meal: id });
    } else if (left !== undefined && qty > left) {
      issues.push({ code: "sold_out", date, meal: id, from: qty, to: Math.max(0, left) });
    } else {
      const { name, price } = meal;
      const discounted = discountedPrice(input.terms, price);
      const total = discounted * qty;
      priced.push({
        meal: id,
        name,
        qty,
        price,
        discounted,
        total,
        vat: vatInside(total, vatOn(input.live.vat_rates, date)),
      });
    }
  }
  return priced;
}

/**
 * The price of one portion after the plan's discount: never below 0, and never above the price, which rounding up to
 * ten fils could otherwise cause.
 */
export function discountedPrice(
  terms: Pick<Terms, "discount_type" | "discount_amount"> & Partial<Terms>,
  price: number,
): number {
  if (terms.discount_type === "Flat") return Math.max(0, price - Math.max(0, terms.discount_amount));
  if (terms.discount_type !== "Percentage") return price;
  const percent = Math.min(100, terms.discount_amount);
  return Math.min(price, part(price, 100 - percent, 1000) * 10);
}

/** The company's share of a day's net amount when `used` of the period's cap is already spent. */
export function shareOf(terms: Terms, net: number, used: number): number {
  let share = 0;
  if (terms.share_type === "Flat") share = terms.share_value;
  if (terms.share_type === "Percentage") share = part(net, Math.max(0, Math.min(100, terms.share_value)), 100);
  if (terms.share_cap !== null) share = Math.min(share, terms.share_cap - used);
  return Math.max(0, Math.min(share, net));
}

/**
 * Days in date order, each date once and each meal of it once. A quantity below one spoils its meal, so that it cannot
 * hide behind another item of the same meal.
 */
function merge(days: readonly QuoteDay[]): [string, Map<string, number>][] {
  const merged = new Map<string, Map<string, number>>();
  for (const { date, items } of days) {
    for (const { meal, qty } of items) {
      const wanted = merged.get(date) ?? new Map<string, number>();
      merged.set(date, wanted);
      const known = wanted.get(meal);
      if (known === undefined) wanted.set(meal, qty);
      else wanted.set(meal, known < 1 || qty < 1 ? Math.min(known, qty) : known + qty);
    }
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
}

function sum<T>(all: readonly T[], amount: (one: T) => number): number {
  let total = 0;
  for (const one of all) total += amount(one);
  return total;
}
