import { cartWords, posWords, queueWords } from "#pwa/i18n/pos";
import { EventState } from "#pwa/till/event-state";
import { sayClock } from "#pwa/till/say-time";
import { useTill } from "#pwa/till/till";
import type { Identity } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";

type Props = { kept: Kept; identity: Identity; onOpen: (id: string) => void };

/** The newest sales and what became of them, always in view. */
export function QueueRail({ kept, identity, onOpen }: Props) {
  const sending = useTill(({ queue }) => queue.sending);
  const sales = kept.newest
    .flatMap((event) => (event.sale && event.till === identity.till ? [{ event, sale: event.sale }] : []))
    .slice(0, 5);
  if (sales.length === 0) return null;
  return (
    <section className="rail" aria-label={queueWords.title}>
      <div className="row between">
        <b className="sm b">{queueWords.title}</b>
        <span className="xs t3">{queueWords.rail}</span>
      </div>
      <ul className="rr">
        {sales.map(({ event, sale }) => (
          <li key={event.id}>
            <button type="button" className={`tk ${event.state}`} onClick={() => onOpen(event.id)}>
              <span className="row between">
                <b className="num sm">{posWords.receipt(identity.prefix, sale.receipt)}</b>
                <span className={`sm num${sale.voided ? " struck" : ""}`}>{(sale.total / 100).toFixed(2)}</span>
              </span>
              <span className="xs t2 clamp2 num">
                {sayClock(event.at)} {sale.buyer || cartWords.walkIn}
              </span>
              <EventState event={event} sending={sending.includes(event.id)} narrow />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
