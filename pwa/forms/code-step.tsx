import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { AddressLine } from "#pwa/forms/address-line";
import { minutes } from "#pwa/forms/minutes";
import { NoCode } from "#pwa/forms/no-code";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { SlowNote } from "#pwa/forms/slow-note";
import { errorsWords } from "#pwa/i18n/errors";
import { faultsWords } from "#pwa/i18n/faults";
import { loginWords } from "#pwa/i18n/login";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { OtpField } from "#pwa/ui/otp-field";

type Props = {
  email: string;
  /** When the code was requested, ms. */
  sentAt: number;
  /** Takes the six digits. An error that it throws is shown at the code. */
  onCode: (digits: string) => Promise<void>;
  /** Sends another code. */
  onAgain: () => Promise<void>;
  /** Back to the email. */
  onChange: () => void;
  /** Another way in, below the button. */
  other?: ReactNode;
};

/** Seconds after which the server sends another code. */
const again = 30;

/** Six digits from the mail. The sixth one sends them. */
export function CodeStep({ email, sentAt, onCode, onAgain, onChange, other }: Props) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"in" | "code" | null>(null);
  const wait = useSecondsLeft(sentAt + again * 1000);
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  useEffect(() => form.current?.querySelector<HTMLInputElement>("input")?.focus(), []);

  const fail = (message: string) => {
    setError(message);
    form.current?.querySelector<HTMLInputElement>("input")?.focus();
  };

  async function send(digits: string) {
    if (busy) return;
    if (digits.length < 6) return fail(loginWords.codeShort);
    setError(undefined);
    setBusy("in");
    try {
      await onCode(digits);
    } catch (cause) {
      setCode("");
      setBusy(null);
      fail(signInTrouble(cause, faultsWords.code_wrong ?? ""));
    }
  }

  async function anotherCode() {
    if (busy) return;
    setBusy("code");
    setError(undefined);
    try {
      await onAgain();
    } catch (cause) {
      setBusy(null);
      fail(signInTrouble(cause, errorsWords.unknown));
    }
  }

  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {loginWords.checkEmail}
      </h1>
      <p className="t2 mt2">{loginWords.sentTo}</p>
      <AddressLine email={email} onChange={onChange} />
      <form
        ref={form}
        className="mt4"
        noValidate
        aria-busy={busy !== null}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send(code);
        }}
      >
        <OtpField
          label={loginWords.code}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setError(undefined);
          }}
          onComplete={(digits) => void send(digits)}
          error={error}
          disabled={busy === "in"}
        />
        <div className="help mt3 resend">
          <Icon name="clock" size="s" />
          <span className="grow">
            {loginWords.validFor} {wait > 0 && <span aria-live="off">{loginWords.newCodeIn(minutes(wait))}</span>}
          </span>
        </div>
        {wait === 0 && (
          <Button
            look="soft"
            full
            className="mt3"
            icon="mail"
            busy={busy === "code"}
            onClick={() => void anotherCode()}
          >
            {loginWords.newCode}
          </Button>
        )}
        <Button type="submit" look="pri" size="lg" full className="mt6" disabled={code.length < 6} busy={busy === "in"}>
          {loginWords.continue}
        </Button>
        {other}
        <SlowNote waiting={busy !== null} />
      </form>
      <NoCode />
    </>
  );
}

function useSecondsLeft(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock moves by itself
  useEffect(() => {
    const timer = setInterval(() => {
      const now = left();
      setSeconds(now);
      if (now === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}
