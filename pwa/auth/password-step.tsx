import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { Step } from "#pwa/auth/sign-in";
import { AddressLine } from "#pwa/forms/address-line";
import { PasswordField } from "#pwa/forms/password-field";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { SlowNote } from "#pwa/forms/slow-note";
import { errorsWords } from "#pwa/i18n/errors";
import { loginWords } from "#pwa/i18n/login";
import { requestOtp, signInWithPassword } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";

type Props = { email: string; company?: string; onStep: (step: Step) => void; onChange: () => void };

/** The password, for those who have one. */
export function PasswordStep({ email, company, onStep, onChange }: Props) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"in" | "code" | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const focus = () => form.current?.querySelector<HTMLInputElement>("input[name=password]")?.focus();
  useEffect(focus, []);
  const fail = (message: string) => {
    setError(message);
    setBusy(null);
    focus();
  };

  async function signIn() {
    if (busy) return;
    if (!password) return fail(loginWords.passwordMissing);
    setError(undefined);
    setBusy("in");
    try {
      await signInWithPassword(email, password, company);
    } catch (cause) {
      fail(signInTrouble(cause, loginWords.passwordWrong));
    }
  }

  async function sendCode() {
    if (busy) return;
    setBusy("code");
    try {
      await requestOtp(email);
      onStep({ at: "code", email, sentAt: Date.now() });
    } catch (cause) {
      fail(signInTrouble(cause, errorsWords.unknown));
    }
  }

  return (
    <>
      <h1>{loginWords.passwordTitle}</h1>
      <p className="t2 mt2">{loginWords.passwordFor}</p>
      <AddressLine email={email} onChange={onChange} />
      <form
        ref={form}
        className="mt4"
        noValidate
        aria-busy={busy !== null}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void signIn();
        }}
      >
        {/* Password managers look for the name beside the password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={loginWords.password}
          name="password"
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => {
            setPassword(event.target.value);
            setError(undefined);
          }}
        />
        <Link className="link u forgot" to="/password-reset" state={{ email }}>
          {loginWords.forgot}
        </Link>
        <Button type="submit" look="pri" size="lg" full className="mt4" busy={busy === "in"}>
          {loginWords.signIn}
        </Button>
        <Button look="ghost" full className="mt2" busy={busy === "code"} onClick={() => void sendCode()}>
          {loginWords.useCode}
        </Button>
        <SlowNote waiting={busy !== null} />
      </form>
    </>
  );
}
