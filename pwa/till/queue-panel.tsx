import { type FormEvent, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { dotted } from "#pwa/i18n/dotted";
import { cartWords, posWords, queueWords, saleWords } from "#pwa/i18n/pos";
import { EventState } from "#pwa/till/event-state";
import { exportQueue } from "#pwa/till/export-queue";
import { sayAge, sayClock } from "#pwa/till/say-time";
import { sendNow, useTill } from "#pwa/till/till";
import type { Identity, TillDb, TillEvent } from "#pwa/till/till-db";
import { type Kept, readQueue } from "#pwa/till/use-kept";
import { useLive } from "#pwa/till/use-live";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { IconButton } from "#pwa/ui/icon-button";

type Props = {
  db: TillDb;
  kept: Kept;
  identity: Identity;
  now: number;
  onClose: () => void;
  onOpen: (id: string) => void;
};

/** Everything that happened here and is not sent, what the office looks at, and the newest that is. */
export function QueuePanel({ db, kept, identity, now, onClose, onOpen }: Props) {
  const { queue } = useTill();
  const events = useLive(() => readQueue(db), [db]);
  const shown = events?.filter(({ state }) => state === "waiting").length ?? 0;
  const trouble =
    queue.paused === "update"
      ? queueWords.update
      : queue.paused === "revoked"
        ? queueWords.revoked
        : queue.trouble && kept.waiting > 0
          ? queueWords.trouble[queue.trouble.why]
          : undefined;
  return (
    <aside className="till-side" aria-label={queueWords.title}>
      <div className="till-top row between">
        <h2 className="h3">{queueWords.title}</h2>
        <IconButton icon="x" label={uiWords.close} onClick={onClose} />
      </div>
      <FindReceipt db={db} identity={identity} onOpen={onOpen} />
      {trouble && (
        <p className="till-trouble sm" role="status">
          {trouble}
        </p>
      )}
      <ul className="till-scroll list till-list">
        {events?.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            identity={identity}
            now={now}
            sending={queue.sending.includes(event.id)}
            onOpen={onOpen}
          />
        ))}
        {events?.length === 0 && <li className="pad t2">{queueWords.none}</li>}
        {kept.waiting > shown && shown > 0 && <li className="pad t2 sm">{queueWords.more(kept.waiting - shown)}</li>}
      </ul>
      <div className="till-foot col g3">
        <p className="xs t3">{queueWords.once}</p>
        <div className="row g3">
          <Button look="out" onClick={() => void exportQueue(db)} disabled={kept.newest.length === 0}>
            {queueWords.export}
          </Button>
          <Button
            look="pri"
            icon="sync"
            className="grow"
            busy={queue.sending.length > 0}
            onClick={() => void sendNow()}
          >
            {queueWords.sendAll}
          </Button>
        </div>
      </div>
    </aside>
  );
}

/**
 * Finds a sale that is too old for the list by the number on its receipt: "P7-31-9K2M", "P7-31" or "31". With its letters, a
 * number under a former prefix is found too.
 */
function FindReceipt({ db, identity, onOpen }: Pick<Props, "db" | "identity" | "onOpen">) {
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const find = async (event: FormEvent) => {
    event.preventDefault();
    const typedNumber = /^\s*(?:(P\d+)-)?(\d+)(?:[- ]([0-9A-Z]{4}))?\s*$/i;
    const [, prefix = identity.prefix, n, letters = ""] = typedNumber.exec(typed) ?? [];
    const own = letters !== "" || prefix.toUpperCase() === identity.prefix;
    const is = ({ id, sale, till }: TillEvent) =>
      own && till === identity.till && sale?.receipt === Number(n) && id.endsWith(letters.toUpperCase());
    const found = n && (await db.facts.filter(is).first());
    setMissing(!found);
    if (found) onOpen(found.id);
  };
  return (
    <form className="till-find" noValidate onSubmit={(event) => void find(event)}>
      <Field
        label={queueWords.find}
        value={typed}
        error={missing ? queueWords.notHere : undefined}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
        end={
          <Button type="submit" look="soft">
            {queueWords.findIt}
          </Button>
        }
      />
    </form>
  );
}

type Row = { event: TillEvent; identity: Identity; now: number; sending: boolean; onOpen: (id: string) => void };

function EventRow({ event, identity, now, sending, onOpen }: Row) {
  const { sale, detail, about, id, at, kind, state } = event;
  const own = event.till === identity.till;
  const of = own ? (sale ? id : about) : undefined;
  const name = own && sale ? posWords.receipt(identity.prefix, sale.receipt) : queueWords.kinds[kind];
  return (
    <li className={`till-row ${state}`}>
      <button type="button" disabled={!of} onClick={() => of && onOpen(of)}>
        <span className="row between g3">
          <b className="num">{name}</b>
          <EventState event={event} sending={sending} />
          <span className="grow" />
          {sale && <span className={`b num${sale.voided ? " struck" : ""}`}>{formatAed(sale.total)}</span>}
        </span>
        <span className="sm t2 num">
          {dotted([
            sayClock(at),
            sale && (sale.buyer || cartWords.walkIn),
            sale && cartWords.lunches(sale.lines.reduce((n, { qty }) => n + qty, 0)),
            state === "waiting" && queueWords.age(sayAge(now - at)),
          ])}
        </span>
        {state === "aside" && (
          <span className="sm till-bad">
            {queueWords.reasons[detail?.reason ?? ""] ?? ""} {queueWords.asideText}
          </span>
        )}
        {detail?.owed ? <span className="sm till-bad">{saleWords.owed(formatAed(detail.owed))}</span> : null}
      </button>
    </li>
  );
}
