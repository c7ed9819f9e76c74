import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { joined } from "#pwa/i18n/joined";
import { moneyWords } from "#pwa/i18n/money";
import { useSession } from "#pwa/offline/session";
import type { Quote } from "#pwa/rules/quote/quote";

const less = (fils: number) => formatPlain(fils, "−");

/** Shows how a quote adds up: the menu's prices, the discount, the company share, the wallet and what is left to pay. */
export function Sums({ quote, total = true }: { quote: Quote; total?: boolean }) {
  const profile = useSession((session) => session.profile);
  const lunches = quote.days.flatMap((day) => day.items).reduce((count, line) => count + line.qty, 0);
  const { discount, company_share, wallet_amount } = quote;
  return (
    <dl className="dl sums">
      <div>
        <dt>{moneyWords.lunches(lunches)}</dt>
        <dd>{formatAed(quote.gross_amount)}</dd>
      </div>
      {discount > 0 && (
        <div className="neg">
          <dt>
            {moneyWords.discount} <span className="t3">{profile && discountTerms(profile)}</span>
          </dt>
          <dd>{less(discount)}</dd>
        </div>
      )}
      {company_share > 0 && (
        <div className="neg">
          <dt>
            {moneyWords.companyShare} <span className="t3">{profile && shareTerms(profile)}</span>
          </dt>
          <dd>{less(company_share)}</dd>
        </div>
      )}
      {wallet_amount > 0 && (
        <div className="neg">
          <dt>{moneyWords.walletWord}</dt>
          <dd>{less(wallet_amount)}</dd>
        </div>
      )}
      {total && (
        <div className="tot">
          <dt>{moneyWords.youPay}</dt>
          <dd>{formatAed(quote.payable_amount)}</dd>
        </div>
      )}
    </dl>
  );
}

type Terms = {
  discount_type: string;
  discount_amount: number;
  share_type: string;
  share_value: number;
  share_cap: number | null;
  share_duration: string;
};

const discountTerms = ({ discount_type, discount_amount }: Terms) =>
  discount_type === "Percentage"
    ? moneyWords.percent(discount_amount)
    : moneyWords.flatDiscount(formatPlain(discount_amount));

function shareTerms({ share_type, share_value, share_cap, share_duration }: Terms): string {
  const per = moneyWords.per[share_duration];
  const share =
    share_type === "Percentage" ? moneyWords.sharePercent(share_value) : moneyWords.shareADay(formatPlain(share_value));
  return joined([share, share_cap !== null && per && moneyWords.shareCap(formatPlain(share_cap), per)]);
}
