import { formatAed } from "#pwa/i18n/amounts";
import { paymentWords } from "#pwa/i18n/payment";
import type { Intent } from "#pwa/offline/wire";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

const words = paymentWords;

/** What a paid payment has done. */
export const titleOf = ({ purpose }: Intent) =>
  ({ topup: words.walletTitle, amendment: words.changeTitle, invoice: words.invoiceTitle, order: words.setTitle })[
    purpose ?? "order"
  ];

/** Paid: a top-up, an invoice, a change of an order, or an order that is itself still on its way to this phone. */
export function Taken({ intent }: { intent: Intent }) {
  const { purpose, order, invoice } = intent;
  const amount = formatAed(intent.amount);
  const { text, ...look } = statusChip("Confirmed");
  const home = (
    <Button look={purpose && purpose !== "order" ? "ghost" : "pri"} size="lg" full to="/dashboard/home">
      {purpose && purpose !== "order" ? words.lunches : words.done}
    </Button>
  );
  return (
    <Result
      sign={
        <span className="seal ok">
          <Icon name={purpose === "topup" ? "wallet" : "check"} />
        </span>
      }
      title={titleOf(intent)}
      lead={
        <p>
          {purpose === "topup"
            ? words.walletText(amount)
            : purpose === "amendment"
              ? words.changeText(amount)
              : purpose === "invoice"
                ? words.invoiceText(amount)
                : words.paid(amount)}
        </p>
      }
      status={purpose !== "topup" && purpose !== "invoice" && <StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          {purpose === "topup" && (
            <Button look="pri" size="lg" full to="/dashboard/walletTransactions">
              {words.toWallet}
            </Button>
          )}
          {purpose === "invoice" && (
            <Button look="pri" size="lg" full to={`/dashboard/company-invoices/${invoice}/details`}>
              {words.toInvoice}
            </Button>
          )}
          {purpose === "amendment" && (
            <Button look="pri" size="lg" full to={`/dashboard/history?order=${order}`}>
              {words.toOrder}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}
