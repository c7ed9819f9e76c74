import { sayPart } from "#pwa/company/reports/say-part";
import { weeksOf } from "#pwa/company/reports/spans";
import { reportWords } from "#pwa/i18n/report";
import type { Report } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";

/** How many lunches each working day had: the number itself, and a ground that is darker for more. */
export function HeatTable({ parts }: { parts: Report["parts"] }) {
  const counts = new Map(parts.map(({ start, lunches }) => [start, lunches]));
  const most = Math.max(1, ...counts.values());
  return (
    <section className="card figure" aria-labelledby="heat">
      <h2 className="h3" id="heat">
        {reportWords.heat}
      </h2>
      <p className="sm t2">{reportWords.heatText}</p>
      <div className="heatbox">
        <table className="heat mt3">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr">{reportWords.weekOf}</span>
              </th>
              {reportWords.weekdays.map((day) => (
                <th key={day} scope="col">
                  {day}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(parts.map(({ start }) => start)).map((monday) => (
              <tr key={monday}>
                <th scope="row">{sayPart(monday, "week")}</th>
                {reportWords.weekdays.map((day, i) => {
                  const n = counts.get(addDays(monday, i));
                  return (
                    <td key={day}>
                      {n !== undefined && (
                        <span
                          className="num"
                          style={{ "--warm": `${Math.round((46 * n) / most)}%` } as React.CSSProperties}
                        >
                          {n}
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
