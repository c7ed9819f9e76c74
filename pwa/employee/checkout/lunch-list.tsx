import { formatPlain } from "#pwa/i18n/amounts";
import { mealsWords } from "#pwa/i18n/meals";
import { dayOfMonth, shortDay } from "#pwa/i18n/say-day";
import type { Quote } from "#pwa/rules/quote/quote";

/** What is being bought, day by day, each meal with its menu price: together they are the first line of the sums. */
export const LunchList = ({ days }: Pick<Quote, "days">) => (
  <ul className="lunches sm">
    {days.flatMap(({ date, items }) =>
      items.map(({ meal, name, qty, price }, at) => (
        <li key={`${date} ${meal}`} className="row g3">
          <span className="t3 when">{at === 0 && `${shortDay(date)} ${dayOfMonth(date)}`}</span>
          <span className="grow">{mealsWords.portions(name, qty)}</span>
          <span className="num">{formatPlain(price * qty)}</span>
        </li>
      )),
    )}
  </ul>
);
