import { type FormEvent, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { withdrawWords as words } from "#pwa/i18n/planner";
import { lastMinute, longDate } from "#pwa/i18n/say-day";
import { SheetActions } from "#pwa/office/form-actions";
import type { PlannedOffer } from "#pwa/office/planner/planner";
import type { Meals } from "#pwa/office/planner/use-meals";
import type { DayShown } from "#pwa/office/planner/week";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { RadioRow } from "#pwa/ui/radio-row";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

type Props = {
  day: DayShown;
  offer: PlannedOffer;
  /** The other meals on the day's published menu. */
  others: string[];
  book: Meals;
  onDone: () => void;
  onClose: () => void;
};

/** Takes a meal off a published date for all employees, and says first what that means for those who chose it. */
export function WithdrawSheet({ day, offer, others, book, onDone, onClose }: Props) {
  const [way, setWay] = useState("back");
  const [instead, setInstead] = useState("");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const now = useServerNow();
  const cutoff = Date.parse(day.cutoff);
  const late = now >= cutoff;
  const name = book.nameOf(offer.meal);
  const swaps = way === "another";
  const price = (meal: string) => book.meal(meal)?.meal.price ?? 0;
  const more = instead ? price(instead) - price(offer.meal) : 0;

  const withdraw = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    if (!reason.trim() || (swaps && !instead)) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const body = { date: day.date, meal: offer.meal, reason: reason.trim(), ...(swaps && { instead }) };
      const { people } = await call("POST", "/api/kitchen/planner/withdrawals", body, {
        toast: false,
        timeout: 30_000,
      });
      toasts.success(words.done(name, people));
      onDone();
      onClose();
    } catch (cause) {
      setTrouble(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
      setBusy(false);
    }
  };

  const insteadName = swaps && instead ? book.nameOf(instead) : "";
  return (
    <Sheet open title={words.title(name)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void withdraw(event)}>
        <p>
          {words.day(longDate(day.date))} <b>{offer.ordered > 0 ? words.some(offer.ordered) : words.nobody}</b>
        </p>
        {offer.ordered > 0 && (
          <>
            <fieldset className="plto">
              <legend className="lbl">{words.instead}</legend>
              <div className="col g2 mt2">
                <RadioRow name="way" value="back" checked={!swaps} onChoose={setWay}>
                  <span className="grow">
                    {words.back}
                    <span className="sm t2 kline">{words.backText}</span>
                  </span>
                </RadioRow>
                <RadioRow name="way" value="another" checked={swaps} disabled={others.length === 0} onChoose={setWay}>
                  <span className="grow">
                    {words.another}
                    {others.length === 0 && <span className="sm t2 kline">{words.none}</span>}
                  </span>
                </RadioRow>
              </div>
            </fieldset>
            {swaps && (
              <div className="mt3">
                <SelectField
                  label={words.choose}
                  value={instead}
                  help={
                    more > 0 ? words.dearer(formatAed(more)) : more < 0 ? words.cheaper(formatAed(-more)) : undefined
                  }
                  error={tried && !instead ? words.chooseMissing : undefined}
                  onChange={(event) => setInstead(event.target.value)}
                >
                  <option value="">{words.pick}</option>
                  {others.map((meal) => (
                    <option key={meal} value={meal}>
                      {dotted([book.nameOf(meal), formatAed(price(meal))])}
                    </option>
                  ))}
                </SelectField>
              </div>
            )}
          </>
        )}
        <div className="mt4">
          <Field
            label={words.reason}
            help={offer.ordered > 0 ? words.reasonHelp : kitchenWords.reasonHelp}
            error={tried && !reason.trim() ? words.reasonMissing : undefined}
            value={reason}
            maxLength={200}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
        <section className="mt6">
          <h3>{words.after}</h3>
          <ul className="plthen mt2">
            <li>{words.atOnce}</li>
            {offer.ordered > 0 && (
              <>
                <li>{words.letter}</li>
                {!late && <li>{words.free(lastMinute(cutoff))}</li>}
                {late ? (
                  <li>{insteadName ? words.lateInstead(insteadName) : words.lateBack}</li>
                ) : (
                  <li>{insteadName ? words.thenInstead(insteadName) : words.thenBack}</li>
                )}
              </>
            )}
          </ul>
        </section>
        <ErrorLine text={trouble} className="mt3" />
        <SheetActions className="row g2 wrap mt6" danger busy={busy} onClose={onClose}>
          {words.go}
        </SheetActions>
      </form>
    </Sheet>
  );
}
