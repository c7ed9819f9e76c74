import { useState } from "react";
import { sayDate } from "#pwa/admin/invoices/say-month";
import { SaveButton } from "#pwa/forms/save-button";
import { formatAed } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { useAnswer } from "#pwa/online/use-answer";
import { ErrorBox } from "#pwa/ui/error-box";
import { Loading } from "#pwa/ui/loading";
import { SelectField } from "#pwa/ui/select-field";
import "#pwa/company/records.css";

const words = invoiceWords;

/** Everything that changed what the company owes in a year. On a phone each entry is a record. */
export function CompanyStatement({ years }: { years: number[] }) {
  const [year, setYear] = useState(String(years[0] ?? ""));
  const { answer: data, trouble, again } = useAnswer(`/api/invoice-statement?year=${year}`, { keepOpen: true });
  return (
    <section className="card pad" aria-labelledby="statement">
      <div className="row g3 wrap between">
        <h2 className="h3" id="statement">
          {words.statement}
        </h2>
        <div className="row g2 wrap invoiceacts">
          <SelectField label={words.year} value={year} onChange={({ target }) => setYear(target.value)}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
          <SaveButton path={`/api/invoice-statement/pdf?year=${year}`}>{words.pdf}</SaveButton>
          <SaveButton path={`/api/invoice-statement/xlsx?year=${year}`}>{words.xlsx}</SaveButton>
        </div>
      </div>
      {data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
        <div className="scrolls mt3" tabIndex={0} role="group" aria-label={`${words.statementOf} ${year}`}>
          <table className="bill records statement">
            <thead>
              <tr>
                <th scope="col">{words.date}</th>
                <th scope="col">{words.what}</th>
                <th scope="col">{words.amount}</th>
                <th scope="col">{words.balance}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row" colSpan={3}>
                  {words.before}
                </th>
                <td>{formatAed(data.before)}</td>
              </tr>
              {data.entries.map((entry) => (
                <tr key={`${entry.kind}${entry.number}${entry.note}${entry.date}${entry.balance}`}>
                  <td className="nw" data-head={words.date}>
                    {sayDate(entry.date)}
                  </td>
                  <th scope="row">
                    {words.kinds[entry.kind]} <span className="sm t2 num nw">{entry.number}</span>
                    {entry.kind === "setoff" && (
                      <span className="sm t2 blk">{words.setOffLine(formatAed(entry.set_off), entry.note)}</span>
                    )}
                  </th>
                  <td data-head={words.amount}>{formatAed(entry.amount)}</td>
                  <td data-head={words.balance}>{formatAed(entry.balance)}</td>
                </tr>
              ))}
              {data.entries.length === 0 && (
                <tr>
                  <td colSpan={4}>{words.quiet}</td>
                </tr>
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {words.after}
                </th>
                <td>{formatAed(data.after)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      ) : trouble ? (
        <ErrorBox title={words.failed} onRetry={again}>
          {trouble === "offline" && words.failedOffline}
        </ErrorBox>
      ) : (
        <Loading className="mt3" heights={["200px"]} />
      )}
    </section>
  );
}
