import { ways } from "#pwa/employee/home/ways";
import { formatAed } from "#pwa/i18n/amounts";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { mealsWords } from "#pwa/i18n/meals";
import { clockAt, dayAndDate, weekLabel } from "#pwa/i18n/say-day";
import { isUnpaid } from "#pwa/offline/day-state";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { type Day, useDays } from "#pwa/offline/use-day";
import { useOrders } from "#pwa/offline/use-orders";
import type { Order } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

const words = dashboardWords.unpaid;

/** Payments that failed or were not made, above everything else: how many lunches, until when, and the one way on. */
export function Unpaid() {
  const orders = useOrders()?.filter(({ status }) => /^(Initiated|Payment)/.test(status)) ?? [];
  const dates = orders.flatMap(({ deliveries }) => deliveries.map((one) => one.delivery_date));
  const days = useDays([...new Set(dates)])?.filter(isUnpaid);
  return orders.map((order) => {
    const mine = days?.filter((day) => day.order?.id === order.id) ?? [];
    return mine.length > 0 && <UnpaidOrder key={order.id} order={order} days={mine} />;
  });
}

function UnpaidOrder({ order, days }: { order: Order; days: readonly Day[] }) {
  const now = useServerNow();
  const failed = order.status === "Payment Failed";
  const lunches = days.flatMap(({ delivery }) => delivery?.items ?? []).reduce((sum, { qty }) => sum + qty, 0);
  const closes = Math.min(...days.map(({ cutoff }) => cutoff)) - 60_000;
  const expires = Date.parse(order.intent?.expires_at ?? "");
  const until = failed
    ? words.kept(`${dayAndDate(dateAt(closes))}, ${clockAt(closes)}`)
    : expires > now && words.payUntil(clockAt(expires));
  // Of an order of which some days have closed less is due than it says.
  const whole = days.length === order.deliveries.filter(({ cancelled }) => !cancelled).length;
  return (
    <Banner
      round
      tone={failed ? "bad" : "warn"}
      icon={failed ? "err" : "clock"}
      title={(failed ? words.failed : words.open)(mealsWords.lunches(lunches), lunches)}
      action={
        <Button look="hello" to={ways.pay(order)}>
          {whole ? dashboardWords.order.pay(formatAed(order.amount_due)) : dashboardWords.payAgain}
        </Button>
      }
    >
      {[weekLabel(order.week), until].filter(Boolean).join(". ")}.
    </Banner>
  );
}
