import type { ReactNode } from "react";
import { reportWords } from "#pwa/i18n/report";
import "#pwa/company/records.css";
import "#pwa/company/reports/reports.css";

type Props = {
  label: string;
  /** Of the first column, which names the row, and of the numbers. */
  heads: string[];
  rows: { key: string; cells: ReactNode[] }[];
  foot?: ReactNode[];
  note?: string;
};

/** Numbers in rows. On a phone the rows of a wide one are records; one that is still too wide is moved by keys as well as by a thumb. */
export function NumberTable({ label, heads, rows, foot, note }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="numbers" aria-label={reportWords.tableOf(label)} tabIndex={0}>
      <table className={heads.length > 2 ? "records" : undefined}>
        {note && <caption className="sm t2">{note}</caption>}
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" className={i > 0 ? "end" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, i) => (
                <td key={heads[i + 1]} className="num end" data-head={heads[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              <th scope="row">{foot[0]}</th>
              {foot.slice(1).map((cell, i) => (
                <td key={heads[i + 1]} className="num end" data-head={heads[i + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
