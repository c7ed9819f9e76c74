import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterTap } from "#pwa/rules/quote/after-tap";
import { priceQuote, type QuoteDay, type QuoteInput } from "#pwa/rules/quote/quote";
import { tapPrice as priceOf } from "#pwa/rules/quote/tap";
import { liveOf, mealOf, menuOf } from "#pwa/testing/sample";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
const [monday = "", tuesday = ""] = dates;
const meals = ["a", "b", "c"];
const terms = { discount_type: "Percentage", discount_amount: 25, minimum_day: 3, minimum_meal_count: 1 };
const share = { share_type: "Flat", share_value: 2000, share_cap: null, share_duration: "Daily" };

const input = (more: Partial<QuoteInput> = {}): QuoteInput => ({
  days: [],
  menu: { [week]: menuOf(week, dates, [mealOf("a", 4000), mealOf("b", 5000), mealOf("c", 1000)]) },
  terms: { ...terms, ...share },
  live: liveOf(),
  use_wallet: false,
  now: Date.parse("2026-11-26T08:00:00Z"),
  ...more,
});
/** A tap on a meal, as it is on the meals of a day: with what the day then holds. */
const tapPrice = (now: QuoteInput, date: string, meal: string) => {
  const { items } = tap(now, date, meal);
  return priceOf(now, date, meal, items);
};
const tap = ({ days, terms }: QuoteInput, date: string, meal: string) => {
  const held = days.find((day) => day.date === date)?.items ?? [];
  const least = terms.minimum_meal_count;
  return afterTap({ held, isGone: () => false, least }, meal, (held.find((one) => one.meal === meal)?.qty ?? 0) + 1);
};
const with1 = (date: string, meal = "a"): QuoteDay[] => [{ date, items: [{ meal, qty: 1 }] }];

describe("the number on a meal's button", () => {
  it("is what stays for the person after discount and company share", () => {
    expect(tapPrice(input(), monday, "a")).toEqual({ price: 4000, discount: 1000, share: 2000, you: 1000 });
  });

  it("counts the company's share of a day that already has a lunch once", () => {
    const days = with1(monday);
    const two = { ...terms, ...share, minimum_meal_count: 2 };
    expect(tapPrice(input({ days, terms: two }), monday, "b")).toMatchObject({ price: 5000, share: 0, you: 3750 });
    expect(tapPrice(input({ days }), monday, "a").you).toBe(3000);
  });

  it("is the difference where the meal takes the place of the day's lunch, also when it costs less", () => {
    const days = with1(monday, "b");
    expect(tapPrice(input({ days }), monday, "a")).toEqual({ price: -1000, discount: -250, share: 0, you: -750 });
    expect(tap(input({ days }), monday, "a")).toEqual({ items: [{ meal: "a", qty: 1 }], swapped: "b" });
    const both: QuoteDay[] = [{ date: monday, items: [...(days[0]?.items ?? []), { meal: "c", qty: 1 }] }];
    expect(tap(input({ days: both }), monday, "a").swapped).toBeUndefined();
  });

  it("counts the share that other days of the draft use up, and takes from later ones", () => {
    const capped = { ...terms, ...share, share_cap: 2500, share_duration: "Weekly" };
    expect(tapPrice(input({ terms: capped, days: with1(monday) }), tuesday, "a")).toMatchObject({
      share: 500,
      you: 2500,
    });
    expect(tapPrice(input({ terms: capped, days: with1(tuesday) }), monday, "a")).toMatchObject({
      share: 500,
      you: 2500,
    });
  });

  it("stays known for a meal that is sold out", () => {
    const live = liveOf({ portions: { [monday]: { a: 0 } } });
    expect(tapPrice(input({ live }), monday, "a").you).toBe(1000);
  });

  it("is what the tap changes in cart, checkout and quote, over any week, share and wallet", () => {
    const fils = (max: number) => fc.integer({ min: 0, max });
    const taps = fc.array(fc.tuple(fc.constantFrom(...dates), fc.constantFrom(...meals)), { maxLength: 8 });
    const agreed = fc.record({
      discount_type: fc.constantFrom("", "Flat", "Percentage"),
      discount_amount: fils(120),
      minimum_day: fils(5),
      minimum_meal_count: fils(2),
      share_type: fc.constantFrom("", "Flat", "Percentage"),
      share_value: fils(5000),
      share_cap: fc.option(fils(12_000)),
      share_duration: fc.constantFrom("Daily", "Weekly", "Monthly"),
    });
    const prices = fc.array(fils(8000), { minLength: 3, maxLength: 3 });
    const live = fc.record({
      wallet: fils(20_000),
      share_used: fc.dictionary(fc.constantFrom(...dates, "2026-11-01", "2026-12-01"), fils(10_000)),
    });
    fc.assert(
      fc.property(taps, agreed, prices, live, (all, terms, price, more) => {
        const menu = {
          [week]: menuOf(
            week,
            dates,
            meals.map((id, i) => mealOf(id, price[i] ?? 0)),
          ),
        };
        let days: QuoteDay[] = [];
        const card = { price: 0, discount: 0, share: 0, you: 0 };
        for (const [date, meal] of all) {
          const now = input({ days: [...days], menu, terms, live: liveOf(more) });
          const { items, swapped } = tap(now, date, meal);
          const price = tapPrice(now, date, meal);
          for (const part of ["price", "discount", "share", "you"] as const) card[part] += price[part];
          if (!swapped) expect(price.you).toBeGreaterThanOrEqual(0);
          days = [...days.filter((day) => day.date !== date), { date, items }];
          const cart = priceQuote({ ...now, days });
          const checkout = priceQuote({ ...now, days, use_wallet: true });
          expect(card).toEqual({
            price: cart.gross_amount,
            discount: cart.discount,
            share: cart.company_share,
            you: cart.employee_share,
          });
          expect(checkout.wallet_amount + checkout.payable_amount).toBe(card.you);
        }
      }),
      { numRuns: 200 },
    );
  });
});
