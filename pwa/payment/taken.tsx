import { paymentWords } from "#pwa/i18n/payment";
import type { Intent } from "#pwa/offline/wire";
import { Result } from "#pwa/payment/result";
import { statusChip } from "#pwa/payment/status-chip";
import { formatAed } from "#pwa/rules/money";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { StatusChip } from "#pwa/ui/status-chip";

const said = paymentWords;

/** What a paid payment has done. */
export const titleOf = ({ purpose }: Intent) =>
  ({ topup: said.walletTitle, amendment: said.changeTitle, invoice: said.invoiceTitle, order: said.setTitle })[
    purpose ?? "order"
  ];

/** Paid: a top-up, an invoice, a change of an order, or an order that is itself still on its way to this phone. */
export function Taken({ intent }: { intent: Intent }) {
  const { purpose, order, invoice } = intent;
  const amount = formatAed(intent.amount);
  const { text, ...look } = statusChip("Confirmed");
  const home = (
    <Button look={purpose && purpose !== "order" ? "ghost" : "pri"} size="lg" full to="/dashboard/home">
      {purpose && purpose !== "order" ? said.lunches : said.done}
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
            ? said.walletText(amount)
            : purpose === "amendment"
              ? said.changeText(amount)
              : purpose === "invoice"
                ? said.invoiceText(amount)
                : said.paid(amount)}
        </p>
      }
      status={purpose !== "topup" && purpose !== "invoice" && <StatusChip {...look}>{text}</StatusChip>}
      actions={
        <>
          {purpose === "topup" && (
            <Button look="pri" size="lg" full to="/dashboard/walletTransactions">
              {said.toWallet}
            </Button>
          )}
          {purpose === "invoice" && (
            <Button look="pri" size="lg" full to={`/dashboard/company-invoices/${invoice}/details`}>
              {said.toInvoice}
            </Button>
          )}
          {purpose === "amendment" && (
            <Button look="pri" size="lg" full to={`/dashboard/history?order=${order}`}>
              {said.toOrder}
            </Button>
          )}
          {home}
        </>
      }
    />
  );
}
