import { amendWords } from "#pwa/i18n/amend";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import type { AmendmentQuote, Sums } from "#pwa/offline/wire";
import { WhyPrice } from "#pwa/payment/why-price";
import type { Terms } from "#pwa/rules/quote/quote";

const words = amendWords;

const rows: [label: string, of: keyof Sums][] = [
  [words.menuPrice, "gross_amount"],
  [words.discount, "discount"],
  [words.share, "company_share"],
  [words.you, "employee_share"],
];

type Props = { change: Pick<AmendmentQuote, "before" | "after" | "difference" | "days">; terms?: Terms };

/** The whole order before and after a change, and what the difference is to the person. */
export function AmendSums({ change: { before, after, difference, days }, terms }: Props) {
  const priced = days.flatMap(({ date, after: state }) => (state ? [{ ...state, date }] : []));
  return (
    <section className="card pad">
      <h2 className="h3">{words.sums}</h2>
      <table className="amendsums mt3">
        <thead>
          <tr>
            <td />
            <th scope="col">{words.before}</th>
            <th scope="col">{words.after}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, of]) => before[of] !== 0 || after[of] !== 0)
            .map(([label, of]) => {
              const less = of === "discount" || of === "company_share" ? "−" : undefined;
              return (
                <tr key={of} className={less && "neg"}>
                  <th scope="row">{label}</th>
                  <td>{formatPlain(before[of], before[of] === 0 ? undefined : less)}</td>
                  <td>{formatPlain(after[of], after[of] === 0 ? undefined : less)}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
      <dl className="dl sums mt3">
        <div className="tot">
          <dt>{difference > 0 ? words.more : difference < 0 ? words.less : words.even}</dt>
          <dd>{formatAed(Math.abs(difference))}</dd>
        </div>
      </dl>
      <p className="xs t3 mt2">{words.wholePrices}</p>
      <WhyPrice days={priced} terms={terms} />
    </section>
  );
}
