import { type FormEvent, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { kitchenMoneyWords } from "#pwa/i18n/kitchen";
import type { Books } from "#pwa/office/kitchen";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { addDays, dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";

const words = kitchenMoneyWords;

/** The provider's books beside ours, asked when an operator wants to know. */
export function Reconciliation() {
  const today = dateAt(serverNow());
  const [from, setFrom] = useState(addDays(today, -1));
  const [until, setUntil] = useState(today);
  const [books, setBooks] = useState<Books>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const compare = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const path = `/api/kitchen/reconciliation?${new URLSearchParams({ from, until })}` as const;
      setBooks(await call("GET", path, undefined, { toast: false, timeout: 15_000 }));
    } catch (cause) {
      setBooks(undefined);
      setError(cause instanceof Fault ? sentenceFor(cause) : errorsWords.offline);
    }
    setBusy(false);
  };
  return (
    <>
      <h1>{words.booksTitle}</h1>
      <p className="t2 mt2">{words.booksText}</p>
      <form className="kdates mt4" noValidate onSubmit={(event) => void compare(event)}>
        <DateField label={words.from} value={from} max={today} onChange={(event) => setFrom(event.target.value)} />
        <DateField label={words.until} value={until} max={today} onChange={(event) => setUntil(event.target.value)} />
        <Button type="submit" look="pri" busy={busy}>
          {words.compare}
        </Button>
      </form>
      <div className="mt4" aria-live="polite">
        <ErrorLine text={error} />
        {books && <Compared books={books} />}
      </div>
    </>
  );
}

const Compared = ({ books }: { books: Books }) => (
  <>
    <div className="kcards">
      <p className="card pad">
        <span className="sm t2">{words.captured}</span>
        <b className="h2 num kline">{formatAed(books.captured)}</b>
        <span className="sm">{words.payments(books.captures)}</span>
      </p>
      <p className="card pad">
        <span className="sm t2">{words.sentBack}</span>
        <b className="h2 num kline">{formatAed(books.returned)}</b>
        <span className="sm">{words.refunds(books.refunds)}</span>
      </p>
    </div>
    <div className="mt4">
      {books.differences.length === 0 ? (
        <Banner tone="okk" icon="okc" title={words.agree} round>
          {" "}
          {words.agreeText}
        </Banner>
      ) : (
        <>
          <Banner tone="bad" icon="alert" title={words.differ(books.differences.length)} round />
          <ul className="card list mt3">
            {books.differences.map((one) => (
              <li className="li kact" key={`${one.of} ${one.what}`}>
                <span className="grow">
                  <b className="m">{one.what}</b>
                  <span className="xs t3 kcode kline">{one.of}</span>
                </span>
                <span className="num sm">
                  {dotted([`${words.ours} ${formatAed(one.ours)}`, `${words.theirs} ${formatAed(one.provider)}`])}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  </>
);
