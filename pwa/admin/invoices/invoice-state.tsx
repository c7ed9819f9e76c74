import { sayShort } from "#pwa/admin/invoices/say-month";
import { invoiceWords } from "#pwa/i18n/invoice";
import type { InvoiceListed } from "#pwa/offline/wire";
import { StatusChip } from "#pwa/ui/status-chip";

const said = invoiceWords.state;

/** The state of an invoice as a chip. */
export function InvoiceState({ state, late, due_on }: Pick<InvoiceListed, "state" | "late" | "due_on">) {
  switch (state) {
    case "paid":
      return (
        <StatusChip tone="ok" icon="check">
          {said.paid}
        </StatusChip>
      );
    case "credited":
      return (
        <StatusChip tone="mute" icon="repeat">
          {said.credited}
        </StatusChip>
      );
    case "overdue":
      return (
        <StatusChip tone="bad" icon="alert">
          {said.late(late)}
        </StatusChip>
      );
    default:
      return (
        <StatusChip tone="warn" icon="clock">
          {said.due(sayShort(due_on))}
        </StatusChip>
      );
  }
}
