import { expect, test } from "vitest";
import { shareStory, sharesBefore } from "#pwa/payment/share-story";
import type { Terms } from "#pwa/rules/quote/quote";

const terms: Terms = {
  discount_type: "Percentage",
  discount_amount: 20,
  minimum_day: 3,
  minimum_meal_count: 1,
  share_type: "Flat",
  share_value: 2000,
  share_cap: 5000,
  share_duration: "Weekly",
};
const date = "2026-12-02";

test("a share below its cap says what was used and what was left", () => {
  expect(shareStory(terms, date, { net: 3200, share: 2000, before: 2000 })).toEqual({
    wanted: 2000,
    cap: { most: 5000, used: 2000, left: 3000, limits: false, againOn: "2026-12-07" },
  });
});

test("a share that the cap cuts says so, and when it starts anew", () => {
  const story = shareStory(terms, date, { net: 3200, share: 1000, before: 4000 });
  expect(story?.cap).toMatchObject({ left: 1000, limits: true });
  const monthly = { ...terms, share_duration: "Monthly" };
  expect(shareStory(monthly, date, { net: 3200, share: 1000, before: 4000 })?.cap?.againOn).toBe("2027-01-01");
  const daily = { ...terms, share_duration: "Daily", share_cap: 1000 };
  expect(shareStory(daily, date, { net: 3200, share: 1000, before: 0 })?.cap?.againOn).toBe("2026-12-03");
});

test("a share without a cap follows from the terms alone, and never exceeds the day", () => {
  const open = { ...terms, share_cap: null };
  expect(shareStory(open, date, { net: 3200, share: 2000 })).toEqual({ wanted: 2000 });
  expect(shareStory(open, date, { net: 1500, share: 1500 })).toEqual({ wanted: 1500 });
});

test("nothing is claimed that does not follow from what is stored", () => {
  expect(shareStory(terms, date, { net: 3200, share: 1999, before: 0 })).toBeUndefined();
  expect(shareStory(terms, date, { net: 3200, share: 2000 })).toBeUndefined();
});

test("each day of a draft follows the earlier days of its period", () => {
  const day = (on: string, company_share: number) => ({ date: on, company_share });
  const days = [day("2026-12-02", 2000), day("2026-11-30", 2000), day("2026-12-07", 500)];
  const changes = sharesBefore(days, "Weekly", { "2026-11-30": 1000 });
  expect(changes.map((one) => [one.date, one.share_before])).toEqual([
    ["2026-11-30", 1000],
    ["2026-12-02", 3000],
    ["2026-12-07", 0],
  ]);
});
