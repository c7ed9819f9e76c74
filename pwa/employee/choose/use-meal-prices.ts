import { useMemo } from "react";
import { mealsOn } from "#pwa/menu/meals-on";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import type { DraftItem, MenuWeek } from "#pwa/offline/wire";
import { type AfterTap, afterTap } from "#pwa/rules/quote/after-tap";
import type { QuoteInput } from "#pwa/rules/quote/quote";
import { type TapPrice, tapPrice } from "#pwa/rules/quote/tap";

/** A tap's price, and whether it takes another meal's place. */
type MealPrice = TapPrice & { swaps?: boolean };
const free: MealPrice = { price: 0, discount: 0, share: 0, you: 0 };

/** What a tap on a day's meals does: as `afterTap` needs it, for what the day holds in the draft. */
export const tapsOn = (menu: MenuWeek | undefined, date: string, least: number) => {
  const offered = menu && new Set(mealsOn(menu, date).map(({ id }) => id));
  return (held: readonly DraftItem[], meal: string, qty: number): AfterTap =>
    afterTap({ held, isGone: (id) => offered !== undefined && !offered.has(id), least }, meal, qty);
};

/** What one more of each meal of a week changes in what this person pays, and how many portions are left; known offline. */
export function useMealPrices(week: string, menu?: MenuWeek) {
  const drafts = useDraftDays(week);
  const live = useLive();
  const profile = useSession((session) => session.profile);
  const now = useServerNow();
  return useMemo(() => {
    const known = new Map<string, MealPrice>();
    const input: QuoteInput | undefined =
      profile && live
        ? { days: drafts ?? [], menu: { [week]: menu }, terms: termsOf(profile), live, use_wallet: false, now }
        : undefined;
    const price = (date: string, meal: string): MealPrice => {
      if (!input) return free;
      const held = drafts?.find((day) => day.date === date)?.items ?? [];
      const more = (held.find((item) => item.meal === meal)?.qty ?? 0) + 1;
      const { items, swapped } = tapsOn(menu, date, input.terms.minimum_meal_count)(held, meal, more);
      return { ...tapPrice(input, date, meal, items), swaps: swapped !== undefined };
    };
    return {
      priceOf(date: string, meal: string): MealPrice {
        const key = `${date} ${meal}`;
        const found = known.get(key) ?? price(date, meal);
        known.set(key, found);
        return found;
      },
      left: (date: string, meal: string): number | undefined => live?.portions[date]?.[meal],
    };
  }, [drafts, live, profile, now, week, menu]);
}
