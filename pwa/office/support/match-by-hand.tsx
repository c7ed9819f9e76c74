import { type FormEvent, useState } from "react";
import { formTrouble } from "#pwa/forms/use-form";
import { formatAed } from "#pwa/i18n/amounts";
import { bankWords as words } from "#pwa/i18n/bank";
import { dotted } from "#pwa/i18n/dotted";
import { SheetActions } from "#pwa/office/form-actions";
import type { BankLine, InvoiceRow } from "#pwa/office/kitchen";
import { useTyped } from "#pwa/office/use-typed";
import { call } from "#pwa/offline/server";
import { useList } from "#pwa/online/use-answer";
import { readAed } from "#pwa/rules/money";
import { Button } from "#pwa/ui/button";
import { ErrorLine } from "#pwa/ui/error-line";
import { Field } from "#pwa/ui/field";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const most = 12; // invoices that one line may pay
const shown = 8;

type Part = { invoice: InvoiceRow; amount: string };
type Props = { line: BankLine; onDone: () => void; onClose: () => void };

/** Matches a line of a bank's statement by hand: invoices of one company, and how much each gets, until all of the line is given. */
export function MatchByHand({ line, onDone, onClose }: Props) {
  const [typed, setTyped] = useState(line.proposal.company || line.payer);
  const [parts, setParts] = useState<Part[]>([]);
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { rows } = useList("/api/kitchen/invoices", { state: "due", q: useTyped(typed) });
  const company = parts[0]?.invoice.company_id;
  const offered = rows?.filter(
    ({ id, company_id, issued_on }) =>
      (!company || company_id === company) &&
      issued_on <= line.booked_on &&
      !parts.some(({ invoice }) => invoice.id === id),
  );
  const amounts = parts.map(({ amount }) => readAed(amount));
  const given = amounts.reduce((sum: number, amount) => sum + (amount ?? 0), 0);
  const left = line.amount - given;
  const over = parts.reduce((sum, { invoice }, i) => sum + Math.max(0, (amounts[i] ?? 0) - invoice.due), 0);
  const whole = parts.length > 0 && left === 0 && amounts.every((amount) => amount !== null && amount > 0);

  const book = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !whole) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const body = {
        parts: parts.map(({ invoice }, i) => ({ invoice_id: invoice.id, amount: amounts[i] ?? 0 })),
        surplus: over > 0,
      };
      await call("POST", `/api/kitchen/bank-lines/${line.id}/book`, body, { toast: false });
      toasts.success(words.confirmed);
      onDone();
      onClose();
    } catch (cause) {
      setTrouble(formTrouble(cause));
      setBusy(false);
    }
  };

  return (
    <Sheet open kind="wide" title={words.byHand} onClose={onClose}>
      <form noValidate className="col g4" onSubmit={(event) => void book(event)}>
        <p>
          <b className="num">{formatAed(line.amount)}</b>
          {line.payer && (
            <>
              {" · "}
              <bdi>{line.payer}</bdi>
            </>
          )}
          <span className="sm t2 kline">
            <bdi>{line.text}</bdi>
          </span>
        </p>
        {parts.map(({ invoice, amount }, i) => (
          <div key={invoice.id} className="col g2">
            <Field
              label={words.amountFor(invoice.number)}
              help={dotted([invoice.company, words.due(formatAed(invoice.due))])}
              error={(amounts[i] ?? 0) > 0 ? undefined : words.amountWrong}
              inputMode="decimal"
              value={amount}
              onChange={(event) =>
                setParts(parts.map((part, n) => (n === i ? { ...part, amount: event.target.value } : part)))
              }
            />
            <Button
              look="out"
              aria-label={words.removeOf(invoice.number)}
              onClick={() => setParts(parts.filter((_, n) => n !== i))}
            >
              {words.remove}
            </Button>
          </div>
        ))}
        <p role="status">
          {left === 0
            ? words.allGiven
            : left > 0
              ? words.leftToGive(formatAed(left))
              : words.givenTooMuch(formatAed(-left))}
          {over > 0 && ` ${words.over(formatAed(over))}`}
        </p>
        {parts.length < most && (
          <>
            <Field
              label={words.searchInvoice}
              icon="search"
              type="search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              data-first
            />
            {offered?.length === 0 && <p className="t2">{words.noInvoice}</p>}
            <ul className="list klist" aria-label={words.openInvoices}>
              {offered?.slice(0, shown).map((invoice) => (
                <li key={invoice.id} className="li kact wrap">
                  <span className="grow">
                    <b className="kname">{invoice.company}</b>
                    <span className="sm t2 kline">{dotted([invoice.number, words.due(formatAed(invoice.due))])}</span>
                  </span>
                  <Button
                    look="out"
                    aria-label={words.addOf(invoice.number)}
                    onClick={() =>
                      setParts([
                        ...parts,
                        { invoice, amount: (Math.min(left > 0 ? left : invoice.due, invoice.due) / 100).toFixed(2) },
                      ])
                    }
                  >
                    {words.addInvoice}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="sm t2">{words.handText}</p>
        <ErrorLine text={trouble} />
        <SheetActions busy={busy} disabled={!whole} onClose={onClose}>
          {words.confirm(formatAed(line.amount))}
        </SheetActions>
      </form>
    </Sheet>
  );
}
