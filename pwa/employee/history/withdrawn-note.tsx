import "#pwa/ui/notice.css";
import { dayAndDate, lastMinute } from "#pwa/i18n/say-day";
import { withdrawnWords } from "#pwa/i18n/withdrawn";
import { mealOf } from "#pwa/menu/meals-on";
import { useMenus } from "#pwa/menu/use-menus";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Delivery, MenuWeek, Order, OrderItem } from "#pwa/offline/wire";
import { mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const words = withdrawnWords;

/** What becomes of a meal that was withdrawn: the free choice while there is one, and what comes without it. */
export function sayWithdrawn({ withdrawn, qty }: OrderItem, menu: MenuWeek | undefined, now: number): string {
  if (!withdrawn) return "";
  const other = withdrawn.instead && ((menu && mealOf(menu, withdrawn.instead)?.name) ?? words.another);
  if (now >= Date.parse(withdrawn.until)) return other ? words.late(other) : words.latePaidBack;
  return `${words.free(lastMinute(Date.parse(withdrawn.until)))} ${other ? words.instead(other) : words.paidBack(qty)}`;
}

type Props = {
  order: Order;
  delivery: Delivery;
  /** Where the day is not said already. */
  dated?: boolean;
};

/** The withdrawn meals of one day of an order, each with the way to another one. */
export function WithdrawnNote({ order, delivery, dated }: Props) {
  const now = useServerNow();
  const date = delivery.delivery_date;
  const menu = useMenus()?.[mondayOf(date)];
  const day = dayAndDate(date);
  return delivery.items.map((item) => {
    if (!item.withdrawn) return null;
    const open = order.status === "Confirmed" && now < Date.parse(item.withdrawn.until);
    return (
      <div key={item.meal} className="notice warn mt2">
        <Icon name="alert" size="s" />
        <span className="grow">
          <b>{words.title(item.name, item.qty)}</b>
          {dated && <span className="blk">{words.on(day)}</span>}
          <span className="blk">{sayWithdrawn(item, menu, now)}</span>
          {open && (
            <Button
              look="soft"
              className="small mt2"
              to={`/editorder/${order.id}?day=${date}`}
              aria-label={words.chooseFor(item.name, day)}
            >
              {words.choose}
            </Button>
          )}
        </span>
      </div>
    );
  });
}
