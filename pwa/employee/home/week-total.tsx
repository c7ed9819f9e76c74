import { dashboardWords } from "#pwa/i18n/dashboard";
import { moneyWords } from "#pwa/i18n/money";
import type { Quote } from "#pwa/rules/quote/quote";
import { Price } from "#pwa/ui/price";
import { SplitBar } from "#pwa/ui/split-bar";

/** What this person pays for the chosen days, and who covers the rest. */
export const WeekTotal = ({ quote, days }: { quote: Quote; days: number }) => (
  <div className="weektotal">
    <div className="row between">
      <Price big label={dashboardWords.youPay(days)} fils={quote.employee_share} />
      {quote.company_share > 0 && (
        <div className="end">
          <Price label={dashboardWords.company} fils={quote.company_share} />
        </div>
      )}
    </div>
    <div className="mt2">
      <SplitBar
        thin
        parts={[
          { kind: "discount", label: moneyWords.discount, fils: quote.discount },
          { kind: "company", label: moneyWords.companyShare, fils: quote.company_share },
          { kind: "you", label: moneyWords.youPay, fils: quote.employee_share },
        ]}
      />
    </div>
  </div>
);
