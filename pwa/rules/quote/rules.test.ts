import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differences } from "#pwa/rules/quote/differences";
import { priceQuote, type QuoteInput } from "#pwa/rules/quote/quote";
import { periodStart } from "#pwa/rules/week/period";
import { canonicalQuote } from "#pwa/testing/quote-hash";

const monday = "2026-11-30";
const weekdays = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
const meals = ["a", "b", "c", "d"];
const date = fc.constantFrom(...weekdays, "2026-12-05");
const kind = fc.constantFrom("", "Flat", "Percentage");
const fils = (max: number) => fc.integer({ min: 0, max });

/** Inputs that touch every rule: some days closed or taken, portions short, terms of every kind. */
const inputs: fc.Arbitrary<QuoteInput> = fc.record({
  days: fc.array(
    fc.record({
      date,
      items: fc.array(fc.record({ meal: fc.constantFrom(...meals, "gone"), qty: fc.integer({ min: -1, max: 5 }) }), {
        maxLength: 4,
      }),
    }),
    { maxLength: 6 },
  ),
  menu: fc.array(fils(20_000), { minLength: 4, maxLength: 4 }).map((prices) => ({
    [monday]: {
      meals: meals.map((id, i) => ({ id, name: `Meal ${id}`, price: prices[i] ?? 0 })),
      days: weekdays.map((d) => ({ date: d, meals })),
    },
  })),
  terms: fc.record({
    discount_type: kind,
    discount_amount: fils(120),
    minimum_day: fils(5),
    minimum_meal_count: fils(2),
    share_type: kind,
    share_value: fils(3000),
    share_cap: fc.option(fils(10_000)),
    share_duration: fc.constantFrom("Daily", "Weekly", "Monthly"),
  }),
  live: fc.record({
    wallet: fils(50_000),
    share_used: fc.dictionary(fc.constantFrom(...weekdays, "2026-11-01"), fils(10_000)),
    portions: fc.dictionary(date, fc.dictionary(fc.constantFrom(...meals), fils(3))),
    taken: fc.array(date, { maxLength: 1 }),
    closed: fc.array(date, { maxLength: 1 }),
  }),
  use_wallet: fc.boolean(),
  now: fc.constantFrom(...[26, 27, 28, 29, 30].map((day) => Date.UTC(2026, 10, day, 8))),
});

const every = (check: (input: QuoteInput) => void, numRuns = 100) => fc.assert(fc.property(inputs, check), { numRuns });
const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);

describe("every quote", () => {
  it("adds up", () => {
    every((input) => {
      const q = priceQuote(input);
      const granted: Record<string, number> = {};
      for (const d of q.days) {
        for (const l of d.items) {
          expect(l.total).toBe(l.discounted * l.qty);
          expect(l.discounted).toBeGreaterThanOrEqual(0);
          expect(l.discounted).toBeLessThanOrEqual(l.price);
        }
        expect(d.net_amount).toBe(sum(d.items.map((l) => l.total)));
        expect(d.net_amount).toBe(d.gross_amount - d.discount);
        expect(d.vat_amount).toBe(sum(d.items.map((l) => l.vat)));
        expect(d.company_share + d.employee_share).toBe(d.net_amount);
        expect(d.company_share).toBeGreaterThanOrEqual(0);
        expect(d.employee_share).toBeGreaterThanOrEqual(0);
        const period = periodStart(input.terms.share_duration, d.date);
        granted[period] = (granted[period] ?? 0) + d.company_share;
      }
      const { share_cap } = input.terms;
      for (const [period, share] of Object.entries(granted))
        if (share_cap !== null && share > 0)
          expect(share + (input.live.share_used[period] ?? 0)).toBeLessThanOrEqual(share_cap);
      for (const key of ["gross_amount", "discount", "net_amount", "company_share", "vat_amount"] as const)
        expect(q[key]).toBe(sum(q.days.map((d) => d[key])));
      expect(q.net_amount).toBe(q.gross_amount - q.discount);
      expect(q.company_share + q.employee_share).toBe(q.net_amount);
      expect(q.wallet_amount + q.payable_amount).toBe(q.employee_share);
      expect(q.wallet_amount).toBeLessThanOrEqual(input.live.wallet);
      expect(q.payable_amount).toBeGreaterThanOrEqual(0);
      // Of whole fils: no amount of it is written with a point or an exponent, or is none.
      expect(canonicalQuote(q)).not.toMatch(/[.+]|null/);
    }, 500);
  });

  it("reports whatever it leaves out", () => {
    every((input) => {
      const q = priceQuote(input);
      const asked = new Set(input.days.flatMap((d) => d.items.map((i) => `${d.date} ${i.meal}`)));
      const held = new Set(q.days.flatMap((d) => d.items.map((l) => `${d.date} ${l.meal}`)));
      expect([...held].filter((line) => !asked.has(line))).toEqual([]);
      if (held.size < asked.size) expect(q.issues).not.toEqual([]);
      if (held.size === 0) expect(q.issues).not.toEqual([]);
    }, 500);
  });

  it("is the same again, and leaves its input alone", () => {
    every((input) => {
      const before = structuredClone(input);
      const q = priceQuote(input);
      expect(priceQuote(input)).toEqual(q);
      expect(input).toEqual(before);
      expect(canonicalQuote(priceQuote({ ...input, days: [...input.days].reverse() }))).toBe(canonicalQuote(q));
    });
  });

  it("that is not the same comes with a difference that can be told", () => {
    fc.assert(
      fc.property(inputs, inputs, (a, b) => {
        const [seen, fresh] = [priceQuote(a), priceQuote(b)];
        if (canonicalQuote(seen) !== canonicalQuote(fresh)) expect(differences(seen, fresh)).not.toEqual([]);
        expect(differences(seen, seen)).toEqual([]);
      }),
    );
  });
});
