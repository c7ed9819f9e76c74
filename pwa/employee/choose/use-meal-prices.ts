import { useMemo } from "react";
import { type MealPrice, mealPrice } from "#pwa/employee/choose/meal-price";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import type { MenuWeek } from "#pwa/offline/wire";
import type { QuoteInput } from "#pwa/rules/quote/quote";

const free: MealPrice = { price: 0, discount: 0, share: 0, you: 0 };

/** What each meal of a week would cost this person on a date, and how many portions are left; known offline. */
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
    return {
      priceOf(date: string, meal: string): MealPrice {
        const key = `${date} ${meal}`;
        const price = known.get(key) ?? (input ? mealPrice(input, date, meal) : free);
        known.set(key, price);
        return price;
      },
      left: (date: string, meal: string): number | undefined => live?.portions[date]?.[meal],
    };
  }, [drafts, live, profile, now, week, menu]);
}
