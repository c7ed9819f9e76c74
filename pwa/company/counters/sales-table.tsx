import { formatPlain } from "#pwa/i18n/amounts";
import { countersWords } from "#pwa/i18n/counters";
import { dotted } from "#pwa/i18n/dotted";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { CounterSales, TillSeen } from "#pwa/offline/wire";
import "#pwa/company/records.css";

const words = countersWords;
const money = ["cash", "terminal", "company_share", "wallet", "owed", "total"] as const;
const counts = ["sales", "voids"] as const;
type Row = CounterSales["data"][number];

/** What came in, in every way. `total` is what the lines came to, and `difference` what was taken beyond. */
const sumOf = (rows: Row[], column: (typeof money)[number] | (typeof counts)[number]) =>
  rows.reduce((sum, row) => sum + row[column], 0);

/** Lists sales by tablet and day with the ways of paying. It shows no dishes, because admins read it. */
export function SalesTable({ sales, tills }: { sales: Row[]; tills: TillSeen[] }) {
  if (sales.length === 0) return <p className="t2 mt3">{words.noSales}</p>;
  const flagged = sales.reduce((n, row) => n + row.flagged, 0);
  const newest = [...sales].reverse();
  return (
    <>
      {/* On a phone its rows are records; a table that is wider than its screen is moved by keys as well as by a thumb. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="card mt3 sales" aria-label={words.sales} tabIndex={0}>
        <table className="records">
          <caption className="sm t2">{words.salesText}</caption>
          <thead>
            <tr>
              {["day", "till"].map((column) => (
                <th key={column} scope="col">
                  {words.columns[column]}
                </th>
              ))}
              {[...counts, ...money].map((column) => (
                <th key={column} scope="col" className="amount">
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {newest.map((row) => {
              const till = tills.find(({ id }) => id === row.till);
              return (
                <tr key={`${row.day} ${row.till}`}>
                  <th scope="row">{dayAndDate(row.day)}</th>
                  <td data-head={words.columns.till}>{till && dotted([till.prefix, till.name])}</td>
                  {counts.map((column) => (
                    <td key={column} className="num amount" data-head={words.columns[column]}>
                      {row[column]}
                    </td>
                  ))}
                  {money.map((column) => (
                    <td key={column} className="num amount" data-head={words.columns[column]}>
                      {formatPlain(row[column])}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {words.sum}
              </th>
              {counts.map((column) => (
                <td key={column} className="num amount" data-head={words.columns[column]}>
                  {sumOf(sales, column)}
                </td>
              ))}
              {money.map((column) => (
                <td key={column} className="num amount" data-head={words.columns[column]}>
                  {formatPlain(sumOf(sales, column))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      {flagged > 0 && <p className="help mt2">{words.flagged(flagged)}</p>}
    </>
  );
}
