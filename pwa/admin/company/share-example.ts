import type { OwnCompany } from "#pwa/offline/wire";
import { discountedPrice, shareOf } from "#pwa/rules/quote/quote";
import { type ShareTerms, sharesOf } from "#pwa/rules/quote/shares";
import { addDays, weekdayOf } from "#pwa/rules/week/date";
import { periodStart } from "#pwa/rules/week/period";

/** What an employee who has lunch on every working day of a month pays, and what the company pays. */
export type ShareExample = {
  month: string;
  /** The menu price of one lunch, and its price after the plan's discount. */
  price: number;
  net: number;
  /** The company's part of the first lunch. */
  first: number;
  lunches: number;
  company: number;
  person: number;
  /** The first lunch of a period of which the company pays less than of the others; null when there is none. */
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
