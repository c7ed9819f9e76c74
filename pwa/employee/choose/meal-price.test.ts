import { describe, expect, it } from "vitest";
import { mealPrice } from "#pwa/employee/choose/meal-price";
import type { QuoteInput } from "#pwa/rules/quote/quote";
import { liveOf, mealOf, menuOf } from "#pwa/testing/sample";

const week = "2026-11-23";
const input = (more: Partial<QuoteInput> = {}): QuoteInput => ({
  days: [],
  menu: { [week]: menuOf(week, ["2026-11-24", "2026-11-25"], [mealOf("A", 4000)]) },
  terms: {
    discount_type: "Percentage",
    discount_amount: 25,
    minimum_day: 3,
    minimum_meal_count: 1,
    share_type: "Flat",
    share_value: 2000,
    share_cap: null,
    share_duration: "Daily",
  },
  live: liveOf(),
  use_wallet: false,
  now: Date.parse("2026-11-21T08:00:00Z"),
  ...more,
});

describe("the price of a meal", () => {
  it("is what stays for the person after discount and company share", () => {
    expect(mealPrice(input(), "2026-11-24", "A")).toEqual({ price: 4000, discount: 1000, share: 2000, you: 1000 });
  });

  it("is that of a day with this meal alone", () => {
    const days = [{ date: "2026-11-24", items: [{ meal: "A", qty: 2 }] }];
    expect(mealPrice(input({ days }), "2026-11-24", "A").you).toBe(1000);
  });

  it("counts the share that other days of the draft use up", () => {
    const terms = { ...input().terms, share_cap: 2500, share_duration: "Weekly" };
    const days = [{ date: "2026-11-24", items: [{ meal: "A", qty: 1 }] }];
    expect(mealPrice(input({ terms, days }), "2026-11-25", "A")).toMatchObject({ share: 500, you: 2500 });
    expect(mealPrice(input({ terms }), "2026-11-25", "A")).toMatchObject({ share: 2000, you: 1000 });
  });

  it("stays known for a meal that is sold out", () => {
    const live = liveOf({ portions: { "2026-11-24": { A: 0 } } });
    expect(mealPrice(input({ live }), "2026-11-24", "A").you).toBe(1000);
  });
});
