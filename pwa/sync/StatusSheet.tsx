import "#pwa/sync/status.css";
import { useState } from "react";
import { toasts } from "#pwa/app/toasts";
import { CopyForSupport } from "#pwa/sync/CopyForSupport";
import { isLate } from "#pwa/sync/connection";
import { RepairData } from "#pwa/sync/RepairData";
import { useServerNow } from "#pwa/sync/serverNow";
import { syncNow, useStatus } from "#pwa/sync/startSync";
import { closeStatus } from "#pwa/sync/statusSheet";
import { useKept } from "#pwa/sync/useKept";
import { useOffline, useOnline } from "#pwa/sync/useOffline";
import { useSync } from "#pwa/sync/useSync";
import { WaitingDays } from "#pwa/sync/WaitingDays";
import { ageOf } from "#pwa/sync/waitingSince";
import { Button } from "#pwa/ui/Button";
import { Icon } from "#pwa/ui/Icon";
import { Sheet } from "#pwa/ui/Sheet";
import { momentAt } from "#pwa/week/sayDay";
import { syncWords as said } from "#pwa/words/sync";

/** What waits on this phone, how long, and what can be done about it. */
export function StatusSheet() {
  const { pending, paused, trouble, lastSync } = useSync();
  const kept = useKept();
  const online = useOnline();
  const offline = useOffline();
  const now = useServerNow();
  const [busy, setBusy] = useState(false);
  const waits = pending > 0;
  const age = ageOf(kept?.ops ?? [], Date.now());
  const late = isLate({ online, trouble, paused, problem: null, age });

  const tryNow = async () => {
    setBusy(true);
    await syncNow();
    setBusy(false);
    if (useStatus.getState().trouble) toasts.warning(said.stillNot);
  };

  return (
    <Sheet
      open
      title={waits ? said.sheetWaiting : said.sheet}
      onClose={closeStatus}
      footer={
        waits && (
          <Button look="pri" size="lg" full icon="sync" busy={busy} onClick={() => void tryNow()}>
            {said.tryNow}
          </Button>
        )
      }
    >
      <div className="statussheet">
        <span className={`seal ${waits ? "info" : "good"}`}>
          <Icon name={waits ? "cloudup" : "cloudok"} />
        </span>
        <p className="t2 center">{waits ? (offline ? said.sheetLead : said.sheetOnline) : said.sheetNone}</p>
        {kept && waits && <WaitingDays kept={kept} now={now} />}
        <p className="sm t3 center">{lastSync ? said.lastSync(momentAt(lastSync, now)) : said.neverSync}</p>
        {kept && late && <CopyForSupport kept={kept} />}
        <details className="help">
          <summary className="link sm">
            {said.help}
            <Icon name="down" size="s" />
          </summary>
          {kept && waits && !late && <CopyForSupport kept={kept} />}
          <RepairData />
        </details>
      </div>
    </Sheet>
  );
}
