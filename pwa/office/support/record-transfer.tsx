import { type FormEvent, useState } from "react";
import { formatAed } from "#pwa/i18n/amounts";
import { errorsWords } from "#pwa/i18n/errors";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { SheetActions } from "#pwa/office/form-actions";
import type { InvoiceSheet } from "#pwa/office/kitchen";
import { sayDay } from "#pwa/office/say-when";
import { Facts } from "#pwa/office/support/facts";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { serverNow } from "#pwa/offline/sync/server-now";
import { DateField } from "#pwa/online/date-field";
import { readAed } from "#pwa/rules/money";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenInvoiceWords;

type Transfer = { amount: number; paid_on: string; reference: string };
type Props = { invoice: InvoiceSheet; onDone: () => void; onClose: () => void };

/** Records a bank transfer that an operator saw: typed, confirmed, recorded. The reference is its idempotency key. */
export function RecordTransfer({ invoice, onDone, onClose }: Props) {
  const today = dateAt(serverNow());
  const [amount, setAmount] = useState("");
  const [paidOn, setPaidOn] = useState(today);
  const [reference, setReference] = useState("");
  const [wrong, setWrong] = useState<{ amount?: string; paidOn?: string; reference?: string }>({});
  const [checked, setChecked] = useState<Transfer>();

  const check = (event: FormEvent) => {
    event.preventDefault();
    const fils = readAed(amount) || null;
    const found = {
      amount: fils === null ? words.amountWrong : undefined,
      paidOn: paidOn < invoice.issued_on || paidOn > today ? words.receivedWrong(sayDay(invoice.issued_on)) : undefined,
      reference: reference.trim() ? undefined : words.referenceWrong,
    };
    setWrong(found);
    if (fils !== null && !found.paidOn && !found.reference)
      setChecked({ amount: fils, paid_on: paidOn, reference: reference.trim() });
  };

  return (
    <Sheet open title={checked ? words.check : words.record} onClose={onClose}>
      {checked ? (
        <Check
          invoice={invoice}
          transfer={checked}
          onBack={() => setChecked(undefined)}
          onDone={() => {
            onDone();
            onClose();
          }}
          onChanged={onDone}
        />
      ) : (
        <form noValidate className="col g4" onSubmit={check}>
          <p className="t2">{words.recordText}</p>
          <Field
            label={words.amount}
            inputMode="decimal"
            value={amount}
            error={wrong.amount}
            help={words.left(formatAed(invoice.due))}
            onChange={(event) => setAmount(event.target.value)}
            data-first
          />
          <DateField
            label={words.received}
            min={invoice.issued_on}
            max={today}
            value={paidOn}
            error={wrong.paidOn}
            onChange={(event) => setPaidOn(event.target.value)}
          />
          <Field
            label={words.reference}
            value={reference}
            maxLength={80}
            autoComplete="off"
            error={wrong.reference}
            onChange={(event) => setReference(event.target.value)}
          />
          <SheetActions onClose={onClose}>{words.goOn}</SheetActions>
        </form>
      )}
    </Sheet>
  );
}

type CheckProps = {
  invoice: InvoiceSheet;
  transfer: Transfer;
  onBack: () => void;
  onDone: () => void;
  onChanged: () => void;
};

/** Shows what is about to be recorded and what it does, and records it. */
function Check({ invoice, transfer, onBack, onDone, onChanged }: CheckProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const surplus = transfer.amount - invoice.due;
  const record = async () => {
    if (busy) return;
    setBusy(true);
    setError("");
    try {
      const body = { ...transfer, surplus: surplus > 0 };
      const path = `/api/kitchen/invoices/${invoice.id}/transfers` as const;
      const { due, credit } = await call("POST", path, body, { toast: false });
      toasts.success(
        due > 0 ? words.done(formatAed(due)) : credit > 0 ? words.doneCredit(formatAed(credit)) : words.donePaid,
      );
      onDone();
    } catch (cause) {
      setError(troubleOf(cause, invoice.number));
      setBusy(false);
      if (cause instanceof Fault && cause.reason === "more_than_due") onChanged();
    }
  };
  return (
    <div className="col g4">
      <p className="t2">{words.checkText}</p>
      <Facts
        of={[
          [words.company, invoice.company],
          [words.one, invoice.number],
          [words.amount, formatAed(transfer.amount)],
          [words.received, sayDay(transfer.paid_on)],
          [words.reference, transfer.reference],
          [words.after, formatAed(Math.max(0, -surplus))],
        ]}
      />
      {surplus > 0 && <p>{words.surplus(formatAed(surplus))}</p>}
      <ErrorLine text={error} />
      <div className="row g2 wrap">
        <Button look="pri" busy={busy} onClick={() => void record()}>
          {words.go(formatAed(transfer.amount))}
        </Button>
        <Button look="out" disabled={busy} onClick={onBack}>
          {words.change}
        </Button>
      </div>
    </div>
  );
}

function troubleOf(cause: unknown, number: string): string {
  if (!(cause instanceof Fault)) return errorsWords.offline;
  const { due, number: other } = (cause.detail ?? {}) as { due?: number; number?: string };
  if (cause.reason === "more_than_due" && due !== undefined) return words.changedMeanwhile(formatAed(due));
  if (cause.reason === "transfer_recorded")
    return other && other !== number ? words.recordedOn(other) : words.recordedOther;
  return sentenceFor(cause);
}
