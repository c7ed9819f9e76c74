import { shareOf, type Terms } from "#pwa/rules/quote/quote";
import { addDays } from "#pwa/rules/week/date";
import { periodStart } from "#pwa/rules/week/period";

/** How a company share came about. Amounts are fils. */
export type ShareStory = {
  /** What the terms give for the day before the cap, never more than the day costs. */
  wanted: number;
  cap?: { most: number; used: number; left: number; limits: boolean; againOn: string };
};

/**
 * Explains how a day's share follows from the terms and from what was used of the cap before it. Returns undefined when it
 * does not follow, so that the screen never shows a calculation that cannot be reproduced.
 */
export function shareStory(
  terms: Terms,
  date: string,
  { net, share, before }: { net: number; share: number; before?: number },
): ShareStory | undefined {
  const wanted = shareOf({ ...terms, share_cap: null }, net, 0);
  const most = terms.share_cap;
  if (most === null) return wanted === share ? { wanted } : undefined;
  if (before === undefined || shareOf(terms, net, before) !== share) return undefined;
  const left = Math.max(0, most - before);
  return { wanted, cap: { most, used: before, left, limits: share < wanted, againOn: nextPeriod(terms, date) } };
}

function nextPeriod({ share_duration }: Terms, date: string): string {
  const start = periodStart(share_duration, date);
  if (share_duration === "Weekly") return addDays(start, 7);
  return share_duration === "Monthly" ? `${addDays(start, 31).slice(0, 7)}-01` : addDays(start, 1);
}

type Shared = { date: string; company_share: number };

/** What of each day's period was used before it, as other orders and the earlier of these days leave it. */
export function sharesBefore<D extends Shared>(
  days: readonly D[],
  duration: string,
  used: Readonly<Record<string, number>>,
): (D & { share_before: number })[] {
  const granted = new Map<string, number>();
  return [...days]
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map((day) => {
      const period = periodStart(duration, day.date);
      const share_before = (used[period] ?? 0) + (granted.get(period) ?? 0);
      granted.set(period, (granted.get(period) ?? 0) + day.company_share);
      return { ...day, share_before };
    });
}
