import type { By } from "#pwa/company/reports/spans";
import { dayFirst, language } from "#pwa/i18n/locale";

const named = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(dayFirst, { ...options, timeZone: "UTC" });
  return (date: string) => format.format(Date.parse(`${date}T00:00:00Z`));
};
const short = named({ day: "numeric", month: "short" });
const whole = named({ day: "numeric", month: "short", year: "numeric" });
const month = named({ month: "short" });
const monthAndYear = named({ month: "long", year: "numeric" });

/** "3 Nov", or "Nov 25" for a month: short enough to stand under a bar. Arabic has no short names of months: "3/11", "11/25". */
export function sayPart(start: string, by: By): string {
  const [year, monthNumber, day] = [start.slice(2, 4), Number(start.slice(5, 7)), Number(start.slice(8))];
  if (language === "ar") return by === "month" ? `${monthNumber}/${year}` : `${day}/${monthNumber}`;
  return by === "month" ? `${month(start)} ${year}` : short(start);
}

/** "October 2026" for a whole month, "21 Nov 2026" for a day, else "1 Nov – 21 Nov 2026". */
export function saySpan({ from, until }: { from: string; until: string }): string {
  const next = new Date(Date.parse(`${until}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  if (from.endsWith("-01") && next.endsWith("-01") && from.slice(0, 7) === until.slice(0, 7)) return monthAndYear(from);
  if (from === until) return whole(from);
  return from.slice(0, 4) === until.slice(0, 4)
    ? `${short(from)} – ${whole(until)}`
    : `${whole(from)} – ${whole(until)}`;
}
