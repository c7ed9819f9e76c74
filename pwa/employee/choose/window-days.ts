import { deliveryWords } from "#pwa/i18n/delivery";
import { joined } from "#pwa/i18n/joined";
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
  const others = all.filter(({ window }) => !weekday(window));
  const spans: { window: string; from: string; until: string }[] = [];
  for (const { window, date } of others) {
    const last = spans.at(-1);
    if (last?.window === window) last.until = date;
    else spans.push({ window, from: date, until: date });
  }
  const said = (window: string) => {
    const named = weekday(window);
    if (named) return deliveryWords.every(longDay(named));
    if (spans.length === 1) return deliveryWords.otherDays;
    const its = spans.filter((one) => one.window === window);
    const from = (date: string) => deliveryWords.fromDay(dayAndDate(date));
    return joined(
      its.map((span) => {
        if (span === spans[0]) return deliveryWords.untilDay(dayAndDate(span.until));
        if (span === spans.at(-1)) return from(span.from);
        return span.from === span.until
          ? dayAndDate(span.from)
          : deliveryWords.fromUntil(dayAndDate(span.from), dayAndDate(span.until));
      }),
    );
  };
  return windows.map((window) => ({ window, days: said(window) }));
}
