import type { OwnCompany } from "#pwa/offline/wire";
import { discountedPrice, shareOf } from "#pwa/rules/quote/quote";
import { type ShareTerms, sharesOf } from "#pwa/rules/quote/shares";
import { addDays, weekdayOf } from "#pwa/rules/week/date";
import { periodStart } from "#pwa/rules/week/period";

/** What somebody who has lunch on every working day of a month pays, and what the company does. */
export type ShareExample = {
  month: string;
  /** One lunch as the menu has it, and after the plan's discount. */
  price: number;
  net: number;
  /** What the company pays of the first. */
  first: number;
  lunches: number;
  company: number;
  person: number;
  /** Which lunch of a period is the first that the company pays less of than of the others; null when none is. */
  reached: number | null;
};

const menuPrice = 4700; // the plans' average price, in fils

/** Computes the example for the month after a date, to the same fils as the server charges orders. */
export function shareExample(rules: ShareTerms, tier: OwnCompany["tier"], today: string): ShareExample {
  const price = tier.plans[0]?.avgPrice ?? menuPrice;
  const { discount_type, discount_amount } = tier;
  const net = discountedPrice({ discount_type, discount_amount }, price);
  const month = periodStart("Monthly", addDays(periodStart("Monthly", today), 31));
  const lunches: { date: string; net: number }[] = [];
  for (let date = month; date.slice(0, 7) === month.slice(0, 7); date = addDays(date, 1))
    if (weekdayOf(date) < 5) lunches.push({ date, net });
  const { shares } = sharesOf(rules, lunches);
  const full = shareOf({ ...none, ...rules, share_cap: null }, net, 0);
  const company = shares.reduce((sum, share) => sum + share, 0);
  return {
    month,
    price,
    net,
    first: shares[0] ?? 0,
    lunches: lunches.length,
    company,
    person: lunches.length * net - company,
    reached: firstCut(lunches, shares, full, rules.share_duration),
  };
}

const none = { discount_type: "", discount_amount: 0, minimum_day: 0, minimum_meal_count: 0 };

/** Counted from the beginning of its period. */
function firstCut(lunches: { date: string }[], shares: number[], full: number, duration: string): number | null {
  const seen = new Map<string, number>();
  let first: number | null = null;
  lunches.forEach(({ date }, index) => {
    const period = periodStart(duration, date);
    const nth = (seen.get(period) ?? 0) + 1;
    seen.set(period, nth);
    if ((shares[index] ?? 0) < full && (first === null || nth < first)) first = nth;
  });
  return first;
}
