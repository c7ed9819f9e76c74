import { useSearchParams } from "react-router";
import { KeyNumbers } from "#pwa/admin/reports/key-numbers";
import { ReportCharts } from "#pwa/admin/reports/report-charts";
import { ReportRange } from "#pwa/admin/reports/report-range";
import { useReportFile } from "#pwa/admin/reports/use-report-file";
import { saySpan } from "#pwa/company/reports/say-part";
import { type Asked, type By, byOf, bysOf, queryOf, spanIn } from "#pwa/company/reports/spans";
import { reportWords } from "#pwa/i18n/report";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Report } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";
import "#pwa/admin/reports/report.css";

const words = reportWords;

/** The report that the address asks for; by default this month so far. */
function askedOf(params: URLSearchParams, today: string): Asked {
  const span = spanIn(params, today);
  const by = params.get("by") as By | null;
  return { ...span, by: by && bysOf(span).includes(by) ? by : byOf(span), department: params.get("department") ?? "" };
}

/** Reports what the company's lunches cost: money, people and shares, never what a person eats. */
export function CompanyReports() {
  const today = dateAt(useServerNow());
  const [params, setParams] = useSearchParams();
  const asked = askedOf(params, today);
  const { answer, trouble, loading, again } = useAnswer(`/api/company-reports?${queryOf(asked)}`, {
    keepPrevious: true,
  });
  const report = answer?.data;
  useHeader({ title: words.title });
  const change = (next: Partial<Asked>) =>
    setParams(queryOf({ ...asked, ...next }), { replace: true, preventScrollReset: true });
  return (
    <div className="reports" aria-busy={loading}>
      <div className="reporthead">
        <div>
          {report && <OnPaper report={report} department={asked.department} today={today} />}
          <h1>{words.title}</h1>
          <p className="t2">{report ? words.compared(saySpan(report.span), saySpan(report.before)) : saySpan(asked)}</p>
        </div>
        {report && <Exports asked={asked} />}
      </div>
      <ReportRange asked={asked} today={today} departments={report?.departments ?? []} onChange={change} />
      {report && trouble && (
        <p className="help mt4" role="status">
          <Icon name="clock" size="s" />
          <span>{trouble === "offline" ? words.stale : words.staleFailed}</span>
        </p>
      )}
      {report && report.total.lunches === 0 && (
        <div className="mt4">
          <EmptyState icon="plate" title={words.none}>
            {words.noneText}
          </EmptyState>
        </div>
      )}
      {report && report.total.lunches > 0 && (
        <>
          <KeyNumbers report={report} />
          <ReportCharts report={report} asked={asked} />
        </>
      )}
      {!report && trouble && (
        <div className="mt4">
          <ErrorBox title={words.failed} onRetry={() => void again()} busy={loading}>
            {trouble === "offline" && words.failedOffline}
          </ErrorBox>
        </div>
      )}
      {!report && !trouble && <Loading className="col g3 mt4" heights={["120px", "300px"]} />}
    </div>
  );
}

/** The heading of a printed report: whose it is, which department it covers, and its date. */
function OnPaper({ report, department, today }: { report: Report; department: string; today: string }) {
  const chosen = report.departments.find(({ id }) => id === department)?.name;
  const of = department === "none" ? words.noDepartment : (chosen ?? words.allDepartments);
  return (
    <p className="onpaper">
      <b>
        <bdi>{report.company}</bdi>
      </b>
      {" · "}
      <span className="t2">{words.printed(of, saySpan({ from: today, until: today }))}</span>
    </p>
  );
}

/** Exports the same numbers as a workbook, as text, or on paper. */
function Exports({ asked }: { asked: Asked }) {
  const { busy, failed, save } = useReportFile(asked);
  return (
    <div className="exports">
      <Button look="out" icon="download" busy={busy === "xlsx"} onClick={() => void save("xlsx")}>
        {words.exportXlsx}
      </Button>
      <Button look="out" busy={busy === "csv"} onClick={() => void save("csv")}>
        {words.exportCsv}
      </Button>
      <Button look="ghost" onClick={() => window.print()}>
        {words.print}
      </Button>
      {failed && (
        <p className="help err" role="alert">
          <Icon name="err" size="s" />
          <span>
            {words.exportFailed} {failed}
          </span>
        </p>
      )}
    </div>
  );
}
