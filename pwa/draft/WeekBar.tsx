import { splitOf } from "#pwa/draft/splitOf";
import { formatAed } from "#pwa/money";
import type { Quote } from "#pwa/quote/quote";
import { Button } from "#pwa/ui/Button";
import { Price } from "#pwa/ui/Price";
import { SplitBar } from "#pwa/ui/SplitBar";
import { words } from "#pwa/words";

type Props = {
  quote?: Quote;
  /** Days with a meal, of the days this person wants. */
  filled: number;
  wanted: number;
  next?: { label: string; go: () => void };
  checkout: string;
};

/** Up to 1024: the running total at the bottom edge, and the way on. */
export function WeekBar({ quote, filled, wanted, next, checkout }: Props) {
  const parts = quote ? splitOf(quote).filter((part) => part.kind !== "discount") : [];
  return (
    <div className="sticky weekbar">
      {filled > 0 && <SplitBar parts={parts} thin />}
      <div className="row between mt3">
        <Price
          fils={quote?.employee_share ?? 0}
          label={words.meals.youPayDays(filled, wanted)}
          note={quote && quote.company_share > 0 && words.meals.companyPays(formatAed(quote.company_share))}
          big
        />
        {next ? (
          <Button look="pri" size="lg" after="arrow" onClick={next.go}>
            {words.meals.next(next.label)}
          </Button>
        ) : filled > 0 ? (
          <Button look="pri" size="lg" after="arrow" to={checkout}>
            {words.meals.checkout}
          </Button>
        ) : (
          <Button look="pri" size="lg" after="arrow" disabled>
            {words.meals.checkout}
          </Button>
        )}
      </div>
    </div>
  );
}
