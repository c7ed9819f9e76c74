import { type FormEvent, useEffect, useRef, useState } from "react";
import { minutes } from "#pwa/forms/minutes";
import { SlowNote } from "#pwa/forms/slow-note";
import { formTrouble } from "#pwa/forms/use-form";
import { faultsWords } from "#pwa/i18n/faults";
import { phoneWords as words } from "#pwa/i18n/phone";
import { Fault } from "#pwa/offline/server";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { OtpField } from "#pwa/ui/otp-field";

/** Seconds after which the server sends another code. */
const again = 30;

/** Why a code was not taken, as a sentence to show at it. */
const troubleOf = (cause: unknown) =>
  (cause instanceof Fault && cause.reason && faultsWords[cause.reason]) || formTrouble(cause);

type Props = {
  /** Where the code was sent, hidden but for its ends. */
  number: string;
  onCode: (digits: string) => Promise<void>;
  /** Sends another code; missing where the number is not known any more. */
  onAgain?: () => Promise<void>;
  /** To give another number. */
  onOther: () => void;
};

/** Six digits from the message. The sixth one sends them. */
export function PhoneCode({ number, onCode, onAgain, onOther }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"code" | "again" | null>(null);
  const [left, setLeft] = useState(again);
  const form = useRef<HTMLFormElement>(null);
  const waiting = left > 0;

  useEffect(() => form.current?.querySelector<HTMLInputElement>("input")?.focus(), []);
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [waiting]);

  async function run(what: "code" | "again", work: () => Promise<void>) {
    if (busy) return;
    setBusy(what);
    setError(undefined);
    try {
      await work();
      if (what === "again") setLeft(again);
    } catch (cause) {
      setError(troubleOf(cause));
    }
    setCode("");
    setBusy(null);
    form.current?.querySelector<HTMLInputElement>("input")?.focus();
  }

  return (
    <form
      ref={form}
      className="mt4"
      noValidate
      aria-busy={busy !== null}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (code.length === 6) void run("code", () => onCode(code));
      }}
    >
      <p className="sm" role="status">
        {words.sent(number)}
      </p>
      <div className="mt4">
        <OtpField
          label={words.code}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setError(undefined);
          }}
          onComplete={(digits) => void run("code", () => onCode(digits))}
          error={error}
          disabled={busy === "code"}
        />
      </div>
      <div className="help mt3">
        <Icon name="clock" size="s" />
        <span className="grow">
          {words.validFor} {onAgain && waiting && <span aria-live="off">{words.againIn(minutes(left))}</span>}
        </span>
      </div>
      <div className="row g2 wrap mt4">
        <Button type="submit" look="pri" disabled={code.length < 6} busy={busy === "code"}>
          {words.confirm}
        </Button>
        {onAgain && !waiting && (
          <Button look="out" busy={busy === "again"} onClick={() => void run("again", onAgain)}>
            {words.again}
          </Button>
        )}
        <Button look="ghost" onClick={onOther}>
          {words.other}
        </Button>
      </div>
      <SlowNote waiting={busy !== null} />
    </form>
  );
}
