import { comma, dayFirst } from "#pwa/i18n/locale";
import { queueWords } from "#pwa/i18n/pos";
import { dateAt } from "#pwa/rules/week/date";

const zone = "Asia/Dubai";
const clockOf = new Intl.DateTimeFormat(dayFirst, { hour: "2-digit", minute: "2-digit", timeZone: zone });
const dayOf = new Intl.DateTimeFormat(dayFirst, { weekday: "short", day: "numeric", month: "short", timeZone: zone });

/** "12:31" in Dubai. */
export const sayClock = (ms: number) => clockOf.format(ms);

/** "Thu 6 Nov". */
export const sayDate = (ms: number) => dayOf.format(ms).replace(/[,،]/, "");

/** "12:31" today, "Wed 5 Nov, 12:31" otherwise. */
export const sayMoment = (ms: number, today: string) =>
  dateAt(ms) === today ? sayClock(ms) : `${sayDate(ms)}${comma}${sayClock(ms)}`;

/** How long something has waited. */
export function sayAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return queueWords.seconds;
  return minutes < 60 ? queueWords.minutes(minutes) : queueWords.hours(Math.floor(minutes / 60));
}
