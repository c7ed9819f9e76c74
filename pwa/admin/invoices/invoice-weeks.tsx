import { saySpan } from "#pwa/admin/invoices/say-month";
import { weeksOf } from "#pwa/admin/invoices/weeks-of";
import { formatPlain } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { percents } from "#pwa/i18n/say";
import type { InvoiceDetails } from "#pwa/offline/wire";

const words = invoiceWords;

/** The lines of an invoice, a week each. Days of earlier months say their year as well. */
export function InvoiceWeeks({ invoice }: { invoice: InvoiceDetails }) {
  const rates = [...new Set(invoice.days.map((day) => day.vat_rate))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <div className="scrolls mt4" tabIndex={0} role="group" aria-label={words.columns.what}>
      <table className="bill">
        <thead>
          <tr>
            <th scope="col">{words.columns.what}</th>
            <th scope="col">{words.columns.lunches}</th>
            <th scope="col">{words.columns.net}</th>
            <th scope="col">{words.vat(percents(rates))}</th>
            <th scope="col">{words.columns.total}</th>
          </tr>
        </thead>
        <tbody>
          {weeksOf(invoice.days).map((week) => (
            <tr key={`${week.from} ${week.rate}`}>
              <td>
                <span className="nw">
                  {saySpan(week.from, week.until).replace(` ${invoice.month.slice(0, 4)}`, "")}
                </span>{" "}
                {week.each !== undefined && <span className="xs t2 nw">{words.each(formatPlain(week.each))}</span>}
                {rates.length > 1 && <span className="xs t2 nw"> {words.atRate(percents([week.rate]))}</span>}
              </td>
              <td>{week.lunches}</td>
              <td>{formatPlain(week.net)}</td>
              <td>{formatPlain(week.vat)}</td>
              <td>{formatPlain(week.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
