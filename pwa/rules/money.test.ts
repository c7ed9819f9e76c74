import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { part, readAed, vatInside } from "#pwa/rules/money";
import { discountedPrice, shareOf, type Terms } from "#pwa/rules/quote/quote";

/** a × num / den rounded half up, in arithmetic that cannot lose anything. */
const exact = (a: number, num: number, den: number) =>
  Number((BigInt(a) * BigInt(num) * 2n + BigInt(den)) / (BigInt(den) * 2n));

describe("amounts", () => {
  it.each([
    ["45", 4500],
    ["12.5", 1250],
    ["12.05", 1205],
    ["150.", 15_000],
    [" 0.05 ", 5],
    ["AED 45.5", 4550],
    ["1,050.25", 105_025],
    ["١٬٠٥٠٫٢٥", 105_025],
    ["۴۵٫۵", 4550],
    ["45.50 د.إ.", 4550],
    ["د.إ ٤٥", 4500],
    ["\u206645.50\u00a0\u200fد.إ.\u200f\u2069", 4550],
    ["AED", null],
    ["4 5", null],
    ["0", 0],
    ["100,000", 10_000_000],
    ["100000.01", null],
    ["12345678", null],
    ["45,50", null],
    ["1,00", null],
    ["-3", null],
    ["1e3", null],
    ["1.234", null],
    ["abc", null],
    ["", null],
  ])("%s is read as %s fils of at most AED 100,000", (typed, fils) => expect(readAed(typed, 10_000_000)).toBe(fils));

  it("are divided exactly, halves up", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 1000 }),
        (fils, num, den) => {
          expect(part(fils, num, den)).toBe(exact(fils, num, den));
        },
      ),
    );
  });

  it("have the exact tax inside", () => {
    for (let fils = 0; fils <= 50_000; fils++) {
      if (vatInside(fils, 5) !== exact(fils, 5, 105)) expect.fail(`${fils} fils: ${vatInside(fils, 5)}`);
    }
  });

  it("have exact discounts and shares for every percent of every price up to AED 200", () => {
    const terms = { discount_type: "Percentage", share_type: "Percentage", share_cap: null } as Terms;
    for (let percent = 1; percent <= 100; percent++) {
      terms.discount_amount = percent;
      terms.share_value = percent;
      for (let price = 0; price <= 20_000; price++) {
        const discounted = Math.min(price, exact(price, 100 - percent, 1000) * 10);
        if (discountedPrice(terms, price) !== discounted) expect.fail(`${price} less ${percent} %: ${discounted}`);
        const share = exact(price, percent, 100);
        if (shareOf(terms, price, 0) !== share) expect.fail(`${percent} % of ${price}: ${share}`);
      }
    }
  }, 60_000);
});
