import { useMemo } from "react";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import type { MenuWeek } from "#pwa/offline/wire";
import type { QuoteInput } from "#pwa/rules/quote/quote";
import { type TapPrice, tapPrice } from "#pwa/rules/quote/tap";

const free: TapPrice = { price: 0, discount: 0, share: 0, you: 0 };

/** What one more of each meal of a week changes in what this person pays, and how many portions are left; known offline. */
export function useMealPrices(week: string, menu?: MenuWeek) {
  const drafts = useDraftDays(week);
  const live = useLive();
  const profile = useSession((session) => session.profile);
  const now = useServerNow();
  return useMemo(() => {
    const known = new Map<string, TapPrice>();
    const input: QuoteInput | undefined =
      profile && live
        ? { days: drafts ?? [], menu: { [week]: menu }, terms: termsOf(profile), live, use_wallet: false, now }
        : undefined;
    return {
      priceOf(date: string, meal: string): TapPrice {
        const key = `${date} ${meal}`;
        const price = known.get(key) ?? (input ? tapPrice(input, date, meal) : free);
        known.set(key, price);
        return price;
      },
      left: (date: string, meal: string): number | undefined => live?.portions[date]?.[meal],
    };
  }, [drafts, live, profile, now, week, menu]);
}
