import "#pwa/sync-status/status.css";
import { useState } from "react";
import { momentAt } from "#pwa/i18n/say-day";
import { syncWords as words } from "#pwa/i18n/sync";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { syncNow, useStatus } from "#pwa/offline/sync/start-sync";
import { useOffline, useOnline } from "#pwa/offline/sync/use-offline";
import { useSync } from "#pwa/offline/sync/use-sync";
import { isLate } from "#pwa/sync-status/connection";
import { CopyForSupport } from "#pwa/sync-status/copy-for-support";
import { RepairData } from "#pwa/sync-status/repair-data";
import { closeStatus } from "#pwa/sync-status/status-sheet-store";
import { useKept } from "#pwa/sync-status/use-kept";
import { WaitingDays } from "#pwa/sync-status/waiting-days";
import { ageOf } from "#pwa/sync-status/waiting-since";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

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
    if (useStatus.getState().trouble) toasts.warning(words.stillNot);
  };

  return (
    <Sheet
      open
      title={waits ? words.sheetWaiting : words.sheet}
      onClose={closeStatus}
      footer={
        waits && (
          <Button look="pri" size="lg" full icon="sync" busy={busy} onClick={() => void tryNow()}>
            {words.tryNow}
          </Button>
        )
      }
    >
      <div className="statussheet">
        <span className={`seal ${waits ? "info" : "good"}`}>
          <Icon name={waits ? "cloudup" : "cloudok"} />
        </span>
        <p className="t2 center">{waits ? (offline ? words.sheetLead : words.sheetOnline) : words.sheetNone}</p>
        {kept && waits && <WaitingDays kept={kept} now={now} />}
        <p className="sm t3 center">{lastSync ? words.lastSync(momentAt(lastSync, now)) : words.neverSync}</p>
        {kept && late && <CopyForSupport kept={kept} />}
        <details className="help">
          <summary className="link sm">
            {words.help}
            <Icon name="down" size="s" />
          </summary>
          {kept && waits && !late && <CopyForSupport kept={kept} />}
          <RepairData />
        </details>
      </div>
    </Sheet>
  );
}
