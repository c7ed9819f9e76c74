import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const looks: Record<string, [Tone, IconName]> = {
  Active: ["ok", "check"],
  paid: ["ok", "check"],
  Confirmed: ["ok", "check"],
  Completed: ["ok", "check"],
  Pending: ["warn", "clock"],
  open: ["warn", "clock"],
  Initiated: ["warn", "clock"],
  "Payment Pending": ["warn", "clock"],
  Invited: ["info", "mail"],
  Suspended: ["bad", "lock"],
  Rejected: ["bad", "x"],
  failed: ["bad", "x"],
  "Payment Failed": ["bad", "x"],
};

/** A state of a person, a company, an order or a payment. */
export function StateChip({ state, words }: { state: string; words?: Record<string, string> }) {
  const [tone, icon] = looks[state] ?? ["mute", "info"];
  return (
    <StatusChip tone={tone} icon={icon}>
      {words?.[state] ?? state}
    </StatusChip>
  );
}
