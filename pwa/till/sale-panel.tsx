import { useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { dotted } from "#pwa/i18n/dotted";
import { ownName } from "#pwa/i18n/food";
import { cartWords, paperWords, posWords, queueWords, saleWords } from "#pwa/i18n/pos";
import { EventState } from "#pwa/till/event-state";
import { printReceipt } from "#pwa/till/print-receipt";
import { Reasons } from "#pwa/till/reasons";
import { NotSaved } from "#pwa/till/save-event";
import { sayClock } from "#pwa/till/say-time";
import { notePrint, voidSale } from "#pwa/till/sell";
import { clock, sendNow, useTill } from "#pwa/till/till";
import type { Identity, Sale, Shift, TillDb } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";
import { useLive } from "#pwa/till/use-live";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";

type Props = { db: TillDb; kept: Kept; identity: Identity; shift: Shift; id: string; onNext: () => void };

/** A finished sale: the change to give, its receipt, and what can still be done about it, each with a reason. */
export function SalePanel({ db, kept, identity, shift, id, onNext }: Props) {
  const event = useLive(async () => (await db.facts.where("id").equals(id).first()) ?? null, [db, id]);
  const sending = useTill(({ queue }) => queue.sending);
  const [asking, setAsking] = useState<"void" | "reprint" | null>(null);
  const [error, setError] = useState<string>();
  if (event === undefined) return <aside className="till-side" aria-label={saleWords.saved} />;
  const sale = event?.sale;
  const next = (
    <Button look="pri" size="lg" full onClick={onNext}>
      {saleWords.next}
    </Button>
  );
  if (!event || !sale || event.till !== identity.till) {
    return (
      <aside className="till-side" aria-label={saleWords.unknown}>
        <div className="till-scroll">
          <EmptyState icon="search" title={saleWords.unknown}>
            {saleWords.unknownText}
          </EmptyState>
        </div>
        <div className="till-foot">{next}</div>
      </aside>
    );
  }
  const failed = (cause: unknown) => setError(whyNot(cause));
  const print = async (why = "") => {
    const copy = sale.printed;
    if (!(await notePrint(db, clock, id, why))) return;
    await printReceipt({ event, sale, identity, terms: kept.terms, who: shift.who, copy });
    void sendNow();
  };
  const undo = async (why: string) => {
    await voidSale(db, clock, id, why);
    void sendNow();
  };
  const change = Math.max(0, sale.given - sale.cash);
  const { detail } = event;
  const number = posWords.receipt(identity.prefix, sale.receipt);
  return (
    <aside className="till-side" aria-label={number}>
      <div className="till-top col g2">
        <div className="row between">
          <h2 className="h3 num">{number}</h2>
          <EventState event={event} sending={sending.includes(event.id)} />
        </div>
        <p className="sm t2 num">{dotted([sayClock(event.at), sale.buyer || cartWords.walkIn])}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long sale is scrolled with the keyboard too */}
      <section className="till-scroll" aria-label={paperWords.receipt(number)} tabIndex={0}>
        {change > 0 && !sale.voided && (
          <p className="till-back" role="status">
            <span>{saleWords.changeBack}</span> <b className="num">{formatAed(change)}</b>
          </p>
        )}
        <dl className="dl sm mt3">
          {sale.lines.map((line) => (
            <div key={line.meal}>
              <dt>
                {line.qty} × {ownName(line)}
              </dt>
              <dd>{formatAed(line.qty * line.price)}</dd>
            </div>
          ))}
          <div className="tot">
            <dt>{paperWords.total}</dt>
            <dd className={sale.voided ? "struck" : undefined}>{formatAed(sale.total)}</dd>
          </div>
          {sale.cash > 0 && <Paid term={paperWords.cash} fils={sale.cash} />}
          {sale.terminal > 0 && <Paid term={paperWords.terminal(sale.reference)} fils={sale.terminal} />}
          {sale.account > 0 && <Paid term={paperWords.account} fils={sale.account} />}
        </dl>
        {sale.note && <p className="sm t2 mt2">{sale.note}</p>}
        {sale.voided && (
          <p className="sm till-bad mt2">
            {saleWords.voided}: {sale.voided.why}
          </p>
        )}
        {detail && (detail.share || detail.wallet) ? (
          <p className="sm t2 mt2">{saleWords.settled(formatAed(detail.share ?? 0), formatAed(detail.wallet ?? 0))}</p>
        ) : null}
        {detail?.owed ? <p className="sm till-bad mt2">{saleWords.owed(formatAed(detail.owed))}</p> : null}
        {event.state === "aside" && (
          <p className="sm till-bad mt2">
            {queueWords.reasons[detail?.reason ?? ""] ?? ""} {queueWords.asideText}
          </p>
        )}
        {error && (
          <p className="help err mt2" role="alert">
            {error}
          </p>
        )}
      </section>
      <div className="till-foot col g3">
        <div className="row g3">
          <Button
            look="out"
            className="grow"
            onClick={() => (sale.printed ? setAsking("reprint") : void print().catch(failed))}
          >
            {sale.printed ? saleWords.reprint : saleWords.print}
          </Button>
          {!sale.voided && (
            <Button look="out" className="grow" onClick={() => setAsking("void")}>
              {saleWords.void}
            </Button>
          )}
        </div>
        {next}
      </div>
      {asking && (
        <Reasons
          title={asking === "void" ? saleWords.voidTitle : saleWords.reprint}
          text={asking === "void" ? textOfVoid(sale, shift) : undefined}
          suggestions={asking === "void" ? saleWords.whyVoid : saleWords.whyReprint}
          action={asking === "void" ? saleWords.void : saleWords.reprint}
          danger={asking === "void"}
          onClose={() => setAsking(null)}
          onReason={(why) => {
            setAsking(null);
            setError(undefined);
            void (asking === "void" ? undo(why) : print(why)).catch(failed);
          }}
        />
      )}
    </aside>
  );
}

const Paid = ({ term, fils }: { term: string; fils: number }) => (
  <div>
    <dt className="t2">{term}</dt>
    <dd>{formatAed(fils)}</dd>
  </div>
);

const textOfVoid = ({ cash, terminal, account, shift }: Sale, open: Shift) =>
  [
    saleWords.voidText(formatAed(cash + terminal)),
    cash > 0 && shift !== open.id && saleWords.voidLate,
    account > 0 && saleWords.voidAccount,
  ]
    .filter(Boolean)
    .join(" ");

function whyNot(cause: unknown): string {
  if (cause instanceof NotSaved && cause.why === "voided") return saleWords.wasVoided;
  return cartWords.notSaved;
}
