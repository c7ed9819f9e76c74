import { type ReactNode, useId } from "react";
import { TaxDocuments } from "#pwa/employee/history/tax-documents";
import { formatAed } from "#pwa/i18n/amounts";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { purchaseWords } from "#pwa/i18n/history";
import { joined } from "#pwa/i18n/joined";
import { percents } from "#pwa/i18n/say";
import { clockAt, dayAndDate, momentAt } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Purchase } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Icon } from "#pwa/ui/icon";
import { Price } from "#pwa/ui/price";
import { StatusChip } from "#pwa/ui/status-chip";

const words = purchaseWords;
const order = dashboardWords.order;

type Props = { purchase: Purchase; open: boolean; onToggle: () => void; children?: ReactNode };

/** A purchase at a counter as a card that opens to its receipt, and below it to what can be done about it. */
export function PurchaseEntry({ purchase, open, onToggle, children }: Props) {
  const id = useId();
  const at = Date.parse(purchase.order_date);
  const { company_share, net_amount, difference } = purchase;
  const undone = purchase.status === "Refunded";
  const reported = purchase.dispute === "open";
  return (
    <article className="card entry">
      <h2>
        <button type="button" className="headline" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span className="grow">
            <span className="h3 week">{words.at(purchase.place, purchase.company_name)}</span>{" "}
            <span className="sm t2">{joined([dayAndDate(dateAt(at)), clockAt(at)])}</span>
          </span>{" "}
          <StatusChip
            tone={reported ? "warn" : undone ? "mute" : "ok"}
            icon={reported ? "clock" : undone ? "repeat" : "check"}
          >
            {reported ? words.reported : undone ? words.undone : words.paid}
          </StatusChip>
          <span className="turn">
            <Icon name="down" size="s" />
          </span>
        </button>
      </h2>
      <div className="row between sums">
        <span className="sm t2">{words.portions(purchase.items.reduce((sum, { qty }) => sum + qty, 0))}</span>
        <div className="end">
          <Price
            label={undone ? order.refunded : purchase.owed > 0 ? words.yours : order.youPaid}
            fils={net_amount + difference - company_share}
            note={company_share > 0 && !undone ? order.company(formatAed(company_share)) : undefined}
          />
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <div className="detail">
            <Receipt purchase={purchase} />
            <TaxDocuments about={purchase.id} version={purchase.status} />
            {children}
          </div>
        )}
      </div>
    </article>
  );
}

/** The receipt, as it was paid. Nothing is counted here but the sum of its lines. */
function Receipt({ purchase }: { purchase: Purchase }) {
  const now = useServerNow();
  const sums: [label: string, fils: number][] = [
    [words.rounding, purchase.difference],
    [order.share, purchase.company_share],
    [order.wallet, purchase.wallet_amount],
    [words.cash, purchase.cash],
    [words.terminal, purchase.terminal],
    [words.owed, purchase.owed],
  ];
  return (
    <>
      {purchase.voided_at && <p className="sm mt3">{words.undoneAt(momentAt(Date.parse(purchase.voided_at), now))}</p>}
      <h3 className="sr">{words.lines}</h3>
      <ul className="list">
        {purchase.items.map(({ meal, name, qty, price, total }) => (
          <li className="li" key={`${meal} ${price}`}>
            <span className="grow m">{dashboardWords.portions(name || words.unnamed, qty)}</span>
            <span className="num sm nw">{formatAed(total)}</span>
          </li>
        ))}
      </ul>
      <dl className="dl sm mt3">
        <div>
          <dt className="t2">{words.total}</dt>
          <dd>{formatAed(purchase.net_amount)}</dd>
        </div>
        {sums
          .filter(([, fils]) => fils !== 0)
          .map(([label, fils]) => (
            <div key={label}>
              <dt className="t2">{label}</dt>
              <dd>{formatAed(fils)}</dd>
            </div>
          ))}
      </dl>
      <p className="xs t3 mt3">{words.vat(formatAed(purchase.vat_amount), percents([purchase.vat_rate]))}</p>
      <dl className="dl xs t2 mt3">
        <div>
          <dt>{words.when}</dt>
          <dd>{momentAt(Date.parse(purchase.order_date), now)}</dd>
        </div>
        <div>
          <dt>{words.till}</dt>
          <dd>{purchase.till}</dd>
        </div>
        {purchase.receipt && (
          <div>
            <dt>{words.receipt}</dt>
            <dd className="num">{purchase.receipt}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
