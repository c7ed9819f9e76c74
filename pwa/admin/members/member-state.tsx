import { membersWords as words } from "#pwa/i18n/members";
import type { Member } from "#pwa/offline/wire";
import type { IconName } from "#pwa/ui/icon";
import { StatusChip, type Tone } from "#pwa/ui/status-chip";

const looks: Record<string, [Tone, IconName]> = {
  Active: ["ok", "check"],
  Pending: ["warn", "clock"],
  Invited: ["info", "mail"],
  Suspended: ["mute", "lock"],
};

/** A member's status as an icon and a word. */
export const MemberState = ({ member: { status, proved } }: { member: Member }) => {
  const [tone, icon] = looks[status] ?? ["mute", "info"];
  return (
    <StatusChip tone={tone} icon={icon}>
      {status === "Pending" && !proved ? words.unproved : (words.statuses[status] ?? status)}
    </StatusChip>
  );
};
