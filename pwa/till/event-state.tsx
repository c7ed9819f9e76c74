import { queueWords, saleWords } from "#pwa/i18n/pos";
import type { TillEvent } from "#pwa/till/till-db";
import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const looks: Record<TillEvent["state"] | "sending", [Tone, IconName]> = {
  sending: ["info", "sync"],
  waiting: ["info", "cloudup"],
  left: ["mute", "off"],
  aside: ["bad", "alert"],
  booked: ["ok", "cloudok"],
};

type Props = {
  event: TillEvent;
  sending: boolean;
  /** Where there is room for one word, that a sale was undone is the one to see. */
  narrow?: boolean;
};

/** What became of an event, in a picture and a word. */
export function EventState({ event, sending, narrow = false }: Props) {
  const state = sending ? "sending" : event.state;
  const [tone, icon] = looks[state];
  const voided = Boolean(event.sale?.voided);
  const instead = narrow && voided;
  return (
    <span className="till-chips">
      <StatusChip tone={tone} icon={icon}>
        {instead && saleWords.voided}
        <span className={instead ? "sr" : undefined}>{queueWords[state]}</span>
      </StatusChip>
      {voided && !narrow && (
        <StatusChip tone="mute" icon="x">
          {saleWords.voided}
        </StatusChip>
      )}
    </span>
  );
}
