import { priceQuote, type QuoteInput } from "#pwa/rules/quote/quote";

/** What one portion costs and who covers it. Fils. */
export type MealPrice = { price: number; discount: number; share: number; you: number };

/**
 * Computes what a meal, as the only one of its day, adds to what this person pays. The other days of the draft count too,
 * because they may use up the cap of the company share.
 */
export function mealPrice(input: QuoteInput, date: string, meal: string): MealPrice {
  // A sold out meal keeps its price.
  const others = {
    ...input,
    live: { ...input.live, portions: {} },
    days: input.days.filter((day) => day.date !== date),
  };
  const without = priceQuote(others);
  const withIt = priceQuote({ ...others, days: [...others.days, { date, items: [{ meal, qty: 1 }] }] });
  return {
    price: withIt.gross_amount - without.gross_amount,
    discount: withIt.discount - without.discount,
    share: withIt.company_share - without.company_share,
    you: withIt.employee_share - without.employee_share,
  };
}
