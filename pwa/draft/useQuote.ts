import { useMemo } from "react";
import { useDraftDays } from "#pwa/draft/useDraftDays";
import { useLive } from "#pwa/draft/useLive";
import { useMenus } from "#pwa/menu/useMenus";
import { priceQuote, type Quote } from "#pwa/quote/quote";
import { termsOf, useSession } from "#pwa/session";
import { useServerNow } from "#pwa/sync/serverNow";
import { useLastSync } from "#pwa/sync/useSync";
import { mondayOf } from "#pwa/week/date";

/** What the draft of some dates, or of a week by its Monday, would cost, as far as this device knows. (D18) */
export function useQuote(
  what: readonly string[] | string,
  { wallet }: { wallet: boolean },
):
  | { quote: Quote /** When the server last told what it rests on, ms of its clock. */; asOf: number | null }
  | undefined {
  const profile = useSession((session) => session.profile);
  const draft = useDraftDays();
  const menu = useMenus();
  const now = useServerNow();
  const live = useLive();
  const asOf = useLastSync();
  const wanted = typeof what === "string" ? what : what.join();
  return useMemo(() => {
    if (!profile || !draft || !menu || !live || asOf === undefined) return;
    const chosen =
      typeof what === "string" ? (date: string) => mondayOf(date) === what : (date: string) => wanted.includes(date);
    const days = draft.filter((day) => chosen(day.date));
    const quote = priceQuote({ days, menu, terms: termsOf(profile), live, use_wallet: wallet, now });
    return { quote, asOf };
  }, [profile, draft, menu, live, asOf, what, wanted, wallet, now]);
}
