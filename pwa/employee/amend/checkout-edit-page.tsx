import "#pwa/employee/choose/choosing.css";
import "#pwa/payment/checkout.css";
import "#pwa/employee/amend/amend.css";
import { useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { AmendDone } from "#pwa/employee/amend/amend-done";
import { AmendPreview } from "#pwa/employee/amend/amend-preview";
import { AmendUnderway } from "#pwa/employee/amend/amend-underway";
import { openAmendment } from "#pwa/employee/amend/proposal";
import { useOrderToChange } from "#pwa/employee/amend/use-order-to-change";
import { type Asked, useProposal } from "#pwa/employee/amend/use-proposal";
import { amendWords } from "#pwa/i18n/amend";
import { notFoundWords } from "#pwa/i18n/not-found";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { Order } from "#pwa/offline/wire";
import { useHeader } from "#pwa/shell/header-words";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Waiting } from "#pwa/ui/waiting";

const words = amendWords;

/**
 * The preview of a change of an order, and what became of it. `?cancel=` names a day or "all", `?undo=` an entry of the diary,
 * `?move=` a closed day and what comes on which other one.
 */
export function CheckoutEditPage() {
  const { orderId } = useParams();
  const [params] = useSearchParams();
  useHeader({ title: words.reviewTitle });
  const order = useOrderToChange(orderId);
  const done = params.get("done") ?? undefined;
  const known = order?.orderAmends?.find(({ id }) => id === done);
  const [asked, setAsked] = useState(false);
  // What was saved a moment ago may still be on its way to this phone.
  const missing = order === null || (done !== undefined && order !== undefined && !known);
  useEffect(() => {
    if (missing) void syncNow().then(() => setAsked(true));
  }, [missing]);

  if (order === undefined || (missing && !asked)) return <Waiting />;
  if (order === null) {
    return (
      <Plain icon="search" title={orderId ? words.gone : words.none} to="/dashboard/home" label={notFoundWords.lunches}>
        {orderId ? words.goneText : words.noneText}
      </Plain>
    );
  }
  if (known) return <AmendDone order={order} amendment={known} />;
  const underway = openAmendment(order);
  if (underway) return <AmendUnderway order={order.id} intent={underway.intent?.id ?? null} />;
  if (order.status !== "Confirmed") {
    return (
      <Plain icon="lock" title={words.fixed} to={`/dashboard/history?order=${order.id}`} label={words.toHistory}>
        {words.fixedText}
      </Plain>
    );
  }
  const cancel = params.get("cancel") ?? undefined;
  const undo = params.get("undo") ?? undefined;
  const move = params.get("move") ?? undefined;
  return <ProposedChange key={`${cancel} ${undo} ${move}`} order={order} asked={{ cancel, undo, move }} />;
}

function ProposedChange({ order, asked }: { order: Order; asked: Asked }) {
  const proposal = useProposal(order, asked);
  if (!proposal) return <Waiting />;
  if (proposal.from === "nowhere" && proposal.offline) {
    return (
      <Plain icon="off" title={words.offlineUndo} to={`/dashboard/history?order=${order.id}`} label={words.toHistory}>
        {words.offlineUndoText}
      </Plain>
    );
  }
  if (proposal.from === "nowhere" || proposal.days.length === 0) {
    return (
      <Plain icon="plate" title={words.nothing} to={`/editorder/${order.id}`} label={words.chooseDay}>
        {words.nothingText}
      </Plain>
    );
  }
  return <AmendPreview order={order} from={proposal.from} days={proposal.days} />;
}

type PlainProps = {
  icon: "search" | "lock" | "off" | "plate";
  title: string;
  children: string;
  to: string;
  label: string;
};

const Plain = ({ icon, title, children, to, label }: PlainProps) => (
  <div className="checkoutpage one">
    <h1 className="sr">{words.reviewTitle}</h1>
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button look="pri" to={to}>
          {label}
        </Button>
      }
    >
      {children}
    </EmptyState>
  </div>
);
