import { minutes } from "#pwa/forms/minutes";
import { whenWords } from "#pwa/i18n/form";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { dateAt } from "#pwa/rules/week/date";

const hour = 3600;

/** When something may be tried again, after so many seconds: "in 1:35", later than an hour "at 14:05", or with its day. Dubai's clock. */
export function whenAgain(seconds: number, now = Date.now()): string {
  const left = Math.ceil(seconds);
  if (left < hour) return whenWords.within(minutes(left));
  const at = now + left * 1000 + 59_999; // the next whole minute: a clock that was read out is never too early
  const day = dateAt(at);
  return day === dateAt(now) ? whenWords.at(clockAt(at)) : whenWords.on(dayAndDate(day), clockAt(at));
}
