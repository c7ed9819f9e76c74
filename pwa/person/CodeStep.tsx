import { type FormEvent, useEffect, useRef, useState } from "react";
import { toasts } from "#pwa/app/toasts";
import { useConfig } from "#pwa/config";
import { rememberCode } from "#pwa/person/codeAsked";
import type { Step } from "#pwa/person/LoginPage";
import { SlowNote } from "#pwa/person/SlowNote";
import { minutes, signInTrouble } from "#pwa/person/signInTrouble";
import { requestOtp, signInWithOtp } from "#pwa/session";
import { Button } from "#pwa/ui/Button";
import { Icon } from "#pwa/ui/Icon";
import { OtpField } from "#pwa/ui/OtpField";
import { words } from "#pwa/words";

type Props = {
  email: string;
  /** When the code was asked for, ms. */
  sentAt: number;
  onStep: (step: Step) => void;
  /** Back to the email. */
  onChange: () => void;
};

/** Seconds after which the server sends another code. */
const again = 30;

/** Six digits from the mail. The sixth one sends them. */
export function CodeStep({ email, sentAt, onStep, onChange }: Props) {
  const mailbox = useConfig((config) => config.mailbox_url);
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

  async function signIn(digits: string) {
    if (busy) return;
    if (digits.length < 6) return fail(words.login.codeShort);
    setError(undefined);
    setBusy("in");
    try {
      await signInWithOtp(email, digits);
      rememberCode(null);
    } catch (cause) {
      setCode("");
      setBusy(null);
      fail(signInTrouble(cause, words.faults.code_wrong ?? ""));
    }
  }

  async function anotherCode() {
    if (busy) return;
    setBusy("code");
    setError(undefined);
    try {
      await requestOtp(email);
      toasts.success(words.login.newCodeSent);
      onStep({ at: "code", email, sentAt: Date.now() });
    } catch (cause) {
      setBusy(null);
      fail(signInTrouble(cause, words.errors.unknown));
    }
  }

  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {words.login.checkEmail}
      </h1>
      <p className="t2 mt2">{words.login.sentTo}</p>
      <div className="row between g2">
        <b className="m address" dir="ltr">
          {email}
        </b>
        <button type="button" className="link u sm" onClick={onChange}>
          {words.login.change}
        </button>
      </div>
      <form
        ref={form}
        className="mt4"
        noValidate
        aria-busy={busy !== null}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void signIn(code);
        }}
      >
        <OtpField
          label={words.login.code}
          value={code}
          onChange={(digits) => {
            setCode(digits);
            setError(undefined);
          }}
          onComplete={(digits) => void signIn(digits)}
          error={error}
          disabled={busy === "in"}
        />
        <div className="help mt3 resend">
          <Icon name="clock" size="s" />
          <span className="grow">
            {words.login.validFor} {wait > 0 && <span aria-live="off">{words.login.newCodeIn(minutes(wait))}</span>}
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
            {words.login.newCode}
          </Button>
        )}
        <Button type="submit" look="pri" size="lg" full className="mt6" disabled={code.length < 6} busy={busy === "in"}>
          {words.login.continue}
        </Button>
        <Button look="ghost" full className="mt2" onClick={() => onStep({ at: "password", email })}>
          {words.login.usePassword}
        </Button>
        <SlowNote waiting={busy !== null} />
      </form>
      <div className="card pad row mt4 hint">
        <Icon name="info" />
        <div className="sm t2">
          <p>{words.login.noCode}</p>
          {mailbox && (
            <a className="link u sm" href={mailbox} target="_blank" rel="noreferrer">
              {words.login.mailbox}
            </a>
          )}
        </div>
      </div>
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
