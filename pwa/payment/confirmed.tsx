import { joined } from "#pwa/i18n/joined";
import "#pwa/menu/meal.css";
import { formatAed } from "#pwa/i18n/amounts";
import { closingTime } from "#pwa/i18n/closing-time";
import { mealsWords } from "#pwa/i18n/meals";
import { moneyWords } from "#pwa/i18n/money";
import { paymentWords } from "#pwa/i18n/payment";
import { dayAndDate, weekLabel } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import { mealOf } from "#pwa/menu/meals-on";
import { useMenu } from "#pwa/menu/use-menu";
import { useSession } from "#pwa/offline/session";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import { useRows } from "#pwa/offline/sync/use-rows";
import { useDays } from "#pwa/offline/use-day";
import type { Order } from "#pwa/offline/wire";
import { calendarOf } from "#pwa/payment/calendar";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { WhyPrice } from "#pwa/payment/why-price";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { saveFile } from "#pwa/ui/save-file";
import { SplitBar } from "#pwa/ui/split-bar";
import { StatusChip } from "#pwa/ui/status-chip";

const words = paymentWords;

/** The order is confirmed: what comes when, and who paid how much. */
export function Confirmed({ order, card }: { order: Order; card?: string }) {
  const { menu } = useMenu(order.week);
  const dates = order.deliveries.map((delivery) => delivery.delivery_date).sort();
  const days = useDays(dates);
  const profile = useSession((session) => session.profile);
  const hours = useRows()?.live?.hours;
  const addresses = useAddresses();
  const items = order.deliveries.flatMap((delivery) => delivery.items);
  const pictures = [...new Set(items.map((item) => item.meal))].map((id) => menu && mealOf(menu, id)).filter(Boolean);
  const lunches = items.reduce((sum, item) => sum + item.qty, 0);
  const paid = order.payment_sources.find((source) => source.kind === "card")?.amount ?? 0;
  const { text, ...look } = statusChip(order.status);
  const address = addresses?.find((one) => one.id === order.deliveries[0]?.address_id) ?? addresses?.[0];
  const addToCalendar = () => {
    const file = calendarOf(order, { window: profile?.delivery_window, hours, place: address?.label, now: Date.now() });
    const blob = new Blob([file], { type: "text/calendar" });
    saveFile({ name: `${words.calendarFile(weekLabel(order.week))}.ics`, blob });
  };
  return (
    <Result
      sign={
        <div className={`pile n${Math.min(4, pictures.length)}`}>
          {pictures.slice(0, 4).map((meal) => (
            <MealPicture key={meal?.id} meal={meal} look="bare" />
          ))}
          <span className="seal ok">
            <Icon name="check" />
          </span>
        </div>
      }
      title={words.setTitle}
      lead={
        <p>
          {words.setText(mealsWords.lunches(lunches), weekLabel(order.week))}{" "}
          {paidHow(paid, order.wallet_amount, card ?? words.card)}
        </p>
      }
      status={
        <>
          <StatusChip {...look}>{text}</StatusChip>
          <span className="sm t2 num">{words.orderNumber(order.id.slice(-8))}</span>
        </>
      }
      actions={
        <>
          <Button look="pri" size="lg" full to={`/dashboard/home?week=${order.week}`}>
            {words.done}
          </Button>
          <Button look="out" size="lg" full icon="cal" onClick={addToCalendar}>
            {words.calendar}
          </Button>
        </>
      }
    >
      {days && (
        <ul className="card list facts mt6" aria-label={weekLabel(order.week)}>
          {days.map(({ date, items: had, open }) => (
            <li key={date} className="li">
              <span className="grow">
                <span className="xs t2 blk">{dayAndDate(date)}</span>
                <span className="m">{had.map(({ name, qty }) => mealsWords.portions(name ?? "", qty)).join(", ")}</span>
                {open && <span className="sm t2 blk">{words.changeUntil(closingTime(date))}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul className="card list facts mt4">
        <li className="li">
          <Icon name="truck" />
          <span className="grow">
            <span className="m">{words.first(dayAndDate(order.first_delivery_date))}</span>
            <span className="sm t2 blk">
              {joined([hours?.[order.first_delivery_date] ?? profile?.delivery_window, address?.label])}
            </span>
          </span>
        </li>
      </ul>
      <section className="card pad mt4">
        <h2 className="h3">{words.whoPaid}</h2>
        <div className="mt3">
          <SplitBar
            parts={[
              { kind: "company", label: moneyWords.company, fils: order.company_share },
              { kind: "wallet", label: moneyWords.walletWord, fils: order.wallet_amount },
              { kind: "you", label: moneyWords.you, fils: paid },
            ]}
          />
        </div>
        <dl className="dl sm mt3">
          {order.payment_sources
            .filter((source) => source.amount > 0)
            .map(({ kind, amount }) => (
              <div key={kind}>
                <dt className="t2">{kind === "card" && card ? card : words.sources[kind]}</dt>
                <dd>{formatAed(amount)}</dd>
              </div>
            ))}
        </dl>
        <WhyPrice
          days={order.deliveries
            .filter(({ cancelled }) => !cancelled)
            .map((delivery) => ({ ...delivery, date: delivery.delivery_date }))}
          terms={order.terms}
        />
      </section>
    </Result>
  );
}

function paidHow(byCard: number, byWallet: number, card: string): string {
  if (byCard > 0 && byWallet > 0) return words.paidBoth(formatAed(byCard), card, formatAed(byWallet));
  if (byCard > 0) return words.paidCard(formatAed(byCard), card);
  return byWallet > 0 ? words.paidWallet(formatAed(byWallet)) : words.paidNothing;
}
