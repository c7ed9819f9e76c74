import type { ReactNode } from "react";
import { formatPlain } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { officeReportWords as words } from "#pwa/i18n/office-report";
import { percents } from "#pwa/i18n/say";
import type { OfficeReport } from "#pwa/office/kitchen";
import { Figures, many } from "#pwa/office/reports/figures";
import type { SalesTable } from "#pwa/office/reports/sales-report";

type Props = { vat: OfficeReport["vat"]; csv: (table: SalesTable, title: string) => ReactNode };
const cells = (name: string, l: OfficeReport["vat"]["total"]): ReactNode[] => [
  name,
  many(l.documents),
  formatPlain(l.net_amount),
  formatPlain(l.vat_amount),
  formatPlain(l.total_amount),
];

/** The VAT of the days, by kind of document. */
export function Vat({ vat, csv }: Props) {
  const rates = vat.lines.length > 0 ? vat.lines.map((l) => l.rate) : [vat.rate];
  const differ = new Set(rates).size > 1;
  const nameOf = ({ kind, rate }: OfficeReport["vat"]["total"]) =>
    dotted([words.kinds[kind] ?? kind, differ && percents([rate])]);
  return (
    <Figures
      title={words.vatTitle}
      text={words.vatText(percents(rates))}
      heads={[words.documents, words.number, words.net, words.vatAmount, words.total]}
      rows={vat.lines.map((l) => ({ key: `${l.kind} ${l.rate}`, cells: cells(nameOf(l), l) }))}
      foot={cells(words.total, vat.total)}
      none={words.noDocuments}
      save={csv("vat", words.vatTitle)}
    />
  );
}
