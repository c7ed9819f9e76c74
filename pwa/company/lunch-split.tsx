import { formatAed } from "#pwa/i18n/amounts";
import { payWords } from "#pwa/i18n/subscription";
import { SplitBar } from "#pwa/ui/split-bar";

/** Splits the price of one average lunch into discount, company share and the person's part, as it is really charged. */
export const LunchSplit = ({ price, net, company }: { price: number; net: number; company: number }) => (
  <>
    <div className="mt4">
      <SplitBar
        parts={[
          { kind: "discount", label: payWords.discountKey, fils: price - net },
          { kind: "company", label: payWords.companyKey, fils: company },
          { kind: "you", label: payWords.youKey, fils: net - company },
        ]}
      />
    </div>
    <dl className="dl mt4 sm">
      <div>
        <dt>{payWords.menuPrice}</dt>
        <dd>{formatAed(price)}</dd>
      </div>
      <div className="neg">
        <dt>{payWords.discount}</dt>
        <dd>{formatAed(price - net, "−")}</dd>
      </div>
      <div>
        <dt>{payWords.share}</dt>
        <dd>{formatAed(company)}</dd>
      </div>
      <div className="b">
        <dt>{payWords.rest}</dt>
        <dd>{formatAed(net - company)}</dd>
      </div>
    </dl>
  </>
);
