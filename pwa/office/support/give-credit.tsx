import { type FormEvent, useState } from "react";
import { ulid } from "ulid";
import { formatAed } from "#pwa/i18n/amounts";
import { errorsWords } from "#pwa/i18n/errors";
import { kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import { SheetActions } from "#pwa/office/form-actions";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { readAed } from "#pwa/rules/money";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const words = kitchenPersonWords;

type Props = { id: string; onDone: () => void; onClose: () => void };

/** Gives wallet credit as a goodwill gesture. Pressing the button again never gives it twice. */
export function GiveCredit({ id, onDone, onClose }: Props) {
  // The same credit keeps its key as long as the sheet is open, and the server gives it once.
  const [key] = useState(ulid);
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<{ amount?: string; reason?: string }>({});
  const [busy, setBusy] = useState(false);
  const fils = readAed(amount) || null;

  const give = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (fils === null || !reason.trim())
      return setWrong({
        amount: fils === null ? words.creditAmountWrong : undefined,
        reason: reason.trim() ? undefined : kitchenWords.reasonMissing,
      });
    setBusy(true);
    try {
      const path = `/api/kitchen/people/${id}/credit` as const;
      const { data } = await call("POST", path, { key, amount: fils, reason }, { toast: false });
      toasts.success(words.creditDone(formatAed(data.balance)));
      onDone();
      onClose();
    } catch (cause) {
      setBusy(false);
      setWrong({ amount: troubleOf(cause) });
    }
  };

  return (
    <Sheet open title={words.creditTitle} onClose={onClose}>
      <form noValidate className="col g4" onSubmit={(event) => void give(event)}>
        <p className="t2">{words.creditText}</p>
        <Field
          label={words.creditAmount}
          inputMode="decimal"
          value={amount}
          error={wrong.amount}
          onChange={(event) => {
            setAmount(event.target.value);
            setWrong({ ...wrong, amount: undefined });
          }}
          data-first
        />
        <Field
          label={words.creditReason}
          value={reason}
          maxLength={200}
          error={wrong.reason}
          onChange={(event) => {
            setReason(event.target.value);
            setWrong({ ...wrong, reason: undefined });
          }}
        />
        <SheetActions busy={busy} onClose={onClose}>
          {fils === null ? words.creditGive : words.creditGo(formatAed(fils))}
        </SheetActions>
      </form>
    </Sheet>
  );
}

function troubleOf(cause: unknown): string {
  if (!(cause instanceof Fault)) return errorsWords.offline;
  const { once, left } = (cause.detail ?? {}) as { once?: number; left?: number };
  if (cause.reason === "credit_too_much" && once !== undefined && left !== undefined)
    return words.creditTooMuch(formatAed(once), formatAed(left));
  return sentenceFor(cause);
}
