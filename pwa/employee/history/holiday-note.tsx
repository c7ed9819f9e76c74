import "#pwa/ui/notice.css";
import { lazy, Suspense, useState } from "react";
import { holidayWords as words } from "#pwa/i18n/holiday";
import { language } from "#pwa/i18n/locale";
import { dayAndDate, lastMinute } from "#pwa/i18n/say-day";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Delivery, Order } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const MoveDay = lazy(async () => ({ default: (await import("#pwa/employee/amend/move-day")).MoveDay }));

/** A day of an order on which nothing is delivered: until its cut-off it can be moved or cancelled, then it is paid back. */
export function HolidayNote({ order, delivery }: { order: Order; delivery: Delivery }) {
  const now = useServerNow();
  const [moving, setMoving] = useState(false);
  const { holiday, delivery_date: date, live } = delivery;
  if (!holiday || !live) return null;
  const cutoff = Date.parse(delivery.cutoff);
  const name = (language === "ar" && holiday.name_ar) || holiday.name;
  const day = dayAndDate(date);
  return (
    <div className="notice warn mt2">
      <Icon name="cal" size="s" />
      <span className="grow">
        <b>{words.title(day)}</b>
        <span className="blk">{now < cutoff ? words.why(name, lastMinute(cutoff)) : words.late(name)}</span>
        {order.status === "Confirmed" && now < cutoff && (
          <span className="row wrap g2 mt2">
            <Button look="soft" className="small" aria-label={words.moveOf(day)} onClick={() => setMoving(true)}>
              {words.move}
            </Button>
            <Button
              look="out"
              className="small"
              to={`/checkout/edit/${order.id}?cancel=${date}`}
              aria-label={words.refundOf(day)}
            >
              {words.refund}
            </Button>
          </span>
        )}
      </span>
      {moving && (
        <Suspense>
          <MoveDay order={order} delivery={delivery} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </div>
  );
}
