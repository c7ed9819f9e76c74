import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { joined } from "#pwa/i18n/joined";
import { kitchenDayWords } from "#pwa/i18n/kitchen";
import { longDate } from "#pwa/i18n/say-day";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { type ClosedDay, isIn, useOperator } from "#pwa/office/kitchen";
import { Seasons } from "#pwa/office/settings/seasons";
import { Pending } from "#pwa/office/troubled";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenDayWords;
type Affected = { profile_id: string; name: string; company_name: string; order: string; lunches?: number };

/** The calendar of the days on which nothing is delivered. */
export function ClosedDays() {
  const operator = useOperator();
  const manager = isIn(operator?.operator_role, "manager");
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/closed-days");
  const [deed, setDeed] = useState<Deed>();
  const [changing, setChanging] = useState<string>();
  return (
    <>
      <h1>{words.title}</h1>
      <p className="t2 mt2">{words.text}</p>
      {manager && !changing && <CloseDay onDone={() => void again()} />}
      <div className="mt4">
        {!answer && <Pending trouble={trouble} again={again} busy={loading} heights={["120px"]} />}
        {answer?.data.length === 0 && (
          <EmptyState icon="cal" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {answer && answer.data.length > 0 && (
          <ul className="card list klist">
            {answer.data.map((day) => (
              <li className="li kact wrap" key={day.date}>
                <span className="grow">
                  <b>{`${longDate(day.date)} ${day.date.slice(0, 4)}`}</b>
                  <span className="sm t2 kline">{dotted([day.name, day.name_ar])}</span>
                  {day.expected && (
                    <StatusChip tone="info" icon="cal">
                      {words.expectedMark}
                    </StatusChip>
                  )}
                  {day.deliveries > 0 && (
                    <StatusChip tone="bad" icon="alert">
                      {words.deliveries(day.deliveries)}
                    </StatusChip>
                  )}
                </span>
                {manager && changing !== day.date && (
                  <span className="row wrap g2">
                    <Button
                      look="out"
                      aria-label={words.changeOf(longDate(day.date))}
                      onClick={() => setChanging(day.date)}
                    >
                      {words.change}
                    </Button>
                    <Button look="out" onClick={() => setDeed(opening(day.date))}>
                      {words.open}
                    </Button>
                  </span>
                )}
                {changing === day.date && (
                  <CloseDay
                    day={day}
                    onDone={() => {
                      setChanging(undefined);
                      void again();
                    }}
                    onKeep={() => setChanging(undefined)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      {manager && <Seasons />}
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

type FormProps = { day?: ClosedDay; onDone: () => void; onKeep?: () => void };

/** Closes a day, or changes one that is closed. Before lunches that are ordered fall out, the manager sees whose they are. */
function CloseDay({ day, onDone, onKeep }: FormProps) {
  const [date, setDate] = useState(day?.date ?? "");
  const [name, setName] = useState(day?.name ?? "");
  const [nameAr, setNameAr] = useState(day?.name_ar ?? "");
  const [expected, setExpected] = useState(day?.expected ?? false);
  const [error, setError] = useState<string>();
  const [affected, setAffected] = useState<Affected[]>([]);
  const [busy, setBusy] = useState(false);
  const lunches = affected[0]?.lunches ?? affected.length;
  const close = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!date || !name.trim()) return setError(words.wrong);
    setError(undefined);
    setBusy(true);
    const asked = { date, name, name_ar: nameAr, expected, ...(lunches > 0 && { lunches }) };
    setAffected([]);
    try {
      if (day) await call("PUT", `/api/kitchen/closed-days/${day.date}`, asked, { toast: false });
      else await call("POST", "/api/kitchen/closed-days", asked, { toast: false });
      toasts.success(day ? words.saved(longDate(date)) : words.done(longDate(date)));
      setDate("");
      setName("");
      setNameAr("");
      setExpected(false);
      onDone();
    } catch (cause) {
      if (cause instanceof Fault && cause.reason === "day_ordered") setAffected(cause.detail as Affected[]);
      else setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    setBusy(false);
  };
  return (
    <form className="card pad mt4" noValidate onSubmit={(event) => void close(event)}>
      {day && <h2 className="h3 mb3">{words.changeTitle}</h2>}
      <div className="kdates">
        <DateField
          label={words.date}
          min={dateAt(serverNow())}
          value={date}
          onChange={(event) => {
            setDate(event.target.value);
            setAffected([]);
          }}
        />
        <Field
          label={words.name}
          help={words.nameHelp}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label={words.nameAr}
          help={words.nameArHelp}
          maxLength={80}
          dir="rtl"
          value={nameAr}
          onChange={(event) => setNameAr(event.target.value)}
        />
      </div>
      <div className="mt3">
        <CheckRow checked={expected} onChange={setExpected}>
          {words.expected}
        </CheckRow>
      </div>
      <ErrorLine text={error} className="mt3" />
      {affected.length > 0 && (
        <div className="mt3" role="alert">
          <p>{words.ordered(lunches)}</p>
          <ul className="list mt2">
            {affected.map((one) => (
              <li key={one.order}>
                <Link className="li" to={`/kitchen/people/${one.profile_id}`}>
                  {joined([one.name, one.company_name])}
                </Link>
              </li>
            ))}
          </ul>
          {lunches > affected.length && <p className="t2">{words.more(lunches - affected.length)}</p>}
        </div>
      )}
      <div className="row wrap g2 mt4">
        <Button type="submit" look={affected.length > 0 ? "danger" : "pri"} busy={busy}>
          {affected.length > 0 ? words.anyway(lunches) : day ? words.save : words.add}
        </Button>
        {onKeep && (
          <Button look="out" onClick={onKeep}>
            {words.keep}
          </Button>
        )}
      </div>
    </form>
  );
}
