import { useState } from "react";
import { marksWords } from "#pwa/i18n/marks";
import { syncWords as words } from "#pwa/i18n/sync";
import { repair } from "#pwa/offline/sync/repair";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

/** Loads everything from the server again and keeps what waits here. */
export function RepairData() {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      if (await repair()) toasts.success(words.repaired);
      else toasts.info(words.repairLater);
    } catch {
      toasts.error(marksWords.notSaved, { text: marksWords.notSavedText });
    }
    setBusy(false);
  };
  return (
    <section className="card pad copy">
      <p className="sm t2">{words.repairText}</p>
      <Button look="soft" className="mt3" busy={busy} onClick={() => void press()}>
        {words.repair}
      </Button>
    </section>
  );
}
