import { saySpan } from "#pwa/admin/invoices/say-month";
import { weeksOf } from "#pwa/admin/invoices/weeks-of";
import { formatPlain } from "#pwa/i18n/amounts";
import { invoiceWords } from "#pwa/i18n/invoice";
import { percents } from "#pwa/i18n/say";
import type { InvoiceDetails } from "#pwa/offline/wire";
import "#pwa/company/records.css";

const words = invoiceWords;

/** The lines of an invoice, a week each. Days of earlier months say their year as well. On a phone each week is a record. */
export function InvoiceWeeks({ invoice }: { invoice: InvoiceDetails }) {
  const rates = [...new Set(invoice.days.map((day) => day.vat_rate))];
  const heads = [words.columns.lunches, words.columns.net, words.vat(percents(rates)), words.columns.total];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <div className="scrolls mt4" tabIndex={0} role="group" aria-label={words.columns.what}>
      <table className="bill records weeks">
        <thead>
          <tr>
            <th scope="col">{words.columns.what}</th>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(invoice.days).map((week) => (
            <tr key={`${week.from} ${week.rate}`}>
              <th scope="row">
                <span className="nw">
                  {saySpan(week.from, week.until).replace(` ${invoice.month.slice(0, 4)}`, "")}
                </span>{" "}
                {week.each !== undefined && <span className="xs t2 nw">{words.each(formatPlain(week.each))}</span>}
                {rates.length > 1 && <span className="xs t2 nw"> {words.atRate(percents([week.rate]))}</span>}
              </th>
              {[String(week.lunches), ...[week.net, week.vat, week.total].map((fils) => formatPlain(fils))].map(
                (said, at) => (
                  <td key={heads[at]} data-head={heads[at]}>
                    {said}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
