import { queueWords, saleWords } from "#pwa/i18n/pos";
import type { Fact } from "#pwa/till/till-db";
import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const looks: Record<Fact["state"] | "sending", [Tone, IconName]> = {
  sending: ["info", "sync"],
  waiting: ["info", "cloudup"],
  left: ["mute", "off"],
  aside: ["bad", "alert"],
  booked: ["ok", "cloudok"],
};

type Props = {
  fact: Fact;
  sending: boolean;
  /** Where there is room for one word, that a sale was undone is the one to see. */
  narrow?: boolean;
};

/** What became of a fact, in a picture and a word. */
export function FactState({ fact, sending, narrow = false }: Props) {
  const state = sending ? "sending" : fact.state;
  const [tone, icon] = looks[state];
  const voided = Boolean(fact.sale?.voided);
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
