import { formatAed } from "#pwa/money";
import type { Quote } from "#pwa/quote/quote";
import { Icon } from "#pwa/ui/Icon";
import { dayAndDate } from "#pwa/week/sayDay";
import { checkoutWords } from "#pwa/words/checkout";
import { moneyWords } from "#pwa/words/money";

const bare = (fils: number) => formatAed(fils).replace("AED ", "");

/** Every line behind the sums, for who wants to follow them. */
export const PriceLines = ({ quote }: { quote: Quote }) => (
  <details className="lines mt2">
    <summary className="link sm">
      {checkoutWords.lines}
      <Icon name="down" size="xs" />
    </summary>
    {quote.days
      .filter((day) => day.items.length > 0)
      .map(({ date, items, company_share, employee_share }) => (
        <div key={date} className="mt3">
          <h3 className="sm b">{dayAndDate(date)}</h3>
          <dl className="dl sums sm mt2">
            {items.map(({ meal, name, qty, price, total }) => (
              <div key={meal}>
                <dt className="t2">
                  {qty > 1 && `${qty} × `}
                  {name}
                </dt>
                <dd>
                  {price * qty !== total && <s className="t3 xs">{bare(price * qty)}</s>} {bare(total)}
                </dd>
              </div>
            ))}
            {company_share > 0 && (
              <div className="neg">
                <dt>{moneyWords.companyShare}</dt>
                <dd>−{bare(company_share)}</dd>
              </div>
            )}
            <div className="m">
              <dt>{moneyWords.you}</dt>
              <dd>{bare(employee_share)}</dd>
            </div>
          </dl>
        </div>
      ))}
  </details>
);
