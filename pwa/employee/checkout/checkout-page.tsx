import { weekLabel } from "#pwa/i18n/say-day";
import "#pwa/employee/choose/choosing.css";
import "#pwa/payment/checkout.css";
import { useEffect, useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import { CheckoutWeek } from "#pwa/employee/checkout/checkout-week";
import { checkoutWords } from "#pwa/i18n/checkout";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useDevice } from "#pwa/offline/db";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useOrder } from "#pwa/offline/use-orders";
import type { Order } from "#pwa/offline/wire";
import { Confirmed } from "#pwa/payment/confirmed";
import { mondayOf } from "#pwa/rules/week/date";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { Waiting } from "#pwa/ui/waiting";

/** Turns a draft into an order. One order covers one week. */
export function CheckoutPage() {
  const { orderId } = useParams();
  useHeader({ title: checkoutWords.title });
  return orderId ? <CheckoutOfOrder key={orderId} id={orderId} /> : <CheckoutOfDrafts />;
}

/** The address names an order: what became of it, or another try. */
function CheckoutOfOrder({ id }: { id: string }) {
  const here = useOrder(id);
  const [fetched, setFetched] = useState<Order | null>();
  // An order that was confirmed a moment ago may still be on its way to this phone, and so may the end of its payment.
  const unsure = here === null || here?.intent?.status === "open";
  useEffect(() => {
    if (!unsure) return;
    const ask = async () => {
      await syncNow();
      return useDevice.getState().db?.orders.get(id);
    };
    void ask().then(
      (order) => setFetched(order ?? null),
      () => setFetched(here),
    );
  }, [unsure, id, here]);

  const order = unsure ? fetched : here;
  if (order === undefined) return <Waiting />;
  if (order === null) {
    return (
      <EmptyState
        icon="search"
        title={checkoutWords.gone}
        action={<Button to="/dashboard/home">{notFoundWords.lunches}</Button>}
      >
        {checkoutWords.goneText}
      </EmptyState>
    );
  }
  if (order.intent?.status === "open") return <Navigate to={`/payment/${order.intent.id}`} replace />;
  if (order.status === "Confirmed" || order.status === "Completed") return <Confirmed order={order} />;
  return <CheckoutOfDrafts wanted={order.week} withWallet={order.wallet_amount > 0} />;
}

/** `withWallet`: a retry uses the wallet when the first try did. */
function CheckoutOfDrafts({ wanted, withWallet }: { wanted?: string; withWallet?: boolean }) {
  const [params] = useSearchParams();
  const drafts = useDraftDays();
  if (!drafts) return <Waiting />;
  const asked = wanted ?? params.get("week");
  const weeks = [...new Set(drafts.map((day) => mondayOf(day.date)))].sort();
  const week = weeks.find((one) => one === asked) ?? (asked || weeks.length > 1 ? undefined : weeks[0]);
  if (week) return <CheckoutWeek key={week} week={week} withWallet={withWallet} />;
  if (weeks.length === 0) {
    return (
      <div className="checkoutpage one">
        <h1 className="sr">{checkoutWords.title}</h1>
        <EmptyState
          icon="plate"
          title={checkoutWords.nothing}
          action={
            <Button look="pri" size="lg" to="/delivery/">
              {checkoutWords.chooseMeals}
            </Button>
          }
        >
          {checkoutWords.nothingText}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="checkoutpage one">
      <h1 className="mt2">{checkoutWords.whichWeek}</h1>
      <p className="t2 mt2">{checkoutWords.whichWeekText}</p>
      <div className="col g3 mt6">
        {weeks.map((one) => (
          <Button key={one} look="out" size="lg" full className="weekrow" to={`/checkout?week=${one}`}>
            <span className="grow">{weekLabel(one)}</span>
            <span className="sm t2">
              {checkoutWords.weekDays(drafts.filter((day) => mondayOf(day.date) === one).length)}
            </span>
            <Icon name="right" size="s" flip />
          </Button>
        ))}
      </div>
    </div>
  );
}
