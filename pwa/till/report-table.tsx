import { formatAed } from "#pwa/i18n/amounts";
import { ownName } from "#pwa/i18n/food";
import { comma } from "#pwa/i18n/locale";
import { shiftWords } from "#pwa/i18n/pos";
import { percents } from "#pwa/i18n/say";
import { expectedIn, vatOf } from "#pwa/till/drawer";
import type { Shift, Sums } from "#pwa/till/till-db";

/** Sums by means of payment and by meal; for one shift also the cash that must be in its drawer. */
export function ReportTable({ sums, shift }: { sums: Sums; shift?: Shift }) {
  const meals = Object.entries(sums.meals)
    .map(([id, meal]) => ({ ...meal, id, name: ownName(meal) }))
    .sort((a, b) => b.qty - a.qty || a.name.localeCompare(b.name));
  const row = (term: string, fils: number, strong = false) => (
    <tr className={strong ? "strong" : undefined}>
      <th scope="row">{term}</th>
      <td>{formatAed(fils)}</td>
    </tr>
  );
  return (
    <div className="till-report">
      <p className="sm t2">
        {shiftWords.sales(sums.sales)}
        {sums.voids > 0 && `${comma}${shiftWords.voids(sums.voids)}`}
      </p>
      <table>
        <caption>{shiftWords.byWay}</caption>
        <tbody>
          {row(shiftWords.cash, sums.cash)}
          {row(shiftWords.terminal, sums.terminal)}
          {row(shiftWords.account, sums.account)}
          {row(shiftWords.total, sums.total, true)}
          {row(shiftWords.vat(percents(sums.vat_rates ?? [])), vatOf(sums))}
          {shift && row(shiftWords.floatLine, shift.float)}
          {shift && row(shiftWords.expected, expectedIn(shift), true)}
          {shift?.counted !== undefined && row(shiftWords.counted, shift.counted)}
          {shift?.counted !== undefined && row(shiftWords.difference, shift.counted - expectedIn(shift), true)}
        </tbody>
      </table>
      {meals.length === 0 ? (
        <p className="sm t2">{shiftWords.nothing}</p>
      ) : (
        <table>
          <caption>{shiftWords.byMeal}</caption>
          <tbody>
            {meals.map(({ id, name, qty, total }) => (
              <tr key={id}>
                <th scope="row">
                  {qty} × {name}
                </th>
                <td>{formatAed(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
