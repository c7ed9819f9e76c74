import { comma, locale } from "#pwa/i18n/locale";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { dateAt } from "#pwa/rules/week/date";

/** "Mon 23 Nov, 8:14" of an instant on the wire. */
export const sayWhen = (at: string) => `${sayDate(at)}${comma}${clockAt(Date.parse(at))}`;

/** "Mon 23 Nov 2026" */
export const sayDate = (at: string) => sayDay(dateAt(Date.parse(at)));

/** "Mon 23 Nov 2026" of a date on the wire. */
export const sayDay = (date: string) => `${dayAndDate(date)} ${date.slice(0, 4)}`;

const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });

/** "November 2026" */
export const sayMonth = (date: string) => month.format(Date.parse(`${date}T00:00:00Z`));
