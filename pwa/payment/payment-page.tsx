import { useEffect } from "react";
import { useParams } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { titlesWords } from "#pwa/i18n/app";
import { paymentWords } from "#pwa/i18n/payment";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { useOrder } from "#pwa/offline/use-orders";
import { Confirmed } from "#pwa/payment/confirmed";
import { Failed } from "#pwa/payment/failed";
import { Pending } from "#pwa/payment/pending";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { Taken, titleOf } from "#pwa/payment/taken";
import { useIntent } from "#pwa/payment/use-intent";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";
import { Waiting } from "#pwa/ui/waiting";

const words = paymentWords;

/** Shows the state of a payment as the server knows it. The browser's return from the card page proves nothing. */
export function PaymentPage() {
  const { intent: id = "" } = useParams();
  const { intent, offline, gone } = useIntent(id);
  const order = useOrder(intent?.order ?? "");
  useHeader({ title: titlesWords.payment });

  // The order arrives with the sync: its days and what was paid are shown from there.
  const missing = intent !== undefined && intent.order !== "" && intent.status !== "open" && order === null;
  useEffect(() => {
    if (missing) void syncNow();
  }, [missing]);

  const back = (
    <Button look="pri" size="lg" to="/dashboard/home">
      {words.lunches}
    </Button>
  );
  if (gone) {
    return (
      <div className="paymentpage">
        <h1 className="sr">{titlesWords.payment}</h1>
        <EmptyState icon="search" title={words.goneTitle} action={back}>
          {words.goneText}
        </EmptyState>
      </div>
    );
  }
  if (!intent && offline) {
    return (
      <div className="paymentpage">
        <h1 className="sr">{titlesWords.payment}</h1>
        <EmptyState icon="off" title={words.offlineTitle} action={back}>
          {words.offline}
        </EmptyState>
      </div>
    );
  }
  if (!intent) return <Waiting />;
  return (
    <>
      <p className="sr" role="status">
        {intent.status === "paid" ? titleOf(intent) : intent.status === "failed" ? words.failed : ""}
      </p>
      <Outcome intent={intent} order={order} offline={offline} />
    </>
  );
}

type OutcomeProps = {
  intent: NonNullable<ReturnType<typeof useIntent>["intent"]>;
  order: ReturnType<typeof useOrder>;
  offline: boolean;
};

function Outcome({ intent, order, offline }: OutcomeProps) {
  switch (intent.status) {
    case "paid":
      // The cost of a change is shown by the page of the change.
      return order && intent.purpose !== "amendment" ? (
        <Confirmed order={order} card={intent.card?.replace(/^(\S+) (\d{4})$/, "$1 •••• $2") || undefined} />
      ) : (
        <Taken intent={intent} />
      );
    case "failed":
      return <Failed intent={intent} order={order} />;
    case "refunded": {
      const { text, ...look } = statusChip("Refunded");
      return (
        <Result
          sign={
            <span className="seal mute">
              <Icon name="repeat" />
            </span>
          }
          title={words.refunded}
          lead={
            <p role="status">
              {intent.purpose === "topup" && `${words.refundedTopup} `}
              {intent.purpose === "invoice" && `${words.refundedInvoice} `}
              {intent.purpose === "order" && intent.order_status === "Confirmed" && `${words.refundedOrder} `}
              {words.refundedWhy(formatAed(intent.amount))}
            </p>
          }
          status={<StatusChip {...look}>{text}</StatusChip>}
          actions={
            <Button look="pri" size="lg" full to="/dashboard/home">
              {words.lunches}
            </Button>
          }
        />
      );
    }
    default:
      return <Pending intent={intent} offline={offline} />;
  }
}
