import { BarChart } from "#pwa/admin/reports/bar-chart";
import { Figure } from "#pwa/admin/reports/figure";
import { HeatTable } from "#pwa/admin/reports/heat-table";
import { SaveTable } from "#pwa/admin/reports/save-table";
import { NumberTable } from "#pwa/company/reports/number-table";
import { sayPart } from "#pwa/company/reports/say-part";
import type { Asked, By } from "#pwa/company/reports/spans";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { locale } from "#pwa/i18n/locale";
import { reportWords } from "#pwa/i18n/report";
import type { Report } from "#pwa/offline/wire";
import { part } from "#pwa/rules/money";

const words = reportWords;
const many = (n: number) => n.toLocaleString(locale);
/** "8k", "1.5k", "500": dirhams on a scale. */
const scale = (fils: number) => {
  const dirhams = fils / 100;
  return dirhams >= 1000 ? `${dirhams / 1000}k` : String(dirhams);
};

type Shown = { report: Report; asked: Asked };

/** How many of a hundred who could eat did. */
const rate = ({ eaters, people }: { eaters: number; people: number }) => (people > 0 ? part(eaters, 100, people) : 0);

/** The report's pictures, each with its table. */
export function ReportCharts({ report, asked }: Shown) {
  const by = report.by as By;
  const whole = asked.department === "";
  return (
    <div className="charts mt4">
      <Paid report={report} asked={asked} />
      <Participation report={report} asked={asked} />
      {by === "day" && report.parts.length > 5 && <HeatTable parts={report.parts} />}
      {report.shares && report.shares.periods.length > 0 && <SharesUsed shares={report.shares} asked={asked} />}
      {whole && report.departments.some(({ id }) => id !== "") && <Departments report={report} asked={asked} />}
      {whole && <Meals meals={report.meals} />}
    </div>
  );
}

function Paid({ report, asked }: Shown) {
  const { parts, total } = report;
  const by = report.by as By;
  const cells = (sums: Report["total"]) => [
    many(sums.lunches),
    many(sums.eaters),
    formatPlain(sums.gross_amount),
    formatPlain(sums.discount),
    formatPlain(sums.company_share),
    formatPlain(sums.employee_share),
  ];
  const highest = Math.max(...parts.map(({ gross_amount }) => gross_amount));
  const says = (i: number) => sayPart(parts.at(i)?.start ?? "1970-01-01", by);
  return (
    <Figure
      title={words.paid[by]}
      text={total.counter_amount > 0 && words.counter(formatAed(total.counter_amount))}
      chart={
        <>
          <ul className="key sm">
            <li className="company">{words.company}</li>
            <li className="employees">{words.employees}</li>
            <li className="hatched">{words.discount}</li>
          </ul>
          <BarChart
            label={words.paidChart(says(0), says(-1), formatAed(highest))}
            looks={["company", "employees", "hatched"]}
            say={scale}
            bars={parts.map((sums) => ({
              key: sums.start,
              label: sayPart(sums.start, by),
              values: [sums.company_share, sums.employee_share, sums.discount],
            }))}
          />
        </>
      }
      table={
        <NumberTable
          label={words.paid[by]}
          note={words.inAed}
          heads={[
            words.when[by],
            words.lunches,
            words.eating,
            words.list,
            words.discount,
            words.company,
            words.employees,
          ]}
          rows={parts.map((sums) => ({ key: sums.start, cells: [sayPart(sums.start, by), ...cells(sums)] }))}
          foot={[words.total, ...cells(total)]}
        />
      }
      save={<SaveTable asked={asked} table="time" title={words.paid[by]} />}
    />
  );
}

/** Of those who could have lunch then, how many had some. */
function Participation({ report, asked }: Shown) {
  const { parts, total } = report;
  const by = report.by as By;
  const cells = (sums: Report["total"]) => [
    many(sums.eaters),
    many(sums.people),
    words.usedOf(rate(sums)),
    many(sums.lunches),
  ];
  const says = (i: number) => sayPart(parts.at(i)?.start ?? "1970-01-01", by);
  return (
    <Figure
      title={words.participation[by]}
      text={words.participationText}
      chart={
        <BarChart
          label={words.participationChart(says(0), says(-1), words.usedOf(Math.max(...parts.map(rate))))}
          looks={["company"]}
          say={words.usedOf}
          bars={parts.map((sums) => ({ key: sums.start, label: sayPart(sums.start, by), values: [rate(sums)] }))}
        />
      }
      table={
        <NumberTable
          label={words.participation[by]}
          heads={[words.when[by], words.eating, words.could, "%", words.lunches]}
          rows={parts.map((sums) => ({ key: sums.start, cells: [sayPart(sums.start, by), ...cells(sums)] }))}
          foot={[words.total, ...cells(total)]}
        />
      }
      save={<SaveTable asked={asked} table="time" title={words.participation[by]} />}
    />
  );
}

function SharesUsed({ shares, asked }: { shares: NonNullable<Report["shares"]>; asked: Asked }) {
  const { cap, duration, periods } = shares;
  const span: By = duration === "Monthly" ? "month" : "day";
  const other = periods.some(({ people, allowed }) => allowed !== cap * people);
  return (
    <Figure
      title={words.shares}
      text={
        <>
          {words.sharesText(formatAed(cap), words.durations[duration] ?? "")}
          {other && ` ${words.sharesOther}`}
        </>
      }
      chart={
        <>
          <ul className="key sm">
            <li className="company">{words.used}</li>
            <li className="rest">{words.allowed}</li>
          </ul>
          <BarChart
            label={words.sharesChart(periods.length)}
            looks={["company", "rest"]}
            say={scale}
            bars={periods.map(({ start, used, allowed }) => ({
              key: start,
              label: sayPart(start, span),
              values: [used, allowed - used],
            }))}
          />
        </>
      }
      table={
        <NumberTable
          label={words.shares}
          note={words.inAed}
          heads={[words.when[span], words.users, words.used, words.allowed, "%", words.capped]}
          rows={periods.map(({ start, people, used, allowed, capped }) => ({
            key: start,
            cells: [
              sayPart(start, span),
              many(people),
              formatPlain(used),
              formatPlain(allowed),
              words.usedOf(part(used, 100, allowed)),
              capped,
            ],
          }))}
        />
      }
      save={<SaveTable asked={asked} table="shares" title={words.shares} />}
    />
  );
}

function Departments({ report: { departments }, asked }: Shown) {
  const name = (one: Report["departments"][number]) => <span dir="auto">{one.id ? one.name : words.noDepartment}</span>;
  return (
    <Figure
      title={words.departments}
      text={words.departmentsText}
      chart={
        <ul className="measures mt3">
          {departments.map((one) => (
            <li key={one.id}>
              <span className="sm">{name(one)}</span>
              <span className="num sm end">{words.eatingOf(one.eaters, one.people)}</span>
              <i aria-hidden="true">
                <b style={{ inlineSize: `${rate(one)}%` }} />
              </i>
            </li>
          ))}
        </ul>
      }
      table={
        <NumberTable
          label={words.departments}
          note={words.inAed}
          heads={[words.department, words.eating, words.lunches, words.company, words.employees, words.discount]}
          rows={departments.map((one) => ({
            key: one.id,
            cells: [
              name(one),
              words.eatingOf(one.eaters, one.people),
              many(one.lunches),
              formatPlain(one.company_share),
              formatPlain(one.employee_share),
              formatPlain(one.discount),
            ],
          }))}
        />
      }
      save={<SaveTable asked={asked} table="departments" title={words.departments} />}
    />
  );
}

/** Dishes appear only as totals over at least five people. */
function Meals({ meals }: { meals: Report["meals"] }) {
  const most = Math.max(1, ...meals.map(({ qty }) => qty));
  return (
    <section className="card figure" aria-labelledby="meals">
      <h2 className="h3" id="meals">
        {words.meals}
      </h2>
      <p className="sm t2">{meals.length > 0 ? words.mealsText : words.noMeals}</p>
      <ol className="measures mt3">
        {meals.map(({ meal, name, qty }) => (
          <li key={meal}>
            <span className="sm">{name}</span>
            <span className="num sm end">{qty}</span>
            <i aria-hidden="true">
              <b style={{ inlineSize: `${part(qty, 100, most)}%` }} />
            </i>
          </li>
        ))}
      </ol>
    </section>
  );
}
