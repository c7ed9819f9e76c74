import { type FormEvent, useCallback, useRef, useState } from "react";
import { cartWords } from "#pwa/i18n/pos";
import { Fault } from "#pwa/offline/server";
import type { TillTerms } from "#pwa/offline/wire";
import {
  codeGood,
  codeKeys,
  frozenHere,
  isFrozen,
  isSpoken,
  readCode,
  type Shown,
  shownBy,
} from "#pwa/till/shown-code";
import { askEater, clock } from "#pwa/till/till";
import { serverTime } from "#pwa/till/till-clock";
import { note, type TillDb } from "#pwa/till/till-db";
import { Button } from "#pwa/ui/button";
import { Camera } from "#pwa/ui/camera";
import { Field } from "#pwa/ui/field";
import { hasCamera } from "#pwa/ui/qr-reader";
import { Sheet } from "#pwa/ui/sheet";

type Props = { db: TillDb; terms?: TillTerms; onFound: (shown: Shown | null) => void; onClose: () => void };

/**
 * Takes the code that a person's app shows: from the camera, from a scanner that types, or
 * typed. Its signature is checked here, offline; whether it may still buy, the server says when it can be reached.
 */
export function FindCustomer({ db, terms, onFound, onClose }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [camera, setCamera] = useState(false);
  const latest = useRef(onFound);
  latest.current = onFound;

  const check = useCallback(
    async (text: string) => {
      if (!terms) return setError(cartWords.noKey);
      const shown = isSpoken(text) ? await spoken(text, terms.company_id) : await readCode(text, codeKeys(terms));
      if (shown === "offline") return setError(cartWords.spokenOffline);
      if (shown === "stranger") return setError(cartWords.stranger);
      if (shown === "frozen" || (shown && frozenHere(terms, shown))) return setError(cartWords.frozenCode);
      if (!shown) return setError(cartWords.badCode);
      // An older server does not say whom its tills serve; it decides when it is asked.
      if (terms.everyone === false && shown.company !== terms.company_id) return setError(cartWords.stranger);
      if (!codeGood(shown, serverTime(clock, await note(db, "clock")))) return setError(cartWords.oldCode);
      if ((await db.facts.where("proof").equals(shown.proof).count()) > 0) return setError(cartWords.usedCode);
      latest.current(shown);
    },
    [db, terms],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void check(code);
  };
  const lost = useCallback(() => {
    setCamera(false);
    setError(cartWords.noCamera);
  }, []);

  return (
    <Sheet open title={cartWords.findCustomer} onClose={onClose}>
      <form className="col g4" onSubmit={submit}>
        {camera && <Camera onRead={check} onLost={lost} />}
        <Field
          data-first
          label={cartWords.code}
          help={cartWords.codeHelp}
          error={error}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1000}
        />
        <Button type="submit" look="pri" full>
          {cartWords.check}
        </Button>
        {hasCamera() && (
          <Button look="out" full onClick={() => setCamera(!camera)}>
            {camera ? cartWords.stopScan : cartWords.scan}
          </Button>
        )}
        <Button look="ghost" full onClick={() => onFound(null)}>
          {cartWords.toWalkIn}
        </Button>
      </form>
    </Sheet>
  );
}

/** Asks the server whose code these letters are, which the person read out; null when they belong to no code. */
async function spoken(letters: string, company: string): Promise<Shown | "offline" | "stranger" | "frozen" | null> {
  try {
    return shownBy(await askEater(letters.replace(/[\s-]/g, ""), 0), company);
  } catch (cause) {
    if (cause instanceof Fault && cause.reason === "eater_elsewhere") return "stranger";
    if (isFrozen(cause)) return "frozen";
    return cause instanceof Fault && cause.status < 500 ? null : "offline";
  }
}
