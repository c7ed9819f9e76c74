// Formats dates and times for the screen. Both are Dubai's, whatever the phone's time zone.

import { whenWords } from "#pwa/i18n/app";
import { comma, locale } from "#pwa/i18n/locale";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";

const DUBAI = 4 * 3_600_000;
const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  return (date: string) => format.format(Date.parse(`${date}T00:00:00Z`));
};

/** "Mon" */
export const shortDay = named({ weekday: "short" });
/** "Monday" */
export const longDay = named({ weekday: "long" });
/** "Nov" */
const shortMonth = named({ month: "short" });
/** "November" */
export const monthName = named({ month: "long" });

/** "10" */
export const dayOfMonth = (date: string) => String(Number(date.slice(8)));
/** "Mon 10" */
export const dayAndNumber = (date: string) => `${shortDay(date)} ${dayOfMonth(date)}`;
/** "Mon 10 Nov" */
export const dayAndDate = (date: string) => `${dayAndNumber(date)} ${shortMonth(date)}`;
/** "Monday 10 November" */
export const longDate = (date: string) => `${longDay(date)} ${dayOfMonth(date)} ${monthName(date)}`;

/** A week from Monday to Friday: "23 – 27 Nov", "30 Nov – 4 Dec". */
export function weekLabel(week: string): string {
  const from = mondayOf(week);
  const until = addDays(from, 4);
  const day = (date: string) => `${dayOfMonth(date)} ${shortMonth(date)}`;
  return `${shortMonth(from) === shortMonth(until) ? dayOfMonth(from) : day(from)} – ${day(until)}`;
}

/** "8:14", "23:59" */
export function clockAt(ms: number): string {
  const at = new Date(ms + DUBAI);
  return `${at.getUTCHours()}:${String(at.getUTCMinutes()).padStart(2, "0")}`;
}

/** The last minute before an instant, because "Sunday 0:00" reads like Sunday and means the end of Saturday: "Sat 8, 23:59". */
export function lastMinute(cutoff: number): string {
  const ms = cutoff - 60_000;
  return `${dayAndNumber(dateAt(ms))}${comma}${clockAt(ms)}`;
}

/** "today", "tomorrow", "yesterday", else "Mon 10 Nov". */
export function nearDay(date: string, now: number): string {
  const today = dateAt(now);
  if (date === today) return whenWords.today;
  if (date === addDays(today, 1)) return whenWords.tomorrow;
  if (date === addDays(today, -1)) return whenWords.yesterday;
  return dayAndDate(date);
}

/** "today at 8:14" */
export const momentAt = (ms: number, now: number) => whenWords.at(nearDay(dateAt(ms), now), clockAt(ms));
