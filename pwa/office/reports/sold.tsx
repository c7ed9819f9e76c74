import { type ReactNode, useState } from "react";
import { sayPart } from "#pwa/company/reports/say-part";
import { formatPlain } from "#pwa/i18n/amounts";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { officeReportWords as words } from "#pwa/i18n/office-report";
import type { OfficeReport } from "#pwa/office/kitchen";
import { Figures, many } from "#pwa/office/reports/figures";
import type { SalesTable } from "#pwa/office/reports/sales-report";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

type Sales = OfficeReport["total"];
type Props = { report: OfficeReport; csv: (table: SalesTable, title: string) => ReactNode };

const maxMeals = 12;
const heads = (first: string) => [first, words.lunches, words.sales, words.shares, words.people, words.counters];
const cells = (first: string, s: Sales): ReactNode[] => [
  first,
  many(s.lunches),
  formatPlain(s.net_amount),
  formatPlain(s.company_share),
  formatPlain(s.employee_share),
  formatPlain(s.counter_amount),
];

/** The sales by day, company, channel and meal. */
export function Sold({ report, csv }: Props) {
  const [all, setAll] = useState(false);
  const { total, days, companies, channels, meals } = report;
  if (total.lunches === 0)
    return (
      <EmptyState icon="plate" title={words.none}>
        {words.noneText}
      </EmptyState>
    );
  const shown = all ? meals : meals.slice(0, maxMeals);
  return (
    <>
      <Figures
        title={words.byDay}
        heads={heads(words.day)}
        rows={days.map((d) => ({ key: d.day, cells: cells(sayPart(d.day, "day"), d) }))}
        foot={cells(words.total, total)}
        save={csv("days", words.byDay)}
      />
      <Figures
        title={words.byCompany}
        heads={heads(words.company)}
        rows={companies.map((c) => ({ key: c.id, cells: cells(c.name, c) }))}
        foot={cells(words.total, total)}
        save={csv("companies", words.byCompany)}
      />
      <Figures
        title={words.byChannel}
        heads={heads(words.channel).slice(0, -1)}
        rows={channels.map((c) => ({
          key: c.channel,
          cells: cells(words.channels[c.channel] ?? c.channel, c).slice(0, -1),
        }))}
        foot={cells(words.total, total).slice(0, -1)}
        save={csv("channels", words.byChannel)}
      />
      <Figures
        title={words.byMeal}
        text={
          shown.length < meals.length && (
            <>
              {words.firstMeals(shown.length, meals.length)}{" "}
              <Button look="ghost" onClick={() => setAll(true)}>
                {kitchenWords.showMore}
              </Button>
            </>
          )
        }
        heads={[words.meal, words.inApp, words.atCounters, words.sales]}
        rows={shown.map((m) => ({
          key: m.meal,
          cells: [m.meal === "" ? words.differences : m.name, many(m.app), many(m.counter), formatPlain(m.net_amount)],
        }))}
        foot={[
          words.total,
          many(meals.reduce((sum, m) => sum + m.app, 0)),
          many(meals.reduce((sum, m) => sum + m.counter, 0)),
          formatPlain(total.net_amount),
        ]}
        save={csv("meals", words.byMeal)}
      />
    </>
  );
}
