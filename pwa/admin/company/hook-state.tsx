import { momentAt } from "#pwa/i18n/say-day";
import { webhookWords } from "#pwa/i18n/webhooks";
import type { AnswerOf } from "#pwa/offline/routes";
import { serverNow } from "#pwa/offline/sync/server-now";
import { StatusChip } from "#pwa/ui/status-chip";

type Hook = AnswerOf<"GET", "/api/webhooks">["data"][number];

/** Whether a webhook is on, whether what is sent there arrives, and why it was switched off. */
export function HookState({ hook: { off, failing } }: { hook: Pick<Hook, "off" | "failing"> }) {
  if (off === "admin")
    return (
      <StatusChip tone="mute" icon="off">
        {webhookWords.off[off]}
      </StatusChip>
    );
  if (off)
    return (
      <StatusChip tone="bad" icon="alert">
        {webhookWords.off[off]}
      </StatusChip>
    );
  if (failing)
    return (
      <StatusChip tone="warn" icon="alert">
        {webhookWords.failing(momentAt(Date.parse(failing), serverNow()))}
      </StatusChip>
    );
  return (
    <StatusChip tone="ok" icon="check">
      {webhookWords.on}
    </StatusChip>
  );
}
