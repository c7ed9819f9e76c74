import type { ReactNode } from "react";
import { officeReportWords as words } from "#pwa/i18n/office-report";
import type { OfficeReport } from "#pwa/office/kitchen";
import { Figures, many, plain } from "#pwa/office/reports/figures";
import type { SalesTable } from "#pwa/office/reports/sales-report";

type Props = { vat: OfficeReport["vat"]; csv: (table: SalesTable, title: string) => ReactNode };
const cells = (name: string, l: OfficeReport["vat"]["total"]): ReactNode[] => [
  name,
  many(l.documents),
  plain(l.net_amount),
  plain(l.vat_amount),
  plain(l.total_amount),
];

/** The VAT of the days, by kind of document. */
export function Vat({ vat, csv }: Props) {
  return (
    <Figures
      title={words.vatTitle}
      text={words.vatText(vat.rate)}
      heads={[words.documents, words.number, words.net, words.vatAmount, words.total]}
      rows={vat.lines.map((l) => ({ key: l.kind, cells: cells(words.kinds[l.kind] ?? l.kind, l) }))}
      foot={cells(words.total, vat.total)}
      none={words.noDocuments}
      save={csv("vat", words.vatTitle)}
    />
  );
}
