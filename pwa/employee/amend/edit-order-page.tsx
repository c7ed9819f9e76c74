import { weekLabel } from "#pwa/i18n/say-day";
import "#pwa/menu/meal.css";
import "#pwa/employee/choose/choosing.css";
import "#pwa/payment/checkout.css";
import "#pwa/employee/amend/amend.css";
import { useParams } from "react-router";
import { AmendUnderway } from "#pwa/employee/amend/amend-underway";
import { EditOrder } from "#pwa/employee/amend/edit-order";
import { isAmendable, openAmendment } from "#pwa/employee/amend/proposal";
import { useOrderToChange } from "#pwa/employee/amend/use-order-to-change";
import { useChoices } from "#pwa/employee/choose/choices";
import { amendWords } from "#pwa/i18n/amend";
import { mealsWords } from "#pwa/i18n/meals";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOrders } from "#pwa/offline/use-orders";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Waiting } from "#pwa/ui/waiting";

const words = amendWords;

/** Chooses other meals, quantities or places for the open days of an order. The choice is a proposal until it is saved. */
export function EditOrderPage() {
  const { orderId } = useParams();
  useHeader({ title: words.editTitle });
  const orders = useOrders();
  const order = useOrderToChange(orderId);
  const choices = useChoices();
  const now = useServerNow();
  if (order === undefined || !choices || !orders) return <Waiting />;
  const underway = order && openAmendment(order);
  if (underway) return <AmendUnderway order={order.id} intent={underway.intent?.id ?? null} />;
  if (!order || !isAmendable(order, now)) {
    const text = order
      ? [words.fixed, words.fixedText]
      : orderId
        ? [words.gone, words.goneText]
        : [words.none, words.noneText];
    return (
      <div className="checkoutpage one">
        <h1 className="sr">{words.editTitle}</h1>
        <EmptyState
          icon={order ? "lock" : "search"}
          title={text[0] ?? ""}
          action={
            order ? (
              <Button to={`/dashboard/history?order=${order.id}`}>{words.toHistory}</Button>
            ) : (
              <Button to="/dashboard/home">{notFoundWords.lunches}</Button>
            )
          }
        >
          {text[1]}
        </EmptyState>
      </div>
    );
  }
  const others = orders.filter((one) => isAmendable(one, now)).sort((a, b) => (a.week < b.week ? -1 : 1));
  return (
    <div className="choosing editorder">
      {others.length > 1 && (
        <nav className="chips" aria-label={mealsWords.weeks}>
          {others.map(({ id, week }) => (
            <Button
              key={id}
              look={id === order.id ? "soft" : "out"}
              to={`/editorder/${id}`}
              replace
              aria-current={id === order.id ? "page" : undefined}
            >
              {weekLabel(week)}
            </Button>
          ))}
        </nav>
      )}
      <EditOrder key={order.id} order={order} choices={choices} />
    </div>
  );
}
