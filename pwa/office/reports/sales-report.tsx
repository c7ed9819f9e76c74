import { useState } from "react";
import { useSearchParams } from "react-router";
import { saySpan } from "#pwa/company/reports/say-part";
import { SpanRange } from "#pwa/company/reports/span-range";
import { spanIn } from "#pwa/company/reports/spans";
import { formTrouble } from "#pwa/forms/use-form";
import { formatAed } from "#pwa/i18n/amounts";
import { locale } from "#pwa/i18n/locale";
import { officeReportWords as words } from "#pwa/i18n/office-report";
import { reportWords } from "#pwa/i18n/report";
import type { OfficeReport } from "#pwa/office/kitchen";
import { Receivables } from "#pwa/office/reports/receivables";
import { Sold } from "#pwa/office/reports/sold";
import { Vat } from "#pwa/office/reports/vat";
import { Facts } from "#pwa/office/support/facts";
import { Troubled } from "#pwa/office/troubled";
import { callFile } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { Loading } from "#pwa/ui/loading";
import { saveFile } from "#pwa/ui/save-file";

/** A table of the report, as the server names it. */
export type SalesTable = "days" | "companies" | "meals" | "channels" | "receivables" | "vat";

/** What the lunch company sold in some days, what it is owed today, and the VAT of those days. */
export function SalesReport() {
  const today = dateAt(useServerNow());
  const [params, setParams] = useSearchParams();
  const span = spanIn(params, today);
  const query = new URLSearchParams(span).toString();
  const { answer, trouble, loading, again } = useAnswer(`/api/kitchen/report?${query}`, { keepPrevious: true });
  const [busy, setBusy] = useState("");
  const [failed, setFailed] = useState<string>();
  const save = async (format: "xlsx" | "csv", table: SalesTable | "" = "") => {
    setBusy(format + table);
    setFailed(undefined);
    try {
      const file = `${query}&format=${format}${table && `&table=${table}`}`;
      saveFile(await callFile(`/api/kitchen/report/file?${file}`, { toast: false }));
    } catch (cause) {
      setFailed(formTrouble(cause));
    }
    setBusy("");
  };
  const csv = (table: SalesTable, title: string) => (
    <Button
      look="ghost"
      icon="download"
      busy={busy === `csv${table}`}
      aria-label={words.asCsv(title)}
      onClick={() => void save("csv", table)}
    >
      {reportWords.exportCsv}
    </Button>
  );
  const report = answer?.data;
  return (
    <div aria-busy={loading}>
      <div className="row between wrap g3">
        <h1>{words.title}</h1>
        {report && (
          <Button look="out" icon="download" busy={busy === "xlsx"} onClick={() => void save("xlsx")}>
            {reportWords.exportXlsx}
          </Button>
        )}
      </div>
      <p className="t2 mt2">{words.text(saySpan(report?.span ?? span))}</p>
      <SpanRange
        span={span}
        today={today}
        onChange={({ from, until }) => setParams({ from, until }, { replace: true, preventScrollReset: true })}
      />
      <ErrorLine text={failed && `${reportWords.exportFailed} ${failed}`} className="mt3" />
      {trouble && (
        <div className="mt4">
          <Troubled trouble={trouble} again={() => void again()} busy={loading} line={report !== undefined} />
        </div>
      )}
      {report && (
        <div className="col g4 mt4">
          <KeyFacts report={report} />
          <Sold report={report} csv={csv} />
          <Receivables owing={report.receivables} csv={csv} />
          <Vat vat={report.vat} csv={csv} />
        </div>
      )}
      {!report && !trouble && <Loading className="col g3 mt4" heights={["96px", "320px"]} />}
    </div>
  );
}

function KeyFacts({ report: { total, receivables, vat } }: { report: OfficeReport }) {
  const late = receivables.total.due - receivables.total.not_yet;
  return (
    <div className="card pad">
      <Facts
        of={[
          [
            words.lunches,
            <b key="lunches" className="num">
              {total.lunches.toLocaleString(locale)}
            </b>,
          ],
          [
            words.sales,
            <b key="sales" className="num">
              {formatAed(total.net_amount)}
            </b>,
          ],
          [
            words.vat,
            <b key="vat" className="num">
              {formatAed(vat.total.vat_amount)}
            </b>,
          ],
          [
            words.due,
            <span key="due">
              <b className="num">{formatAed(receivables.total.due)}</b>
              {late > 0 && <span className="sm t2 kline num">{words.late(formatAed(late))}</span>}
            </span>,
          ],
        ]}
      />
    </div>
  );
}
