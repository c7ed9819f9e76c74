import type * as English from "#pwa/i18n/closing-time";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { closesAt } from "#pwa/rules/week/closes-at";
import { dateAt } from "#pwa/rules/week/date";

/** The last minute in which a delivery can be ordered or changed: "السبت 8 نوفمبر، 23:59". */
export const closingTime: typeof English.closingTime = (date) => {
  const last = closesAt(date) - 60_000;
  return `${dayAndDate(dateAt(last))}، ${clockAt(last)}`;
};
