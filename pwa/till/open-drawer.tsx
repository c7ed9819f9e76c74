import { type FormEvent, useState } from "react";
import { dotted } from "#pwa/i18n/dotted";
import { cartWords, shiftWords } from "#pwa/i18n/pos";
import { readAmount } from "#pwa/till/amount";
import { openShift } from "#pwa/till/drawer";
import { LastDrawer } from "#pwa/till/last-drawer";
import { clock, sendNow } from "#pwa/till/till";
import type { TillDb } from "#pwa/till/till-db";
import { TillNotice } from "#pwa/till/till-notice";
import type { Kept } from "#pwa/till/use-kept";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

/** Opens the drawer: selling needs its counted cash and the cashier's name. */
export function OpenDrawer({ db, kept }: { db: TillDb; kept: Kept }) {
  const [who, setWho] = useState("");
  const [float, setFloat] = useState("");
  const [errors, setErrors] = useState<{ who?: string; float?: string; save?: string }>({});
  const open = async (event: FormEvent) => {
    event.preventDefault();
    const amount = readAmount(float);
    const wrong = {
      ...(who.trim() ? {} : { who: shiftWords.needsWho }),
      ...(amount === null ? { float: shiftWords.needsAmount } : {}),
    };
    setErrors(wrong);
    if (amount === null || !who.trim()) return;
    await openShift(db, clock, who.trim(), amount).then(
      () => void sendNow(),
      () => setErrors({ save: cartWords.notSaved }),
    );
  };
  return (
    <TillNotice title={shiftWords.open} text={shiftWords.openText}>
      {kept.terms && <p className="t2 sm">{dotted([kept.terms.name, kept.terms.place])}</p>}
      <form className="col g4" noValidate onSubmit={(event) => void open(event)}>
        <Field
          label={shiftWords.who}
          value={who}
          onChange={(event) => setWho(event.target.value)}
          error={errors.who}
          maxLength={60}
          autoComplete="off"
        />
        <Field
          label={shiftWords.float}
          value={float}
          onChange={(event) => setFloat(event.target.value)}
          error={errors.float}
          inputMode="decimal"
          autoComplete="off"
        />
        {errors.save && (
          <p className="help err" role="alert">
            {errors.save}
          </p>
        )}
        <Button type="submit" look="pri" size="lg" full>
          {shiftWords.start}
        </Button>
      </form>
      <LastDrawer db={db} kept={kept} />
    </TillNotice>
  );
}
