import { Link } from "react-router";
import { isAmendable } from "#pwa/employee/amend/proposal";
import { CorrectedNote } from "#pwa/employee/history/corrected-note";
import { HolidayNote } from "#pwa/employee/history/holiday-note";
import { OrderActions } from "#pwa/employee/history/order-actions";
import { OrderAmends } from "#pwa/employee/history/order-amends";
import { OrderDiary } from "#pwa/employee/history/order-diary";
import { TaxDocuments } from "#pwa/employee/history/tax-documents";
import { WithdrawnNote } from "#pwa/employee/history/withdrawn-note";
import { formatAed, formatPlain } from "#pwa/i18n/amounts";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { historyWords } from "#pwa/i18n/history";
import { joined } from "#pwa/i18n/joined";
import { moneyWords } from "#pwa/i18n/money";
import { percents } from "#pwa/i18n/say";
import { clockAt, dayAndDate } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import { useServerNow } from "#pwa/offline/sync/server-now";
import type { Delivery, MenuWeek, Order } from "#pwa/offline/wire";
import { WhyPrice } from "#pwa/payment/why-price";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { SplitBar } from "#pwa/ui/split-bar";
import { StatusChip } from "#pwa/ui/status-chip";

type Menus = Record<string, MenuWeek>;

const words = dashboardWords.order;
const less = (fils: number) => formatPlain(fils, "−");

/** "Thu 13 Nov, 8:14" */
function moment(instant: string): string {
  const ms = Date.parse(instant);
  return joined([dayAndDate(dateAt(ms)), clockAt(ms)]);
}

/** Everything that is stored about an order. Nothing is counted here: the sums are those that were agreed and paid. */
export function OrderHistoryDetail({ order, menus }: { order: Order; menus?: Menus }) {
  const now = useServerNow();
  const can = isAmendable(order, now);
  const card = order.payment_sources.find(({ kind }) => kind === "card")?.amount ?? 0;
  const open = order.intent?.status === "open" && order.status === "Payment Pending";
  return (
    <div className="detail">
      <h3 className="sr">{words.deliveries}</h3>
      <ul className="list">
        {order.deliveries.map((delivery) => (
          <OneDelivery
            key={delivery.id}
            delivery={delivery}
            order={order}
            menus={menus}
            can={can && delivery.live && now < Date.parse(delivery.cutoff)}
          />
        ))}
      </ul>
      <SplitBar
        thin
        parts={[
          { kind: "discount", label: words.discount, fils: order.discount },
          { kind: "company", label: words.share, fils: order.company_share },
          { kind: "wallet", label: words.wallet, fils: order.wallet_amount },
          { kind: "you", label: moneyWords.youPay, fils: order.payable_amount },
        ]}
      />
      <dl className="dl sm mt3">
        <Line label={words.menuPrice} value={formatAed(order.gross_amount)} />
        {order.discount > 0 && <Line label={words.discount} value={less(order.discount)} neg />}
        <Line label={words.total} value={formatAed(order.net_amount)} />
        {order.company_share > 0 && <Line label={words.share} value={less(order.company_share)} neg />}
        {order.wallet_amount > 0 && <Line label={words.wallet} value={formatAed(order.wallet_amount)} strong />}
        {order.wallet_amount < 0 && (
          <Line label={historyWords.toWallet} value={formatAed(-order.wallet_amount)} strong />
        )}
        {card > 0 && <Line label={words.card} value={formatAed(card)} strong />}
        {order.amount_due > 0 && order.status !== "Cancelled" && (
          <Line label={words.due} value={formatAed(order.amount_due)} strong />
        )}
      </dl>
      <p className="xs t3 mt3">
        {words.vat(formatAed(order.vat_amount), percents(order.deliveries.map((d) => d.vat_rate)))}
      </p>
      <WhyPrice
        days={order.deliveries
          .filter((delivery) => !delivery.cancelled)
          .map((delivery) => ({ ...delivery, date: delivery.delivery_date }))}
        terms={order.terms}
      />
      <dl className="dl xs t2 mt3">
        <Line label={words.placed} value={moment(order.order_date)} />
        {order.payment_date && <Line label={words.paid} value={moment(order.payment_date)} />}
        <Line label={words.number} value={order.id.slice(-8)} />
      </dl>
      {open && order.intent && (
        <Button look="hello" full className="mt4" to={`/payment/${order.intent.id}`}>
          {words.pay(formatAed(order.amount_due))}
        </Button>
      )}
      {order.payment_date && <TaxDocuments about={order.id} version={order.version} />}
      <OrderActions order={order} />
      <OrderAmends order={order} />
      {order.status !== "Initiated" && <OrderDiary order={order} />}
      {order.status === "Payment Failed" && (
        <Button look="hello" full className="mt4" to={`/checkout/${order.id}`}>
          {words.again}
        </Button>
      )}
    </div>
  );
}

type DeliveryProps = { delivery: Delivery; order: Order; menus?: Menus /** It can be changed. */; can: boolean };

function OneDelivery({ delivery, order, menus, can }: DeliveryProps) {
  const date = delivery.delivery_date;
  const first = delivery.items[0];
  const settled = order.status === "Confirmed" || order.status === "Completed";
  return (
    <li className="li delivery">
      <span className="thumb">
        {first ? (
          <MealPicture meal={knownMeal(menus, order.week, first.meal)} detail="thumb" />
        ) : (
          <span className="gone">
            <Icon name="x" />
          </span>
        )}
      </span>
      <span className="grow">
        <span className="xs t3 b row g2">
          {dayAndDate(delivery.delivery_date)}
          {(delivery.cancelled || (settled && !delivery.live)) && (
            <StatusChip tone="mute" icon="x">
              {words.cancelled}
            </StatusChip>
          )}
        </span>
        {delivery.items.map((item) => (
          <span key={`${item.meal} ${item.instead_of}`} className="row between item">
            <span className="m">{dashboardWords.portions(item.name, item.qty)}</span>
            <span className="num sm nw">
              {item.discounted < item.price && <s className="xs t3">{formatPlain(item.price * item.qty)}</s>}{" "}
              {formatAed(item.total)}
            </span>
          </span>
        ))}
        <HolidayNote order={order} delivery={delivery} />
        <WithdrawnNote order={order} delivery={delivery} />
        <CorrectedNote order={order} delivery={delivery} />
        {can && (
          <span className="row wrap ways">
            <Link
              className="link sm"
              to={`/editorder/${order.id}?day=${date}`}
              aria-label={historyWords.change(dayAndDate(date))}
            >
              {historyWords.changeIt}
            </Link>
            <Link
              className="link sm"
              to={`/checkout/edit/${order.id}?cancel=${date}`}
              aria-label={historyWords.cancelDay(dayAndDate(date))}
            >
              {historyWords.cancelIt}
            </Link>
          </span>
        )}
      </span>
    </li>
  );
}

const Line = ({ label, value, neg, strong }: { label: string; value: string; neg?: boolean; strong?: boolean }) => (
  <div className={neg ? "neg" : strong ? "b" : undefined}>
    <dt className={neg || strong ? undefined : "t2"}>{label}</dt>
    <dd>{value}</dd>
  </div>
);
