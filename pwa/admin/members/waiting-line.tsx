import { membersWords as words } from "#pwa/i18n/members";
import { useAnswer } from "#pwa/online/use-answer";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

/** How many colleagues wait for approval, for an admin's dashboard; nothing when none does or the server cannot be reached. */
export function WaitingLine() {
  const waiting = useAnswer("/api/members/waiting").answer?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <p className="banner warn round mt4" role="status">
      <Icon name="users" size="s" />
      <span className="grow">{words.waiting(waiting)}</span>
      <Button look="soft" to="/dashboard/company-members?status=Pending">
        {words.toWaiting}
      </Button>
    </p>
  );
}
