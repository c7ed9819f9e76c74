import { useState } from "react";
import { useNavigate } from "react-router";
import { CartPanel } from "#pwa/pos/cart-panel";
import { DrawerReport } from "#pwa/pos/drawer-report";
import { MealGrid } from "#pwa/pos/meal-grid";
import { QueuePanel } from "#pwa/pos/queue-panel";
import { QueueRail } from "#pwa/pos/queue-rail";
import { SalePanel } from "#pwa/pos/sale-panel";
import type { Identity, Shift, TillDb } from "#pwa/pos/till-db";
import { TillHeader } from "#pwa/pos/till-header";
import { type Kept, useToday } from "#pwa/pos/use-kept";

type Props = { db: TillDb; kept: Kept; identity: Identity; shift: Shift; orderId?: string };

/** Selling: the meals of the day, and beside them the cart, a sale that was made, or what is not sent. */
export function Shop({ db, kept, identity, shift, orderId }: Props) {
  const [queue, setQueue] = useState(false);
  const [report, setReport] = useState(false);
  const navigate = useNavigate();
  const { now, today } = useToday(kept.learnt);
  const day = kept.terms?.days.find(({ date }) => date === today);
  const show = (id?: string) => {
    setQueue(false);
    void navigate(id ? `/pos/checkout/${id}` : "/pos", { replace: true });
  };
  return (
    <div className="shop">
      <TillHeader
        kept={kept}
        shift={shift}
        now={now}
        onQueue={() => setQueue(!queue)}
        onReport={() => setReport(true)}
      />
      <div className="shop-left">
        <MealGrid db={db} kept={kept} day={day} now={now} today={today} onAdd={() => (queue || orderId) && show()} />
        <QueueRail kept={kept} identity={identity} onOpen={show} />
      </div>
      {queue ? (
        <QueuePanel db={db} kept={kept} identity={identity} now={now} onClose={() => setQueue(false)} onOpen={show} />
      ) : orderId ? (
        <SalePanel
          key={orderId}
          db={db}
          kept={kept}
          identity={identity}
          shift={shift}
          id={orderId}
          onNext={() => show()}
        />
      ) : (
        <CartPanel db={db} kept={kept} meals={day?.meals ?? []} onSold={show} />
      )}
      {report && <DrawerReport db={db} kept={kept} shift={shift} today={today} onClose={() => setReport(false)} />}
    </div>
  );
}
