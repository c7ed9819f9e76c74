import { maxQuantity, priceQuote, type QuoteInput, type QuoteItem } from "#pwa/rules/quote/quote";

/** What one tap on a meal changes, fils: menu price, discount, company share, and what the person pays. */
export type TapPrice = { price: number; discount: number; share: number; you: number };

/**
 * Computes what a tap on a meal changes in what this person pays for the whole draft: the price with what the day then holds
 * minus the price without the tap. A day's company share counts once, and a cap that other days use up is felt here.
 */
export function tapPrice(input: QuoteInput, date: string, meal: string, items: readonly QuoteItem[]): TapPrice {
  // A sold out meal keeps its price.
  const portions = { ...input.live.portions, [date]: { ...input.live.portions[date], [meal]: maxQuantity } };
  const draft = { ...input, live: { ...input.live, portions } };
  const without = priceQuote(draft);
  const withIt = priceQuote({ ...draft, days: [...input.days.filter((day) => day.date !== date), { date, items }] });
  return {
    price: withIt.gross_amount - without.gross_amount,
    discount: withIt.discount - without.discount,
    share: withIt.company_share - without.company_share,
    you: withIt.employee_share - without.employee_share,
  };
}
