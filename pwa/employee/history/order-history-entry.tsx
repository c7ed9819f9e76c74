import { useId } from "react";
import { OrderHistoryDetail } from "#pwa/employee/history/order-history-detail";
import { formatAed } from "#pwa/i18n/amounts";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { historyWords } from "#pwa/i18n/history";
import { weekLabel } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { MenuWeek, Order } from "#pwa/offline/wire";
import { statusChip } from "#pwa/payment/status-chip";
import { Icon } from "#pwa/ui/icon";
import { Price } from "#pwa/ui/price";
import { StatusChip } from "#pwa/ui/status-chip";

const words = dashboardWords.order;

/** What the changes that took effect refunded. */
const givenBack = ({ orderAmends = [] }: Order) =>
  orderAmends.filter(({ status }) => status === "Confirmed").reduce((sum, one) => sum + one.refund_amount, 0);

/** The person's own part of an order by its status: paid, still to pay, or never charged. */
function mine(order: Order): { label: string; fils: number } {
  switch (order.status) {
    case "Confirmed":
    case "Completed":
      return { label: words.youPaid, fils: order.employee_share };
    case "Refunded":
      return { label: words.refunded, fils: givenBack(order) || order.employee_share };
    case "Cancelled":
      return givenBack(order) > 0
        ? { label: historyWords.givenBack, fils: givenBack(order) }
        : { label: words.notPaid, fils: 0 };
    default:
      return { label: words.toPay, fils: order.amount_due };
  }
}

type Props = { order: Order; menus?: Record<string, MenuWeek>; open: boolean; onToggle: () => void };

/** One order as a card that opens: week, plates, who paid what, and its status. */
export function OrderHistoryEntry({ order, menus, open, onToggle }: Props) {
  const id = useId();
  const chip = statusChip(order.status);
  const { label, fils } = mine(order);
  const coming = order.deliveries.filter(({ cancelled }) => !cancelled);
  const shown = coming.length > 0 ? coming : order.deliveries;
  const settled = order.status === "Confirmed" || order.status === "Completed";
  const share = settled ? words.company : words.wouldPay;
  return (
    <article className="card entry">
      <h2>
        <button type="button" className="headline" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          <span className="grow">
            <span className="h3 week">{weekLabel(order.week)}</span>{" "}
            <span className="sm t2 m">{words.days(shown.length)}</span>
          </span>{" "}
          <StatusChip tone={chip.tone} icon={chip.icon}>
            {chip.text}
          </StatusChip>
          <span className="turn">
            <Icon name="down" size="s" />
          </span>
        </button>
      </h2>
      <div className="row between sums">
        <span className="minis">
          {coming.slice(0, 5).map((delivery) => (
            <span key={delivery.id} className="mini">
              <MealPicture
                meal={delivery.items[0] && knownMeal(menus, order.week, delivery.items[0].meal)}
                detail="thumb"
                look="round"
              />
            </span>
          ))}
        </span>
        <div className="end">
          <Price
            label={label}
            fils={fils}
            note={
              order.company_share > 0 && order.status !== "Cancelled"
                ? share(formatAed(order.company_share))
                : undefined
            }
          />
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open && <OrderHistoryDetail order={order} menus={menus} />}
      </div>
    </article>
  );
}
