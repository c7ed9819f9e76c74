import { formatAed } from "#pwa/i18n/amounts";
import { payingWords } from "#pwa/i18n/company";
import { monthName } from "#pwa/i18n/say-day";
import type { DryRun } from "#pwa/offline/wire";

/**
 * Shows last month beside the same month under the new rules: sums and counts only, because admins do not see the employees'
 * dishes.
 */
export function DryRunResult({ month }: { month: DryRun }) {
  const name = monthName(month.month);
  const { was, would, lunches, people } = month;
  const more = would.company - was.company;
  if (lunches === 0)
    return (
      <p className="t2" role="status">
        {payingWords.nobody(name)}
      </p>
    );
  return (
    <section className="dry-run" role="status">
      <h3 className="m">{payingWords.dryRunOf(name)}</h3>
      <p className="sm t2">{payingWords.lunches(lunches, people)}</p>
      <table className="mt2">
        <thead>
          <tr>
            <td />
            <th scope="col">{payingWords.was}</th>
            <th scope="col">{payingWords.would}</th>
          </tr>
        </thead>
        <tbody className="num">
          <tr>
            <th scope="row">{payingWords.companyRow}</th>
            <td>{formatAed(was.company)}</td>
            <td>{formatAed(would.company)}</td>
          </tr>
          <tr>
            <th scope="row">{payingWords.peopleRow}</th>
            <td>{formatAed(was.employees)}</td>
            <td>{formatAed(would.employees)}</td>
          </tr>
          <tr>
            <th scope="row">{payingWords.cappedRow}</th>
            <td>{was.capped}</td>
            <td>{would.capped}</td>
          </tr>
        </tbody>
      </table>
      <p className="m mt2">
        {more > 0
          ? payingWords.more(formatAed(more))
          : more < 0
            ? payingWords.less(formatAed(-more))
            : payingWords.same}
      </p>
    </section>
  );
}
