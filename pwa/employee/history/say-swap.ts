import type { Swapped } from "#pwa/employee/history/repeat";
import { historyWords } from "#pwa/i18n/history";
import { longDay } from "#pwa/i18n/say-day";

/** The sentence about a swap in a repeated week, and the allergens that it brings in. */
export function saySwap({ date, old, now, brings, unfit }: Swapped): string {
  const { brings: contains } = historyWords.repeated;
  const { swapped, none } = unfit ? historyWords.repeated.unfit : historyWords.repeated;
  if (!now) return none(old, longDay(date));
  return [swapped(old, longDay(date), now), brings && contains(brings)].filter(Boolean).join(" ");
}
