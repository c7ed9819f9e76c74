import { sayShort } from "#pwa/admin/invoices/say-month";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { InvoiceListed } from "#pwa/offline/wire";
import { StatusChip } from "#pwa/ui/status-chip";

const words = invoiceWords.state;

/** The state of an invoice as a chip. */
export function InvoiceState({ state, late, due_on }: Pick<InvoiceListed, "state" | "late" | "due_on">) {
  switch (state) {
    case "paid":
      return (
        <StatusChip tone="ok" icon="check">
          {words.paid}
        </StatusChip>
      );
    case "credited":
      return (
        <StatusChip tone="mute" icon="repeat">
          {words.credited}
        </StatusChip>
      );
    case "overdue":
      return (
        <StatusChip tone="bad" icon="alert">
          {words.late(late)}
        </StatusChip>
      );
    default:
      return (
        <StatusChip tone="warn" icon="clock">
          {words.due(sayShort(due_on))}
        </StatusChip>
      );
  }
}
