import { openDeliveries } from "#pwa/employee/amend/proposal";
import { swapPrice } from "#pwa/employee/amend/swap-price";
import { itemsOf } from "#pwa/offline/as-ordered";
import type { AmendDay, DraftItem, Order } from "#pwa/offline/wire";
import { discountedPrice, type Live, type PricedMenu, shareOf, type Terms } from "#pwa/rules/quote/quote";
import { periodStart } from "#pwa/rules/week/period";

type Input = { order: Order; terms: Terms; menu?: PricedMenu; live: Pick<Live, "share_used">; now: number };

/** A day as it would be; fils. */
export type EstimatedDay = { date: string; gross: number; net: number; share: number; you: number };

/**
 * Estimates what the open days of an order cost after a change. Meals that a day already holds keep their price, and
 * others cost what the menu says. The company share is computed anew over the open days in date order, on top of what
 * other orders and closed days used; the open days never lose what was granted to them.
 */
export function estimate({ order, terms, menu, live, now }: Input, days: readonly AmendDay[]): EstimatedDay[] {
  const open = openDeliveries(order, now);
  const own = new Map<string, number>();
  for (const { delivery_date, company_share } of open) {
    const period = periodStart(terms.share_duration, delivery_date);
    own.set(period, (own.get(period) ?? 0) + company_share);
  }
  const used = new Map<string, number>();
  for (const [period, granted] of own) {
    const others = Math.max(0, (live.share_used[period] ?? 0) - granted);
    used.set(period, terms.share_cap === null ? others : Math.min(others, Math.max(0, terms.share_cap - granted)));
  }
  const usedIn = (period: string) => used.get(period) ?? 0;
  return open.map(({ delivery_date: date, items: held }) => {
    const proposed: readonly DraftItem[] = days.find((day) => day.date === date)?.items ?? itemsOf({ items: held });
    const { gross, net } = swapPrice(held, proposed, (meal) => {
      const price = menu?.meals.find(({ id }) => id === meal)?.price ?? 0;
      return { price, discounted: discountedPrice(terms, price) };
    });
    const period = periodStart(terms.share_duration, date);
    const share = shareOf(terms, net, usedIn(period));
    used.set(period, usedIn(period) + share);
    return { date, gross, net, share, you: net - share };
  });
}

/** What the person would pay more than now; below 0 it is refunded. */
export function estimatedDifference(input: Input, days: readonly AmendDay[]): number {
  const now = openDeliveries(input.order, input.now).reduce((sum, one) => sum + one.net_amount - one.company_share, 0);
  return estimate(input, days).reduce((sum, { you }) => sum + you, 0) - now;
}
