import "#pwa/employee/conflict/conflict.css";
import { useEffect, useRef, useState } from "react";
import { type Answer, type Answers, keyOf, likely, settle } from "#pwa/employee/conflict/answers";
import { ConflictDay } from "#pwa/employee/conflict/conflict-day";
import type { Conflict } from "#pwa/employee/conflict/conflicts";
import type { Conflicts } from "#pwa/employee/conflict/use-conflicts";
import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { conflictWords as words } from "#pwa/i18n/conflict";
import { longDay } from "#pwa/i18n/say-day";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

type Props = {
  known: Conflicts;
  /** A new price is being loaded. */
  busy?: boolean;
  onClose: () => void;
  /** These dates have their answers; "" is the whole week. */
  onSettled?: (dates: string[]) => void;
};

/**
 * Everything that changed since the person chose, day by day, with what most people would say chosen already. All of it can
 * be applied with one tap, or one day alone; what is not answered stays as it is and can wait.
 */
export function ConflictSheet({ known, busy = false, onClose, onSettled }: Props) {
  const [given, setGiven] = useState<Record<string, Answer>>({});
  const [saving, setSaving] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const left = known.conflicts;

  const over = left.length === 0;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (over) close.current();
  }, [over]);
  if (over) return null;

  const answers: Answers = Object.fromEntries(
    left.flatMap(({ date, matters }) =>
      matters.map((matter) => [keyOf(date, matter), given[keyOf(date, matter)] ?? likely(matter)]),
    ),
  );
  const complete = left.filter(({ date, matters }) => matters.every((matter) => answers[keyOf(date, matter)]));
  const things = left.flatMap(({ matters }) => matters);
  const others = known.days
    .filter(({ date }) => !left.some((one) => one.date === date))
    .reduce((sum, { items }) => sum + items.reduce((n, { qty }) => n + qty, 0), 0);
  const onlyYes = complete.length === left.length && Object.values(answers).every((answer) => answer?.do === "keep");
  const payable = known.payable(answers);

  const apply = async (some: readonly Conflict[]) => {
    setSaving(true);
    const dates = some.map(({ date }) => date);
    const { failed, undo } = await settle(known.days, some, answers);
    if (!failed) await known.accept(dates.filter(Boolean)).catch(() => undefined);
    setSaving(false);
    if (failed) {
      toasts.error(words.notSaved, { text: words.notSavedText });
      return;
    }
    if (undo) {
      const notBack = () => toasts.error(words.notSaved, { text: words.notSavedText });
      const onPress = () => void undo().then(() => toasts.info(words.putBack), notBack);
      const [date = ""] = dates;
      const title = dates.length === 1 && date ? words.doneDay(longDay(date)) : words.done;
      toasts.success(title, { action: { label: uiWords.undo, onPress } });
    }
    onSettled?.(dates);
    list.current?.focus({ preventScroll: true });
  };

  return (
    <Sheet
      open
      title={words.title(things.length)}
      onClose={onClose}
      footer={
        <div className="row between conflictfoot">
          <span className="pay" aria-live="polite">
            <span>
              {known.exact && onlyYes ? words.youPay : words.about}{" "}
              {known.before.payable_amount !== payable && (
                <>
                  <span className="sr">{words.was}</span>
                  <s className="num">{formatAed(known.before.payable_amount)}</s>
                </>
              )}
            </span>
            <b>{formatAed(payable)}</b>
          </span>
          <Button
            look="pri"
            size="lg"
            busy={saving || busy}
            disabled={complete.length === 0}
            onClick={() => void apply(complete)}
          >
            {labelOf(complete.length, left.length, onlyYes, formatAed(payable))}
          </Button>
        </div>
      }
    >
      <div ref={list} tabIndex={-1} className="conflicts">
        <p className="t2 sm">
          {[words.intro, others > 0 && words.rest(others), words.notCharged].filter(Boolean).join(" ")}
        </p>
        {left.map((conflict) => (
          <ConflictDay
            key={conflict.date}
            conflict={conflict}
            answers={answers}
            onAnswer={(key, answer) => setGiven((before) => ({ ...before, [key]: answer }))}
            onlyThis={
              left.length > 1 && complete.includes(conflict) && !saving ? () => void apply([conflict]) : undefined
            }
          />
        ))}
      </div>
    </Sheet>
  );
}

function labelOf(n: number, of: number, onlyYes: boolean, amount: string): string {
  if (n > 0 && n < of) return words.applySome(n, of);
  if (onlyYes) return checkoutWords.acceptNew(amount);
  return of > 1 ? words.applyAll : words.apply;
}
