import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { InvoiceListed } from "#pwa/offline/wire";
import { StatusChip } from "#pwa/ui/status-chip";

const said = kitchenInvoiceWords.state;

type Props = { invoice: Pick<InvoiceListed, "state" | "late" | "due_on" | "credit"> };

/** The state of an invoice, and whether more was paid than it is worth. */
export function InvoiceChip({ invoice: { state, late, due_on, credit } }: Props) {
  const [tone, icon, text] =
    credit > 0
      ? (["info", "wallet", said.credit] as const)
      : state === "overdue"
        ? (["bad", "alert", said.late(late)] as const)
        : state === "paid"
          ? (["ok", "check", said.paid] as const)
          : state === "credited"
            ? (["mute", "repeat", said.credited] as const)
            : (["warn", "clock", said.due(dayAndDate(due_on))] as const);
  return (
    <StatusChip tone={tone} icon={icon}>
      {text}
    </StatusChip>
  );
}
