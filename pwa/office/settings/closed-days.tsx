import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { uiWords } from "#pwa/i18n/app";
import { errorsWords } from "#pwa/i18n/errors";
import { joined } from "#pwa/i18n/joined";
import { kitchenDayWords } from "#pwa/i18n/kitchen";
import { longDate } from "#pwa/i18n/say-day";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { isIn, useOperator } from "#pwa/office/kitchen";
import { Troubled } from "#pwa/office/troubled";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { Skeleton } from "#pwa/ui/skeleton";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenDayWords;
type Affected = { profile_id: string; name: string; company_name: string; order: string };

/** The calendar of the days on which nothing is delivered. */
export function ClosedDays() {
  const operator = useOperator();
  const manager = isIn(operator?.operator_role, "manager");
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/closed-days");
  const [deed, setDeed] = useState<Deed>();
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      {manager && <CloseDay onDone={() => void again()} />}
      <div className="mt4">
        {!answer && trouble && <Troubled trouble={trouble} again={again} busy={loading} />}
        {!answer && !trouble && (
          <div role="status" aria-label={uiWords.loading}>
            <Skeleton height="120px" />
          </div>
        )}
        {answer?.data.length === 0 && (
          <EmptyState icon="cal" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {answer && answer.data.length > 0 && (
          <ul className="card list klist">
            {answer.data.map((day) => (
              <li className="li kact" key={day.date}>
                <span className="grow">
                  <b>{`${longDate(day.date)} ${day.date.slice(0, 4)}`}</b>
                  <span className="sm t2 kline">{day.name}</span>
                  {day.deliveries > 0 && (
                    <StatusChip tone="bad" icon="alert">
                      {words.deliveries(day.deliveries)}
                    </StatusChip>
                  )}
                </span>
                {manager && (
                  <Button look="out" onClick={() => setDeed(opening(day.date))}>
                    {words.open}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {deed && <AskFirst deed={deed} onDone={() => void again()} onClose={() => setDeed(undefined)} />}
    </>
  );
}

const opening = (date: string): Deed => ({
  title: words.openTitle(longDate(date)),
  text: words.openText,
  go: words.open,
  method: "DELETE",
  path: `/api/kitchen/closed-days/${date}`,
  done: words.opened(longDate(date)),
});

function CloseDay({ onDone }: { onDone: () => void }) {
  const [date, setDate] = useState("");
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const [affected, setAffected] = useState<Affected[]>([]);
  const [busy, setBusy] = useState(false);
  const close = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setAffected([]);
    if (!date || !name.trim()) return setError(words.wrong);
    setError(undefined);
    setBusy(true);
    try {
      await call("POST", "/api/kitchen/closed-days", { date, name }, { toast: false });
      toasts.success(words.done(longDate(date)));
      setDate("");
      setName("");
      onDone();
    } catch (cause) {
      if (cause instanceof Fault && cause.reason === "day_ordered") setAffected(cause.detail as Affected[]);
      else setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    setBusy(false);
  };
  return (
    <form className="card pad mt4" noValidate onSubmit={(event) => void close(event)}>
      <div className="kdates">
        <DateField
          label={words.date}
          min={dateAt(serverNow())}
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
        <Field
          label={words.name}
          help={words.nameHelp}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" look="pri" busy={busy}>
          {words.add}
        </Button>
      </div>
      <ErrorLine text={error} className="mt3" />
      {affected.length > 0 && (
        <div className="mt3" role="alert">
          <p>{words.ordered(affected.length)}</p>
          <ul className="list mt2">
            {affected.map((one) => (
              <li key={one.order}>
                <Link className="li" to={`/kitchen/people/${one.profile_id}`}>
                  {joined([one.name, one.company_name])}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
