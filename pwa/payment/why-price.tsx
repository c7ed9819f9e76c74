import { useState } from "react";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { joined } from "#pwa/i18n/joined";
import { comma } from "#pwa/i18n/locale";
import { priceWords } from "#pwa/i18n/price";
import { dayAndDate } from "#pwa/i18n/say-day";
import { type ShareStory, shareStory } from "#pwa/payment/share-story";
import type { Terms } from "#pwa/rules/quote/quote";
import { Icon } from "#pwa/ui/icon";

type PricedLine = {
  meal: string;
  name: string;
  qty: number;
  price: number;
  discounted: number;
  total: number;
  /** The withdrawn meal that it came in for, at its price. */
  instead_of?: string;
};

/**
 * A day as it is priced: of a draft, a preview or an order. `share_before` is what was used of the share's cap before
 * it, nothing when it is left out.
 */
type PricedDay = {
  date: string;
  items: readonly PricedLine[];
  net_amount: number;
  company_share: number;
  share_before?: number;
};

type Props = {
  days: readonly PricedDay[];
  /** What was agreed for these days. */
  terms?: Terms;
};

const words = priceWords;
const less = (fils: number) => formatPlain(fils, "−");

/** Every amount behind a sum: menu price, discount, the company's share with its cap, and what stays for the person. */
export function WhyPrice({ days, terms }: Props) {
  const [open, setOpen] = useState(false);
  const shown = days.filter((day) => day.items.length > 0);
  if (shown.length === 0) return null;
  return (
    <details className="lines why mt2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link sm">
        {words.why}
        <Icon name="down" size="xs" />
      </summary>
      {open && shown.map((day) => <OneDay key={day.date} day={day} terms={terms} />)}
    </details>
  );
}

function OneDay({
  day: { date, items, net_amount, company_share, share_before = 0 },
  terms,
}: {
  day: PricedDay;
  terms?: Terms;
}) {
  const gross = items.reduce((sum, { price, qty }) => sum + price * qty, 0);
  const story = terms && shareStory(terms, date, { net: net_amount, share: company_share, before: share_before });
  return (
    <section className="mt3" aria-label={joined([words.why, dayAndDate(date)])}>
      <h3 className="sm b">{dayAndDate(date)}</h3>
      <dl className="dl sums sm mt2">
        {items.map(({ meal, name, qty, price, instead_of }) => (
          <div key={`${meal} ${instead_of}`}>
            <dt className="t2">
              {words.portions(name, qty)}
              {instead_of && <span className="t3 xs blk">{words.free}</span>}
            </dt>
            <dd>{formatPlain(price * qty)}</dd>
          </div>
        ))}
        {gross > net_amount && (
          <>
            <div className="neg">
              <dt>
                {words.discount}
                {terms && <span className="t3 xs blk">{discountRule(terms)}</span>}
              </dt>
              <dd>{less(gross - net_amount)}</dd>
            </div>
            <div>
              <dt className="t2">{words.net}</dt>
              <dd>{formatPlain(net_amount)}</dd>
            </div>
          </>
        )}
        {(company_share > 0 || story?.cap?.limits) && (
          <div className="neg">
            <dt>
              {words.share}
              {terms && story && <span className="t3 xs blk">{shareRule(terms, net_amount, story)}</span>}
            </dt>
            <dd>{less(company_share)}</dd>
          </div>
        )}
        <div className="m">
          <dt>{words.you}</dt>
          <dd>{formatPlain(net_amount - company_share)}</dd>
        </div>
      </dl>
    </section>
  );
}

const discountRule = ({ discount_type, discount_amount }: Terms) =>
  discount_type === "Percentage" ? words.percentOff(discount_amount) : words.flatOff(formatAed(discount_amount));

function shareRule(terms: Terms, net: number, { wanted, cap }: ShareStory): string {
  const percent = terms.share_type === "Percentage";
  const rule = percent ? words.ofDay(terms.share_value, formatAed(net)) : words.aDay(formatAed(terms.share_value));
  const limited = !percent && wanted < terms.share_value ? `${comma}${words.atMostDay}` : "";
  const sentences = [`${rule}${limited}.`];
  if (cap) {
    sentences.push(words.cap(formatAed(cap.most), words.period[terms.share_duration] ?? ""));
    sentences.push(cap.used > 0 ? words.used(formatAed(cap.used), formatAed(cap.left)) : words.unused);
    if (cap.limits) sentences.push(words.again(dayAndDate(cap.againOn)));
  }
  return sentences.join(" ");
}
