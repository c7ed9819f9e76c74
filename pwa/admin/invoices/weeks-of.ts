import type { InvoiceDay } from "#pwa/offline/wire";
import { firstVat } from "#pwa/rules/money";
import { mondayOf } from "#pwa/rules/week/date";

/** The days of an invoice in one week of one month at one rate of VAT. `each` is what every share was, if they were alike. */
export type BilledWeek = {
  from: string;
  until: string;
  lunches: number;
  net: number;
  vat: number;
  total: number;
  rate: number;
  each?: number;
};

export function weeksOf(days: InvoiceDay[]): BilledWeek[] {
  const weeks: (BilledWeek & { least: number; most: number })[] = [];
  for (const day of days) {
    const rate = day.vat_rate ?? firstVat;
    const weekOf = (date: string) => mondayOf(date) + date.slice(0, 7);
    const last = weeks.find((week) => weekOf(week.from) === weekOf(day.date) && week.rate === rate);
    if (last) {
      last.until = day.date;
      for (const name of ["lunches", "net", "vat", "total"] as const) last[name] += day[name];
      last.least = Math.min(last.least, day.least);
      last.most = Math.max(last.most, day.most);
    } else {
      const { date, lunches, net, vat, total, least, most } = day;
      weeks.push({ from: date, until: date, lunches, net, vat, total, rate, least, most });
    }
  }
  return weeks.map(({ least, most, ...week }) => ({ ...week, ...(least === most && { each: least }) }));
}
