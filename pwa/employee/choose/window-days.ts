import { deliveryWords } from "#pwa/i18n/delivery";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { weekdayOf } from "#pwa/rules/week/date";

/** A delivery window, and in words the days on which lunch comes in it; no words when it is the only one. */
export type WindowDays = { window: string; days?: string };

/**
 * The delivery windows of some days in order, "18:00–18:30", each with the days for which it holds. One that holds on the same weekday of
 * several weeks and on no other day is named by that weekday.
 */
export function windowDays(
  dates: readonly string[],
  hours: Readonly<Record<string, string>> | undefined,
  usual: string | null | undefined,
): WindowDays[] {
  const all = dates.map((date) => ({ date, window: hours?.[date] ?? usual ?? "" })).filter(({ window }) => window);
  const windows = [...new Set(all.map(({ window }) => window))];
  if (windows.length < 2) return windows.map((window) => ({ window }));
  const weekday = (window: string) => {
    const its = all.filter((one) => one.window === window).map(({ date }) => date);
    const [first = ""] = its;
    return its.length > 1 && its.every((date) => weekdayOf(date) === weekdayOf(first)) ? first : undefined;
  };
  const others = all.filter(({ window }) => !weekday(window)).map(({ date }) => date);
  const said = (window: string) => {
    const named = weekday(window);
    if (named) return deliveryWords.every(longDay(named));
    const its = all.filter((one) => one.window === window).map(({ date }) => date);
    const [from = ""] = its;
    const until = its.at(-1) ?? "";
    const begins = others[0] === from;
    const ends = others.at(-1) === until;
    if (others.indexOf(until) - others.indexOf(from) >= its.length || (begins && ends)) return deliveryWords.otherDays;
    if (begins) return deliveryWords.untilDay(dayAndDate(until));
    return ends
      ? deliveryWords.fromDay(dayAndDate(from))
      : deliveryWords.fromUntil(dayAndDate(from), dayAndDate(until));
  };
  return windows.map((window) => ({ window, days: said(window) }));
}
