import type { ReactNode } from "react";
import { saySpan } from "#pwa/company/reports/say-part";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { officeReportWords as words } from "#pwa/i18n/office-report";
import type { OfficeReport } from "#pwa/office/kitchen";
import { Figures } from "#pwa/office/reports/figures";
import type { SalesTable } from "#pwa/office/reports/sales-report";

type Owing = OfficeReport["receivables"];
type Props = { owing: Owing; csv: (table: SalesTable, title: string) => ReactNode };

const cells = (name: string, o: Owing["total"]): ReactNode[] => [
  name,
  ...[o.not_yet, o.to_30, o.to_60, o.to_90, o.beyond, o.due, o.credit, o.not_invoiced].map((fils) => formatPlain(fils)),
];

/** What companies owe by age, and what people owe for lunches at counters. */
export function Receivables({ owing, csv }: Props) {
  return (
    <Figures
      title={words.receivables}
      text={
        <>
          {words.receivablesText(saySpan({ from: owing.on, until: owing.on }))}{" "}
          {owing.owed > 0 && words.owed(owing.people, formatAed(owing.owed))}
        </>
      }
      heads={[words.company, ...words.ages]}
      rows={owing.companies.map((c) => ({ key: c.id, cells: cells(c.name, c) }))}
      foot={cells(words.total, owing.total)}
      none={words.nothingOwed}
      save={csv("receivables", words.receivables)}
    />
  );
}
