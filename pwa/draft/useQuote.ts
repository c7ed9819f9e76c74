import { useLiveQuery } from "dexie-react-hooks";
import { useMemo } from "react";
import { fact, useDevice } from "#pwa/db";
import { useDraftDays } from "#pwa/draft/useDraftDays";
import { useMenus } from "#pwa/menu/useMenus";
import { priceQuote, type Quote } from "#pwa/quote/quote";
import { termsOf, useSession } from "#pwa/session";
import { useServerNow } from "#pwa/sync/serverNow";
import { mondayOf } from "#pwa/week/date";

/** What the draft of some dates, or of a week by its Monday, would cost, as far as this device knows. (D18) */
export function useQuote(
  what: readonly string[] | string,
  { wallet }: { wallet: boolean },
):
  | { quote: Quote /** When the server last told what it rests on, ms of its clock. */; asOf: number | null }
  | undefined {
  const db = useDevice((device) => device.db);
  const profile = useSession((session) => session.profile);
  const draft = useDraftDays();
  const menu = useMenus();
  const now = useServerNow();
  const known = useLiveQuery(async () => {
    if (!db) return;
    return { live: await fact(db, "live"), asOf: (await db.meta.get("device"))?.lastSync ?? null };
  }, [db]);
  const wanted = typeof what === "string" ? what : what.join();
  return useMemo(() => {
    if (!profile || !draft || !menu || !known) return;
    const chosen =
      typeof what === "string" ? (date: string) => mondayOf(date) === what : (date: string) => wanted.includes(date);
    const live = known.live ?? { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] };
    const days = draft.filter((day) => chosen(day.date));
    const quote = priceQuote({ days, menu, terms: termsOf(profile), live, use_wallet: wallet, now });
    return { quote, asOf: known.asOf };
  }, [profile, draft, menu, known, what, wanted, wallet, now]);
}
