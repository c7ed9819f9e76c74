import type { InvoiceDay } from "#pwa/offline/wire";
import { mondayOf } from "#pwa/rules/week/date";

/** The days of an invoice in one week of one month. `each` is what every share in it was, if they were alike. */
export type BilledWeek = {
  from: string;
  until: string;
  lunches: number;
  net: number;
  vat: number;
  total: number;
  each?: number;
};

export function weeksOf(days: InvoiceDay[]): BilledWeek[] {
  const weeks: (BilledWeek & { least: number; most: number })[] = [];
  for (const day of days) {
    const last = weeks.at(-1);
    if (last && mondayOf(last.from) === mondayOf(day.date) && last.from.slice(0, 7) === day.date.slice(0, 7)) {
      last.until = day.date;
      for (const name of ["lunches", "net", "vat", "total"] as const) last[name] += day[name];
      last.least = Math.min(last.least, day.least);
      last.most = Math.max(last.most, day.most);
    } else {
      const { date, lunches, net, vat, total, least, most } = day;
      weeks.push({ from: date, until: date, lunches, net, vat, total, least, most });
    }
  }
  return weeks.map(({ least, most, ...week }) => ({ ...week, ...(least === most && { each: least }) }));
}
