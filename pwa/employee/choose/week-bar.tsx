import { splitOf } from "#pwa/employee/choose/split-of";
import { formatAed } from "#pwa/i18n/amounts";
import { mealsWords } from "#pwa/i18n/meals";
import type { Quote } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { Price } from "#pwa/ui/price";
import { SplitBar } from "#pwa/ui/split-bar";

type Props = {
  quote?: Quote;
  /** Days with a meal, of the days this person wants. */
  filled: number;
  wanted: number;
  next?: { label: string; go: () => void };
  checkout: string;
};

/** Up to 1024: the running total at the bottom edge, and the button to the next step. */
export function WeekBar({ quote, filled, wanted, next, checkout }: Props) {
  const parts = quote ? splitOf(quote).filter((part) => part.kind !== "discount") : [];
  return (
    <div className="sticky weekbar">
      {filled > 0 && <SplitBar parts={parts} thin />}
      <div className="row between mt3">
        <Price
          fils={quote?.employee_share ?? 0}
          label={mealsWords.youPayDays(filled, wanted)}
          note={quote && quote.company_share > 0 && mealsWords.companyPays(formatAed(quote.company_share))}
          big
        />
        {next ? (
          <Button look="pri" size="lg" after="arrow" onClick={next.go}>
            {mealsWords.next(next.label)}
          </Button>
        ) : filled > 0 ? (
          <Button look="pri" size="lg" after="arrow" to={checkout}>
            {mealsWords.checkout}
          </Button>
        ) : (
          <Button look="pri" size="lg" after="arrow" disabled>
            {mealsWords.checkout}
          </Button>
        )}
      </div>
    </div>
  );
}
