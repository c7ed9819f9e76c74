import { cartWords, posWords, queueWords } from "#pwa/i18n/pos";
import { FactState } from "#pwa/till/fact-state";
import { sayClock } from "#pwa/till/say-time";
import { useTill } from "#pwa/till/till";
import type { Identity } from "#pwa/till/till-db";
import type { Kept } from "#pwa/till/use-kept";

type Props = { kept: Kept; identity: Identity; onOpen: (id: string) => void };

/** The newest sales and what became of them, always in view. */
export function QueueRail({ kept, identity, onOpen }: Props) {
  const sending = useTill(({ queue }) => queue.sending);
  const sales = kept.newest
    .flatMap((fact) => (fact.sale && fact.till === identity.till ? [{ fact, sale: fact.sale }] : []))
    .slice(0, 5);
  if (sales.length === 0) return null;
  return (
    <section className="rail" aria-label={queueWords.title}>
      <div className="row between">
        <b className="sm b">{queueWords.title}</b>
        <span className="xs t3">{queueWords.rail}</span>
      </div>
      <ul className="rr">
        {sales.map(({ fact, sale }) => (
          <li key={fact.id}>
            <button type="button" className={`tk ${fact.state}`} onClick={() => onOpen(fact.id)}>
              <span className="row between">
                <b className="num sm">{posWords.receipt(identity.prefix, sale.receipt)}</b>
                <span className={`sm num${sale.voided ? " struck" : ""}`}>{(sale.total / 100).toFixed(2)}</span>
              </span>
              <span className="xs t2 ell num">
                {sayClock(fact.at)} {sale.buyer || cartWords.walkIn}
              </span>
              <FactState fact={fact} sending={sending.includes(fact.id)} narrow />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
