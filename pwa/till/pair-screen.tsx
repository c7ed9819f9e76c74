import { type FormEvent, useState } from "react";
import { pairWords } from "#pwa/i18n/pos";
import { Fault, Offline } from "#pwa/offline/server";
import { exportQueue } from "#pwa/till/export-queue";
import { pairHere } from "#pwa/till/till";
import type { TillDb } from "#pwa/till/till-db";
import { TillNotice } from "#pwa/till/till-notice";
import type { Kept } from "#pwa/till/use-kept";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

/**
 * Pairs a tablet that is no till, or no longer one. What it sold before is kept, and can be saved as a file. One that the server
 * does not know stays the till that it is, and `onBack` leads back to selling.
 */
export function PairScreen({ db, kept, onBack }: { db: TillDb; kept: Kept; onBack?: () => void }) {
  const why = kept.revoked ? "revoked" : kept.unknown ? "unknown" : "title";
  const unsent = kept.waiting + kept.left;
  const texts = { revoked: pairWords.revokedText, unknown: pairWords.unknownText, title: pairWords.text };
  return (
    <TillNotice title={pairWords[why]} text={texts[why]}>
      {why !== "unknown" && unsent > 0 && (
        <Banner
          tone="bad"
          icon="alert"
          action={
            <Button look="out" onClick={() => void exportQueue(db)}>
              {pairWords.export}
            </Button>
          }
        >
          {pairWords.unsent(unsent)}
        </Banner>
      )}
      {why !== "unknown" && unsent === 0 && kept.newest.length > 0 && (
        <Banner
          icon="cloudok"
          action={
            <Button look="out" onClick={() => void exportQueue(db)}>
              {pairWords.export}
            </Button>
          }
        >
          {pairWords.sent}
        </Banner>
      )}
      <PairForm label={why === "title" ? pairWords.pair : pairWords.again} />
      {onBack && (
        <Button look="out" size="lg" full onClick={onBack}>
          {pairWords.back}
        </Button>
      )}
    </TillNotice>
  );
}

function PairForm({ label }: { label: string }) {
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    await pairHere(code.trim()).catch((cause) => setError(whyNot(cause)));
    setBusy(false);
  };
  return (
    <form className="col g4" onSubmit={(event) => void send(event)}>
      <Field
        label={pairWords.code}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={40}
      />
      <Button type="submit" look="pri" size="lg" full busy={busy}>
        {label}
      </Button>
    </form>
  );
}

function whyNot(cause: unknown): string {
  if (cause instanceof Offline) return pairWords.offline;
  if (cause instanceof Fault && (cause.reason === "pairing_code" || cause.status === 422)) return pairWords.wrong;
  if (cause instanceof Fault && cause.reason === "counter_company") return pairWords.notActive;
  if (cause instanceof Fault && cause.status === 429) return pairWords.tooMany;
  return pairWords.failed;
}
