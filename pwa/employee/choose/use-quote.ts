import { useMemo } from "react";
import { useMenus } from "#pwa/menu/use-menus";
import { termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useLastSync } from "#pwa/offline/sync/use-sync";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import { priceQuote, type Quote } from "#pwa/rules/quote/quote";
import { mondayOf } from "#pwa/rules/week/date";

/** Estimates what the draft of some dates, or of a week given by its Monday, costs. Only the server's quote is binding. */
export function useQuote(
  what: readonly string[] | string,
  { wallet }: { wallet: boolean },
):
  | { quote: Quote /** When the server last sent what it is based on, ms of its clock. */; asOf: number | null }
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
