import { useMemo } from "react";
import { ConfirmSale } from "#pwa/employee/counter-code/confirm-sale";
import { qrPath } from "#pwa/employee/counter-code/qr-path";
import { useConfirmSale } from "#pwa/employee/counter-code/use-confirm-sale";
import { useCounterCode } from "#pwa/employee/counter-code/use-counter-code";
import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { payWords } from "#pwa/i18n/counter";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Skeleton } from "#pwa/ui/skeleton";
import "#pwa/employee/counter-code/counter.css";
import "#pwa/ui/letters.css";

const words = payWords;
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Shows the code with which a person pays at their company's till. */
export function PayAtCounter() {
  const { code, next, left, trouble, again, unfreeze } = useCounterCode();
  const { question, said, error, sending, answer } = useConfirmSale(() => void again());
  const qr = useMemo(() => code && qrPath(code.code), [code]);
  useHeader({ title: words.title });
  return (
    <div className="paycounter">
      <h1>{words.title}</h1>
      {trouble !== "frozen" && !question && <p className="t2 mt2">{words.text}</p>}
      <p className={said && !question ? "notice mt4" : undefined} role="status">
        {!question && said}
      </p>
      {question ? (
        <ConfirmSale key={question.id} {...{ question, error, sending }} onAnswer={(yes) => void answer(yes)} />
      ) : code && qr ? (
        <section className="card pad mt4 showcode" aria-label={words.code}>
          <svg className="qr" viewBox={`0 0 ${qr.side} ${qr.side}`} role="img" aria-label={words.code}>
            <path d={qr.path} />
          </svg>
          {code.typed && (
            <>
              <p className="sm t2 mt3">{words.typed}</p>
              <p className="letters" dir="ltr">
                {code.typed.slice(0, 4)} {code.typed.slice(4)}
              </p>
            </>
          )}
          {/* Seconds are for the eye: read aloud they would never end. */}
          <p className="sm t2 num" role={trouble ? "status" : undefined}>
            {trouble ? words.stillGood(minutes(left)) : words.left(next)}
          </p>
          <div className="mt4">
            <Button look="soft" icon="repeat" onClick={() => void again()}>
              {words.again}
            </Button>
          </div>
        </section>
      ) : trouble === "frozen" ? (
        <div className="mt4">
          <EmptyState
            icon="lock"
            title={words.frozen}
            action={
              <Button look="pri" onClick={() => void unfreeze()}>
                {words.unfreeze}
              </Button>
            }
          >
            {words.frozenText}
          </EmptyState>
        </div>
      ) : trouble === "offline" ? (
        <div className="mt4">
          <EmptyState
            icon="off"
            title={words.offline}
            action={
              <Button look="out" onClick={() => void again()}>
                {uiWords.tryAgain}
              </Button>
            }
          >
            {words.offlineText}
          </EmptyState>
        </div>
      ) : trouble ? (
        <div className="mt4">
          <ErrorBox title={words.failed} onRetry={() => void again()} />
        </div>
      ) : (
        <div className="mt4" role="status" aria-label={words.making}>
          <Skeleton height="420px" />
        </div>
      )}
      {!question && code && code.owed > 0 && (
        <p className="help mt3">
          <Icon name="info" size="s" />
          <span>{words.owed(formatAed(code.owed))}</span>
        </p>
      )}
      {!question && (
        <p className="help mt3">
          <Icon name="lock" size="s" />
          <span>{words.once}</span>
        </p>
      )}
    </div>
  );
}
