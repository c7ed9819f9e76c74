import { plannerWords } from "#pwa/i18n/planner";
import type { WeekRow } from "#pwa/office/planner/planner";
import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const looks: Record<string, [Tone, IconName]> = {
  empty: ["mute", "plate"],
  planned: ["warn", "edit"],
  published: ["ok", "check"],
  changed: ["info", "cloudup"],
};

/** How far a week is. */
export function WeekState({ state }: { state: WeekRow["state"] }) {
  const [tone, icon] = looks[state] ?? ["mute", "info"];
  return (
    <StatusChip tone={tone} icon={icon}>
      {plannerWords.states[state] ?? state}
    </StatusChip>
  );
}
