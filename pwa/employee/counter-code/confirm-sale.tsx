import { useEffect, useRef } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { payWords as words } from "#pwa/i18n/counter";
import type { CounterConfirm } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";

type Props = {
  question: CounterConfirm;
  error?: string;
  sending?: "yes" | "no";
  onAnswer: (yes: boolean) => void;
};

/** A sale that a till asks the person to confirm. It stands in place of the code, which the till has. */
export function ConfirmSale({ question, error, sending, onAnswer }: Props) {
  const amount = formatAed(question.amount);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="card pad mt4 confirmsale" aria-label={words.confirm(amount)}>
      <div role="alert">
        <p className="b">{words.asks(question.till, question.place)}</p>
        <h2 className="num mt2" ref={heading} tabIndex={-1}>
          {amount}
        </h2>
        <p className="t2 mt2">{words.askText}</p>
      </div>
      <ErrorLine text={error} className="mt3" />
      <div className="col g3 mt4">
        <Button look="pri" size="lg" full busy={sending === "yes"} onClick={() => onAnswer(true)}>
          {words.confirm(amount)}
        </Button>
        <Button look="out" size="lg" full busy={sending === "no"} onClick={() => onAnswer(false)}>
          {words.decline}
        </Button>
      </div>
    </section>
  );
}
