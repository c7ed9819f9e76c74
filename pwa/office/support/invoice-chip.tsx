import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { InvoiceListed } from "#pwa/offline/wire";
import { StatusChip } from "#pwa/ui/status-chip";

const words = kitchenInvoiceWords.state;

type Props = { invoice: Pick<InvoiceListed, "state" | "late" | "due_on" | "credit"> };

/** The state of an invoice, and whether more was paid than it is worth. */
export function InvoiceChip({ invoice: { state, late, due_on, credit } }: Props) {
  const [tone, icon, text] =
    credit > 0
      ? (["info", "wallet", words.credit] as const)
      : state === "overdue"
        ? (["bad", "alert", words.late(late)] as const)
        : state === "paid"
          ? (["ok", "check", words.paid] as const)
          : state === "credited"
            ? (["mute", "repeat", words.credited] as const)
            : (["warn", "clock", words.due(dayAndDate(due_on))] as const);
  return (
    <StatusChip tone={tone} icon={icon}>
      {text}
    </StatusChip>
  );
}
