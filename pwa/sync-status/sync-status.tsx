import { lazy, useEffect, useState } from "react";
import { useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { useLasting } from "#pwa/offline/sync/use-lasting";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { useRows } from "#pwa/offline/sync/use-rows";
import { useSync } from "#pwa/offline/sync/use-sync";
import { useStatusSheet } from "#pwa/sync-status/status-sheet-store";
import { Later } from "#pwa/ui/later";

const StatusLine = lazy(async () => ({ default: (await import("#pwa/sync-status/status-line")).StatusLine }));
const StatusSheet = lazy(async () => ({ default: (await import("#pwa/sync-status/status-sheet")).StatusSheet }));

const wonder = 1500;

/** Sleeps while all is well. The first thing that could be worth a word wakes the line that says it. */
export function SyncStatus() {
  const { pending, sending, paused, trouble } = useSync();
  const locked = useSession((session) => session.locked);
  const odd = useDevice((device) => device.problem || device.forgets);
  const online = useOnline();
  const slow = useLasting(sending, wonder);
  const rows = useRows();
  const open = useStatusSheet((sheet) => sheet.open);
  const asks = rows?.notes.length || rows?.base.some(({ alt }) => alt?.length);
  const stirs = Boolean(odd || !online || pending || paused || trouble || locked || slow || asks);
  const [awake, setAwake] = useState(stirs);
  useEffect(() => {
    if (stirs) setAwake(true);
  }, [stirs]);
  return (
    <>
      {awake && (
        <Later>
          <StatusLine slow={slow} />
        </Later>
      )}
      {open && (
        <Later>
          <StatusSheet />
        </Later>
      )}
    </>
  );
}
