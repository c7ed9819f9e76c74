import { isAmendable, openAmendment, openDeliveries, proposalOf } from "#pwa/employee/amend/proposal";
import { Countdown } from "#pwa/employee/choose/countdown";
import { RepeatOrder } from "#pwa/employee/history/repeat-order";
import { amendWords } from "#pwa/i18n/amend";
import { historyWords } from "#pwa/i18n/history";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { Order } from "#pwa/offline/wire";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";

const words = historyWords;

/** What can still be done about an order: change it, cancel it, finish a change, or have it once more. */
export function OrderActions({ order }: { order: Order }) {
  const rows = useRows();
  const now = useServerNow();
  const underway = openAmendment(order);
  const can = isAmendable(order, now);
  const proposed = rows && can ? proposalOf(order, draftOf(rows), now) : [];
  const [next] = openDeliveries(order, now);
  const repeats = ["Confirmed", "Completed", "Cancelled", "Refunded"].includes(order.status);
  return (
    <div className="col g3 mt4 actions">
      {underway?.intent && (
        <Banner
          round
          tone="warn"
          icon="clock"
          action={<Button to={`/payment/${underway.intent.id}`}>{amendWords.seePayment}</Button>}
        >
          {amendWords.changing}
        </Banner>
      )}
      {proposed.length > 0 && (
        <Banner
          round
          tone="sync"
          icon="edit"
          action={<Button to={`/checkout/edit/${order.id}`}>{words.review}</Button>}
        >
          {words.proposal}
        </Banner>
      )}
      {can && next && <Countdown date={next.delivery_date} />}
      {can && (
        <div className="row wrap g2">
          <Button look="pri" icon="edit" to={`/editorder/${order.id}`}>
            {words.changeOrder}
          </Button>
          <Button look="out" icon="x" to={`/checkout/edit/${order.id}?cancel=all`}>
            {words.cancelOrder}
          </Button>
        </div>
      )}
      {repeats && <RepeatOrder order={order} />}
    </div>
  );
}
