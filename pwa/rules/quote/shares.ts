import { shareOf, type Terms } from "#pwa/rules/quote/quote";
import { periodStart } from "#pwa/rules/week/period";

/** Who pays how much: the part of the terms that a company decides itself. */
export type ShareTerms = Pick<Terms, "share_type" | "share_value" | "share_cap" | "share_duration">;

/** A person's lunch on a day; `net` is its price after the plan's discount. */
export type Lunch = { date: string; net: number };

/**
 * Computes the company's share of each of one person's lunches at these terms, in the order of ordering, and whether a
 * period's cap is reached. It matches the server to the fils.
 */
export function sharesOf(rules: ShareTerms, lunches: readonly Lunch[]): { shares: number[]; capped: boolean } {
  const terms: Terms = { discount_type: "", discount_amount: 0, minimum_day: 0, minimum_meal_count: 0, ...rules };
  const granted = new Map<string, number>();
  let capped = false;
  const shares = lunches.map(({ date, net }) => {
    const period = periodStart(rules.share_duration, date);
    const used = granted.get(period) ?? 0;
    const share = shareOf(terms, net, used);
    granted.set(period, used + share);
    if (rules.share_cap !== null && used + share >= rules.share_cap) capped = true;
    return share;
  });
  return { shares, capped };
}
