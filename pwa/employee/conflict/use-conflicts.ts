import { useMemo } from "react";
import { noFilters, useChoices } from "#pwa/employee/choose/choices";
import { dietOf, strictly } from "#pwa/employee/choose/diet";
import { type Answers, daysAfter } from "#pwa/employee/conflict/answers";
import { type Conflict, conflictsOf } from "#pwa/employee/conflict/conflicts";
import { acceptSeen, seenQuote, useSeen } from "#pwa/employee/conflict/seen";
import { useMenus } from "#pwa/menu/use-menus";
import { useOffered } from "#pwa/menu/use-offered";
import { useDevice } from "#pwa/offline/db";
import { refreshProfile, termsOf, useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { type DraftDay, useDraftDays } from "#pwa/offline/use-draft-days";
import { useLive } from "#pwa/offline/use-live";
import { type PricedMenu, priceQuote, type Quote } from "#pwa/rules/quote/quote";
import { mondayOf } from "#pwa/rules/week/date";

type Ask = {
  /** Dates of the draft, of one week. */
  dates: readonly string[];
  /** The server's quote for them; without one the device computes it. */
  exact?: Quote;
  wallet: boolean;
  /** What was on the screen when the server refused; else what was seen when the days were chosen. */
  before?: Quote;
  /** Dates for which the person has accepted this quote; "" for the whole week. */
  agreed?: readonly string[];
};

export type Conflicts = {
  conflicts: Conflict[];
  days: DraftDay[];
  /** What the person saw, and what they see now. */
  before: Quote;
  quote: Quote;
  exact: boolean;
  /** The amount to pay after these answers; fils. */
  payable: (answers: Answers) => number;
  /** Accepts the current price of these dates. */
  accept: (dates: readonly string[]) => Promise<void>;
};

/** What changed about some days since they were chosen; undefined until the first comparison is done. */
export function useConflicts({ dates, exact, wallet, before: shown, agreed }: Ask): Conflicts | undefined {
  const db = useDevice((device) => device.db);
  const drafts = useDraftDays();
  const menus = useMenus();
  const live = useLive();
  const offered = useOffered();
  const choices = useChoices();
  const seen = useSeen();
  const now = useServerNow();
  const profile = useSession((session) => session.profile);
  const wanted = dates.join();
  return useMemo(() => {
    if (!db || !drafts || !menus || !live || !seen || !profile) return;
    const days = drafts.filter((day) => wanted.includes(day.date));
    const terms = termsOf(profile);
    const input = { days, menu: menus, terms, live, use_wallet: wallet, now };
    const quote = exact ?? priceQuote(input);
    const before = shown ?? withWallet(seenQuote(seen, input), quote.wallet_amount);
    const filled = drafts.filter(({ items }) => items.length > 0).map(({ date }) => date);
    const conflicts = conflictsOf({
      days,
      quote,
      exact: exact !== undefined,
      before,
      ...(agreed && { agreed }),
      menus,
      seenMeal: (date, id) => seen[date]?.meals.find((meal) => meal.id === id),
      offered,
      filled,
      live,
      filters: strictly(choices?.filters ?? noFilters, dietOf(profile)),
    });
    const payable = (answers: Answers) => {
      const after = daysAfter(days, conflicts, answers);
      if (after.size === 0) return quote.payable_amount;
      const menu = Object.fromEntries(Object.entries(menus).map(([week, one]) => [week, atPricesOf(quote, one)]));
      const held = new Map(days.map(({ date, items }) => [date, items]));
      // A lunch that moves to another week is paid with that week.
      const week = mondayOf(days[0]?.date ?? "");
      for (const [date, items] of after) if (mondayOf(date) === week) held.set(date, items);
      const then = [...held].map(([date, items]) => ({ date, items })).filter(({ items }) => items.length > 0);
      return priceQuote({ ...input, menu, days: then }).payable_amount;
    };
    const accept = async (accepted: readonly string[]) => {
      await acceptSeen(db, accepted, quote, terms);
      // A change of the company's plan arrives with the profile.
      void refreshProfile();
    };
    return { conflicts, days, before, quote, exact: exact !== undefined, payable, accept };
  }, [db, drafts, menus, live, offered, choices, seen, now, profile, wanted, exact, wallet, shown, agreed]);
}

/** The screen already shows whether the wallet pays; a change of its balance is no conflict of the draft. */
const withWallet = (quote: Quote, most: number): Quote => {
  const wallet_amount = Math.min(most, quote.employee_share);
  return { ...quote, wallet_amount, payable_amount: quote.employee_share - wallet_amount };
};

/** The server's prices may be newer than the menu that is here. */
function atPricesOf(quote: Quote, menu: PricedMenu): PricedMenu {
  const lines = quote.days.flatMap((day) => day.items);
  const priceOf = (id: string) => lines.find((line) => line.meal === id)?.price;
  return { ...menu, meals: menu.meals.map((meal) => ({ ...meal, price: priceOf(meal.id) ?? meal.price })) };
}
