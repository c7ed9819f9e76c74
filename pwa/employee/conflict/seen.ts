// Remembers the meals and terms that the person saw when they chose. A menu or plan that changes later is shown as a
// change, old beside new, until the person accepts it.
import { useEffect } from "react";
import { mealOf } from "#pwa/menu/meals-on";
import { useMenus } from "#pwa/menu/use-menus";
import { type Db, readValue, type Seen, useDevice, writeValue } from "#pwa/offline/db";
import { termsOf, useSession } from "#pwa/offline/session";
import { sharedRead } from "#pwa/offline/sync/shared-read";
import { type DraftDay, useDraftDays } from "#pwa/offline/use-draft-days";
import type { Meal, MenuWeek, Terms } from "#pwa/offline/wire";
import { type PricedMenu, priceQuote, type Quote, type QuoteInput } from "#pwa/rules/quote/quote";
import { mondayOf } from "#pwa/rules/week/date";

const useSeenFact = sharedRead(async (db) => (await readValue(db, "seen")) ?? {});

/** What was seen, updated with the draft: a new choice counts as seen now, and what left the draft is forgotten. */
export function useSeen(): Seen | undefined {
  const db = useDevice((device) => device.db);
  const seen = useSeenFact();
  const drafts = useDraftDays();
  const menus = useMenus();
  const profile = useSession((session) => session.profile);
  useEffect(() => {
    if (!db || !seen || !drafts || !menus || !profile) return;
    const next = seenOf(seen, drafts, menus, termsOf(profile));
    if (next) void writeValue(db, "seen", next).catch(() => undefined);
  }, [db, seen, drafts, menus, profile]);
  return seen;
}

/** What counts as seen of a draft; undefined when that is already known. */
export function seenOf(
  seen: Seen,
  drafts: readonly DraftDay[],
  menus: Readonly<Record<string, MenuWeek>>,
  terms: Terms,
): Seen | undefined {
  const next: Seen = {};
  for (const { date, items } of drafts) {
    const menu = menus[mondayOf(date)];
    const meals = items.flatMap(
      ({ meal: id }) => seen[date]?.meals.find((meal) => meal.id === id) ?? (menu && mealOf(menu, id)) ?? [],
    );
    if (meals.length > 0) next[date] = { meals, terms: seen[date]?.terms ?? bare(terms) };
  }
  return JSON.stringify(next) === JSON.stringify(sorted(seen)) ? undefined : next;
}

const sorted = (seen: Seen): Seen => Object.fromEntries(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1)));

/** A profile is more than its terms. */
const bare = (terms: Terms): Terms => ({
  discount_type: terms.discount_type,
  discount_amount: terms.discount_amount,
  minimum_day: terms.minimum_day,
  minimum_meal_count: terms.minimum_meal_count,
  share_type: terms.share_type,
  share_value: terms.share_value,
  share_cap: terms.share_cap,
  share_duration: terms.share_duration,
});

/** The draft at the prices of the time when each of its days was seen. An unknown day has today's price. */
export function seenQuote(seen: Seen, input: QuoteInput): Quote {
  const now = priceQuote(input);
  const days = now.days.map((day) => {
    const known = seen[day.date];
    if (!known) return day;
    const menu = { ...input.menu, [mondayOf(day.date)]: asSeen(known.meals, input.menu[mondayOf(day.date)]) };
    return priceQuote({ ...input, menu, terms: known.terms }).days.find(({ date }) => date === day.date) ?? day;
  });
  const sum = (key: "gross_amount" | "discount" | "net_amount" | "company_share" | "employee_share" | "vat_amount") =>
    days.reduce((total, day) => total + day[key], 0);
  const employee_share = sum("employee_share");
  const wallet_amount = input.use_wallet ? Math.min(input.live.wallet, employee_share) : 0;
  return {
    ...now,
    days,
    gross_amount: sum("gross_amount"),
    discount: sum("discount"),
    net_amount: sum("net_amount"),
    company_share: sum("company_share"),
    employee_share,
    wallet_amount,
    payable_amount: employee_share - wallet_amount,
    vat_amount: sum("vat_amount"),
  };
}

const asSeen = (known: readonly Meal[], menu: PricedMenu | undefined): PricedMenu | undefined =>
  menu && {
    ...menu,
    meals: menu.meals.map((meal) => ({ ...meal, price: known.find(({ id }) => id === meal.id)?.price ?? meal.price })),
  };

/** Records that the person accepted the current price of these days. `quote` is what they accepted. */
export async function acceptSeen(db: Db, dates: readonly string[], quote: Quote, terms: Terms): Promise<void> {
  await db.transaction("rw", db.facts, async () => {
    const seen = (await readValue(db, "seen")) ?? {};
    for (const date of dates) {
      const known = seen[date];
      const lines = quote.days.find((day) => day.date === date)?.items ?? [];
      if (!known) continue;
      const meals = known.meals.map((meal): Meal => {
        const line = lines.find((one) => one.meal === meal.id);
        return line ? { ...meal, price: line.price } : meal;
      });
      seen[date] = { meals, terms: bare(terms) };
    }
    await writeValue(db, "seen", seen);
  });
}
