import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { CartPanel } from "#pwa/till/cart-panel";
import { DrawerReport } from "#pwa/till/drawer-report";
import { MealGrid } from "#pwa/till/meal-grid";
import { QueuePanel } from "#pwa/till/queue-panel";
import { QueueRail } from "#pwa/till/queue-rail";
import { SalePanel } from "#pwa/till/sale-panel";
import type { Identity, Shift, TillDb } from "#pwa/till/till-db";
import { TillHeader } from "#pwa/till/till-header";
import { type Kept, useToday } from "#pwa/till/use-kept";
import { qrReader } from "#pwa/ui/qr-reader";

type Props = { db: TillDb; kept: Kept; identity: Identity; shift: Shift; orderId?: string };

/** Selling: the meals of the day, and beside them the cart, a sale that was made, or what is not sent. */
export function Shop({ db, kept, identity, shift, orderId }: Props) {
  const [queue, setQueue] = useState(false);
  const [report, setReport] = useState(false);
  const navigate = useNavigate();
  const { now, today } = useToday(kept.clockOffset);
  const day = kept.terms?.days.find(({ date }) => date === today);
  const show = (id?: string) => {
    setQueue(false);
    void navigate(id ? `/pos/checkout/${id}` : "/pos", { replace: true });
  };
  // Fetched ahead, so that codes can be read when the network is gone.
  useEffect(() => void qrReader().catch(() => undefined), []);
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
