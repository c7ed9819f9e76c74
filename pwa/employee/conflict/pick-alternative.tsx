import { useState } from "react";
import { chooseAlternative } from "#pwa/employee/choose/edit-day";
import { AlternativeRows } from "#pwa/employee/conflict/alternative-rows";
import { checkoutWords } from "#pwa/i18n/checkout";
import { conflictWords } from "#pwa/i18n/conflict";
import { marksWords } from "#pwa/i18n/marks";
import { longDay } from "#pwa/i18n/say-day";
import type { DraftDay } from "#pwa/offline/use-draft-days";
import type { MenuWeek } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { toasts } from "#pwa/ui/toast-store";

/** Asks which version of the day counts when two devices chose differently. */
export function PickAlternative({ day, menu }: { day: DraftDay; menu?: MenuWeek }) {
  const [picked, setPicked] = useState<string>();
  const [busy, setBusy] = useState(false);
  const keep = () => {
    setBusy(true);
    chooseAlternative(day, picked || null)
      .catch(() => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText }))
      .finally(() => setBusy(false));
  };
  return (
    <section className="card pad mt4">
      <fieldset className="col g2">
        <legend className="h3">{checkoutWords.unresolved(longDay(day.date))}</legend>
        <p className="sm t2">{conflictWords.versionsText}</p>
        <AlternativeRows day={day} menu={menu} picked={picked} onPick={setPicked} />
      </fieldset>
      <Button look="soft" full className="mt3" onClick={keep} busy={busy} disabled={picked === undefined}>
        {checkoutWords.keepThis}
      </Button>
    </section>
  );
}
