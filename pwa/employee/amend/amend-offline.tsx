import { amendWords } from "#pwa/i18n/amend";
import { closingTime } from "#pwa/i18n/closing-time";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { joined } from "#pwa/i18n/joined";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import type { AmendDay, MenuWeek, Order } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

const words = amendWords;

type Props = {
  order: Order;
  days: readonly AmendDay[];
  /** The change is a cancellation, and then nothing is kept for later either. */
  cancels: boolean;
  menus?: Record<string, MenuWeek>;
  onTry: () => void;
  onForget: () => void;
};

/** Shown offline: the order is unchanged, the change is kept on the device, and the time by which it must be saved. */
export function AmendOffline({ order, days, cancels, menus, onTry, onForget }: Props) {
  const first = [...days].sort((a, b) => (a.date < b.date ? -1 : 1))[0];
  const nameOf = (meal: string) =>
    order.deliveries.flatMap(({ items }) => items).find((item) => item.meal === meal)?.name ??
    knownMeal(menus, order.week, meal)?.name ??
    dashboardWords.unknownMeal;
  return (
    <div className="checkoutpage one">
      <div className="center">
        <span className="seal info">
          <Icon name={cancels ? "off" : "cloudup"} />
        </span>
        <h1 className="mt4">{cancels ? words.offlineCancel : words.offlineTitle}</h1>
        <p className="t2 mt2" role="status">
          {cancels ? words.offlineCancelText : words.offlineText}{" "}
          {first && words.offlineUntil(longDay(first.date), closingTime(first.date))}
        </p>
      </div>
      <ul className="card list where mt6">
        {days.map(({ date, items }) => (
          <li key={date} className="li">
            <Icon name={items.length > 0 ? "edit" : "x"} />
            <span className="grow">
              <span className="m">{dayAndDate(date)}</span>
              <span className="sm t2 blk">
                {items.length === 0
                  ? words.noLunch
                  : joined(items.map(({ meal, qty }) => dashboardWords.portions(nameOf(meal), qty)))}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className="col g2 mt6">
        <Button look="pri" size="lg" full icon="sync" onClick={onTry}>
          {words.tryNow}
        </Button>
        <Button look="ghost" full onClick={onForget}>
          {cancels ? words.keepOrder : words.discard}
        </Button>
      </div>
    </div>
  );
}
