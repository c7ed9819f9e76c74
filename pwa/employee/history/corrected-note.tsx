import { useState } from "react";
import "#pwa/ui/notice.css";
import { formatAed } from "#pwa/i18n/amounts";
import { correctedWords as words } from "#pwa/i18n/corrected";
import { dayAndDate, lastMinute } from "#pwa/i18n/say-day";
import { call } from "#pwa/offline/server";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { Delivery, Order, OrderItem } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";

/** What a corrected meal has now, of what changed. */
function sayCorrected({ corrected }: OrderItem): string {
  if (!corrected) return "";
  const of = (presence: string) =>
    Object.keys(corrected.changed)
      .filter((name) => corrected.changed[name] === presence)
      .sort();
  const [contains, may, none] = [of("contains"), of("may_contain"), of("no_data")];
  return [
    contains.length > 0 && words.contains(contains),
    may.length > 0 && words.mayContain(may),
    none.length > 0 && words.noData(none),
  ]
    .filter(Boolean)
    .join(" ");
}

type Props = {
  order: Order;
  delivery: Delivery;
  /** Where the day is not said already. */
  dated?: boolean;
};

/** The corrected meals of one day of an order. Who avoids what one has may choose another or leave it out. */
export function CorrectedNote({ order, delivery, dated }: Props) {
  const now = useServerNow();
  const [busy, setBusy] = useState("");
  const date = delivery.delivery_date;
  const day = dayAndDate(date);
  const leaveOut = async (meal: string) => {
    setBusy(meal);
    try {
      const { refund } = await call("POST", "/api/amendment/leave-out", { order: order.id, date, meal });
      toasts.success(refund > 0 ? words.leftOut(formatAed(refund)) : words.leftOutFree);
      await syncNow();
    } catch {
      // Said by a toast; the meal stays as it was.
    }
    setBusy("");
  };
  if (!delivery.live) return null;
  return delivery.items.map((item) => {
    const { corrected } = item;
    if (!corrected || item.withdrawn) return null;
    const { yours } = corrected;
    const open = now < Date.parse(corrected.until);
    return (
      <div key={`${item.meal} ${item.instead_of}`} className={`notice mt2${yours ? " warn" : ""}`}>
        <Icon name={yours ? "alert" : "leaf"} size="s" />
        <span className="grow">
          <b>{yours ? words.yours(item.name) : words.other(item.name)}</b>
          {dated && <span className="blk">{words.on(day)}</span>}
          <span className="blk">
            {sayCorrected(item)} {yours && words.avoid}
          </span>
          {yours && order.status === "Confirmed" && (
            <>
              <span className="blk">{open ? words.free(lastMinute(Date.parse(corrected.until))) : words.late}</span>
              {open ? (
                <Button
                  look="soft"
                  className="small mt2"
                  to={`/editorder/${order.id}?day=${date}`}
                  aria-label={words.chooseFor(item.name, day)}
                >
                  {words.choose}
                </Button>
              ) : (
                <Button
                  look="soft"
                  className="small mt2"
                  busy={busy === item.meal}
                  aria-label={words.leaveOutOf(item.name, day)}
                  onClick={() => void leaveOut(item.meal)}
                >
                  {words.leaveOut}
                </Button>
              )}
            </>
          )}
        </span>
      </div>
    );
  });
}
