import type { usePaying } from "#pwa/employee/checkout/use-paying";
import { formatAed } from "#pwa/i18n/amounts";
import { checkoutWords } from "#pwa/i18n/checkout";
import { faultsWords } from "#pwa/i18n/faults";
import type { ServerQuote } from "#pwa/payment/use-server-quote";
import type { Quote } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  state: ServerQuote<Quote>["state"];
  quote?: Quote;
  /** Choices are still being sent. */
  sending: boolean;
  /** Something must be chosen first. */
  blocked: boolean;
  /** How many changes the person has not answered yet, and how to open them. */
  changes: number;
  onDecide: () => void;
  paying: ReturnType<typeof usePaying>;
};

const words = checkoutWords;

/** The one button of checkout. It carries the amount, and never an outdated one. */
export function PayButton({ state, quote, sending, blocked, changes, onDecide, paying }: Props) {
  const { busy, pay, refusal } = paying;
  return (
    <div className="sticky paybar">
      {refusal && (
        <p className="notice warn" role="alert">
          <Icon name="alert" size="s" />
          <span>
            {refusal.reason === "unavailable" && <b className="blk">{words.away}</b>}
            {refusal.reason === "unavailable" ? words.awayText : (faultsWords[refusal.reason] ?? refusal.message)}
          </span>
        </p>
      )}
      <p className="sr" role="status">
        {busy ? words.leaving : state === "asking" ? (sending ? words.sending : words.pricing) : ""}
      </p>
      {state === "asking" || !quote ? (
        <Button look="pri" size="lg" full busy={state === "asking"} disabled={state !== "asking"}>
          {state !== "asking" ? words.toFix : sending ? words.sending : words.pricing}
        </Button>
      ) : changes > 0 ? (
        <Button look="pri" size="lg" full onClick={onDecide}>
          {words.decide(changes)}
        </Button>
      ) : blocked ? (
        <Button look="pri" size="lg" full disabled>
          {words.toFix}
        </Button>
      ) : (
        <Button look="pri" size="lg" full busy={busy} onClick={() => void pay()}>
          {quote.payable_amount > 0 ? words.pay(formatAed(quote.payable_amount)) : words.confirmFree}
        </Button>
      )}
    </div>
  );
}
