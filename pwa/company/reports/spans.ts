import { addDays } from "#pwa/rules/week/date";

/** Days from one to another, both included. */
export type Span = { from: string; until: string };
export type Preset = "month" | "lastMonth" | "quarter" | "lastQuarter" | "year" | "twelve";
export type By = "day" | "week" | "month";
export type Asked = Span & { by: By; department: string };

/** The query of a report. */
export const queryOf = ({ from, until, by, department }: Asked) =>
  new URLSearchParams({ from, until, by, ...(department && { department }) });

const day = (year: number, month: number, date = 1) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** The days that a choice means on a day. What is not over ends today. */
export function spanOf(preset: Preset, today: string): Span {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  const quarter = month - (month % 3);
  const spans: Record<Preset, Span> = {
    month: { from: day(year, month), until: today },
    lastMonth: { from: day(year, month - 1), until: day(year, month, 0) },
    quarter: { from: day(year, quarter), until: today },
    lastQuarter: { from: day(year, quarter - 3), until: day(year, quarter, 0) },
    year: { from: day(year, 0), until: today },
    twelve: { from: day(year, month - 12), until: day(year, month, 0) },
  };
  return spans[preset];
}

const isDate = (text: string | null): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(Date.parse(text ?? ""));

/** The days that an address asks for; by default this month so far. */
export function spanIn(params: URLSearchParams, today: string): Span {
  const [from, until] = [params.get("from"), params.get("until")];
  return isDate(from) && isDate(until) && from <= until ? { from, until } : spanOf("month", today);
}

export const presets: Preset[] = ["month", "lastMonth", "quarter", "lastQuarter", "year", "twelve"];

/** The choice that a span is on a day, if it is one. */
export const presetOf = ({ from, until }: Span, today: string) =>
  presets.find((preset) => {
    const span = spanOf(preset, today);
    return span.from === from && span.until === until;
  });

/** How many days a span has. */
export const daysIn = ({ from, until }: Span) =>
  Math.round((Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;

/** The ways to divide a span that a screen can still show. */
export const bysOf = (span: Span): By[] => {
  const days = daysIn(span);
  return [...(days <= 62 ? ["day" as const] : []), ...(days > 7 && days <= 400 ? ["week" as const] : []), "month"];
};

/** The default division of a span. */
export const byOf = (span: Span): By => (daysIn(span) <= 31 ? "day" : daysIn(span) <= 100 ? "week" : "month");

/** Monday to Friday of each week of a span, for what is shown as a calendar. */
export function weeksOf(starts: string[]): string[] {
  const mondays = starts.map((date) => addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7)));
  return [...new Set(mondays)];
}
