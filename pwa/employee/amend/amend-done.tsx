import { AmendDayCard } from "#pwa/employee/amend/amend-day-card";
import { AmendSums } from "#pwa/employee/amend/amend-sums";
import { RepeatOrder } from "#pwa/employee/history/repeat-order";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { longDay } from "#pwa/i18n/say-day";
import { useMenus } from "#pwa/menu/use-menus";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import type { Amendment, Order } from "#pwa/offline/wire";
import { statusChip } from "#pwa/payment/status-chip";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

const words = amendWords;

/** A change that took effect, waits for its payment, or was not paid, or too late: what became of the days and of the money. */
export function AmendDone({ order, amendment }: { order: Order; amendment: Amendment }) {
  const menus = useMenus();
  const addresses = useAddresses();
  const failed = amendment.status === "Payment Failed";
  const waits = amendment.status === "Payment Pending";
  const late = amendment.status === "Cancelled" || amendment.status === "Refunded";
  const over = order.status === "Cancelled" || order.status === "Refunded";
  const gone = amendment.days.filter(({ change }) => change === "cancelled").map(({ date }) => longDay(date));
  const { text, ...look } = statusChip(failed || waits ? amendment.status : order.status);
  const title = failed
    ? words.failedTitle
    : late
      ? words.lateTitle
      : waits
        ? words.pendingTitle
        : over
          ? words.doneAll
          : gone.length > 0 && gone.length === amendment.days.filter(({ change }) => change !== "same").length
            ? words.doneCancelled(gone)
            : words.doneTitle;
  const intent = amendment.intent?.status === "open" ? amendment.intent.id : undefined;
  return (
    <div className="checkoutpage one amendpage">
      <div className="center">
        <span className={`seal ${failed || late ? "bad" : waits ? "info" : "ok"}`}>
          <Icon name={failed || late ? "x" : waits ? "clock" : "check"} />
        </span>
        <h1 className="mt4">{title}</h1>
        <p className="t2 mt2" role="status">
          {failed
            ? words.failedText
            : late
              ? words.lateText(formatAed(amendment.payable_amount))
              : waits
                ? words.pendingText
                : moneyOf(amendment)}
        </p>
        <div className="row g2 mt4 middle wrap">
          <StatusChip {...look}>{text}</StatusChip>
        </div>
      </div>
      <div className="col g4 mt6">
        {over && <RepeatOrder order={order} />}
        {amendment.days.map((day) => (
          <AmendDayCard
            key={day.date}
            day={day}
            menus={menus}
            placeOf={(id) => addresses?.find((one) => one.id === id)?.label}
          />
        ))}
        <AmendSums change={amendment} terms={order.terms} />
      </div>
      {!failed && !waits && !late && !over && <p className="sm t2 center mt4">{words.undoHint}</p>}
      <div className="col g2 mt6">
        {waits && intent && (
          <Button look="pri" size="lg" full to={`/payment/${intent}`}>
            {words.seePayment}
          </Button>
        )}
        {failed && (
          <Button look="pri" size="lg" full to={`/checkout/edit/${order.id}`}>
            {words.review}
          </Button>
        )}
        <Button look={waits || failed ? "ghost" : "pri"} size="lg" full to="/dashboard/home">
          {words.done}
        </Button>
        <Button look="ghost" full to={`/dashboard/history?order=${order.id}`}>
          {words.toHistory}
        </Button>
      </div>
    </div>
  );
}

/** Where the money came from, or went. */
function moneyOf({ difference, wallet_amount, payable_amount, refund_wallet, refund_card }: Amendment): string {
  if (difference > 0) return words.paid(formatAed(wallet_amount + payable_amount));
  const back = [];
  if (refund_wallet > 0) back.push(words.backWallet(formatAed(refund_wallet)));
  if (refund_card > 0) back.push(words.backCard(formatAed(refund_card)));
  return back.join(" ") || words.samePrice;
}
