import { useEffect, useState } from "react";
import { ask } from "#pwa/admin/members/use-members";
import { membersWords as said } from "#pwa/i18n/members";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

/** How many colleagues wait for approval, for an admin's dashboard; nothing when none does or the server cannot be reached. */
export function WaitingLine() {
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    let left = false;
    ask<{ waiting: number }>("GET", "/api/members/waiting", undefined, true).then(
      (answer) => left || setWaiting(answer.waiting),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, []);
  if (waiting === 0) return null;
  return (
    <p className="banner warn round mt4" role="status">
      <Icon name="users" size="s" />
      <span className="grow">{said.waiting(waiting)}</span>
      <Button look="soft" to="/dashboard/company-members?status=Pending">
        {said.toWaiting}
      </Button>
    </p>
  );
}
