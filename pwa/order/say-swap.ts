import type { Swapped } from "#pwa/order/repeat";
import { longDay } from "#pwa/week/say-day";
import { historyWords } from "#pwa/words/history";

/** What was swapped in a repeated week, and what it brings in. */
export function saySwap({ date, old, now, brings, unfit }: Swapped): string {
  const { brings: contains } = historyWords.repeated;
  const { swapped, none } = unfit ? historyWords.repeated.unfit : historyWords.repeated;
  if (!now) return none(old, longDay(date));
  return [swapped(old, longDay(date), now), brings && contains(brings)].filter(Boolean).join(" ");
}
