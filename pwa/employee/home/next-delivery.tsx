import { nextDelivery } from "#pwa/employee/home/find-next-delivery";
import { mealNames } from "#pwa/employee/home/meal-names";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { joined } from "#pwa/i18n/joined";
import { orderStatusWords } from "#pwa/i18n/order";
import { nearDay } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import { useMenus } from "#pwa/menu/use-menus";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useRows } from "#pwa/offline/sync/use-rows";
import { useOrders } from "#pwa/offline/use-orders";
import { mondayOf } from "#pwa/rules/week/date";
import { StatusChip } from "#pwa/ui/status-chip";

/** "12:15–12:45" with room to breathe. */
const spaced = (window: string) => window.replace(/\s*[–-]\s*/, "\u00a0–\u00a0");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The lunch that comes next: what, when and where. Nothing is shown while there is none. */
export function NextDelivery() {
  const orders = useOrders();
  const menus = useMenus();
  const addresses = useAddresses();
  const now = useServerNow();
  const profile = useSession((session) => session.profile);
  const hours = useRows()?.live?.hours;
  const windowOn = (date: string) => hours?.[date] ?? profile?.delivery_window;
  const next = orders && nextDelivery(orders, windowOn, now);
  if (!next) return null;
  const { delivery, order } = next;
  const first = delivery.items[0];
  const when = [capital(nearDay(delivery.delivery_date, now))];
  const window = windowOn(delivery.delivery_date);
  if (window) when.push(spaced(window));
  const place = addresses?.find(({ id }) => id === delivery.address_id)?.label;
  return (
    <section className="card next" aria-labelledby="next-delivery">
      <div className="col g1 about">
        <h2 className="cap" id="next-delivery">
          {dashboardWords.next}
        </h2>
        <b className="dish">{mealNames(delivery.items)}</b>
        <span className="sm t2 when">{joined(when)}</span>
        {place && <span className="sm t2 clamp2">{place}</span>}
        <span className="mt2">
          <StatusChip tone="ok" icon="check">
            {orderStatusWords[order.status]}
          </StatusChip>
        </span>
      </div>
      <MealPicture meal={first && knownMeal(menus, mondayOf(delivery.delivery_date), first.meal)} />
    </section>
  );
}
