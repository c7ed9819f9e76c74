import type { useAmending } from "#pwa/employee/amend/use-amending";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { faultsWords } from "#pwa/i18n/faults";
import type { AmendmentQuote } from "#pwa/offline/wire";
import type { ServerQuote } from "#pwa/payment/use-server-quote";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  preview: ServerQuote<AmendmentQuote>;
  saving: ReturnType<typeof useAmending>;
  /** Every day of the change is cancelled. */
  cancels: boolean;
  onKeep: () => void;
  keepLabel: string;
};

const words = amendWords;

/** The one button of a change. It carries the amount, and never the one of yesterday. */
export function AmendBar({ preview, saving, cancels, onKeep, keepLabel }: Props) {
  const { busy, save, refusal } = saving;
  const quote = preview.state === "ready" ? preview.quote : undefined;
  return (
    <div className="sticky paybar">
      {refusal && (
        <p className="notice warn" role="alert">
          <Icon name="alert" size="s" />
          <span>{faultsWords[refusal.reason] ?? refusal.message}</span>
        </p>
      )}
      <p className="sr" role="status">
        {busy ? (quote && quote.payable_amount > 0 ? words.leaving : words.saving) : quote ? "" : words.checking}
      </p>
      {!quote ? (
        <Button look="pri" size="lg" full busy={preview.state === "asking"} disabled={preview.state !== "asking"}>
          {preview.state === "asking" ? words.checking : words.toFix}
        </Button>
      ) : quote.issues.length > 0 ? (
        <Button look="pri" size="lg" full disabled>
          {words.toFix}
        </Button>
      ) : (
        <Button look={cancels ? "danger" : "pri"} size="lg" full busy={busy} onClick={() => void save()}>
          {label(quote, cancels)}
        </Button>
      )}
      <Button look="ghost" full disabled={busy} onClick={onKeep}>
        {keepLabel}
      </Button>
    </div>
  );
}

function label({ payable_amount, refund_amount }: AmendmentQuote, cancels: boolean): string {
  if (payable_amount > 0) return words.pay(formatAed(payable_amount));
  if (refund_amount > 0) return (cancels ? words.cancelBack : words.saveBack)(formatAed(refund_amount));
  return cancels ? words.cancelNow : words.save;
}
