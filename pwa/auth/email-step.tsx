import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import type { SignInCompany, Step } from "#pwa/auth/sign-in";
import { emailFault, emailOf, mayComeIn } from "#pwa/forms/field-rules";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { SlowNote } from "#pwa/forms/slow-note";
import { errorsWords } from "#pwa/i18n/errors";
import { loginWords } from "#pwa/i18n/login";
import { requestOtp, searchByEmail } from "#pwa/offline/session";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";

type Props = {
  email: string;
  onEmail: (email: string) => void;
  /** Go on with the password instead of a code. */
  password: boolean;
  company?: SignInCompany;
  onStep: (step: Step) => void;
  /** Another way to sign in, below these. */
  other: ReactNode;
};

/** The first step of signing in: it checks that the e-mail address has a client and that the client is active. */
export function EmailStep({ email, onEmail, password, company, onStep, other }: Props) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"code" | "password" | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const fail = (message: string) => {
    setError(message);
    form.current?.querySelector<HTMLInputElement>("input")?.focus();
  };

  async function goOn(how: "code" | "password") {
    if (busy) return;
    if (emailFault(email)) return fail(loginWords.emailWrong);
    const address = emailOf(email);
    if (!navigator.onLine) return fail(loginWords.offline);
    setError(undefined);
    setBusy(how);
    try {
      const found = await searchByEmail(address);
      const may = mayComeIn(found);
      if (found.sign_on) {
        const { company: name, only } = found.sign_on;
        return onStep({ at: "company", email: address, name, only, member: may === "yes" });
      }
      if (may === "unknown") return fail(loginWords.unknown);
      if (may === "notActive") return onStep({ at: "notActive", email: address, status: found.client_status });
      if (how === "password") return onStep({ at: "password", email: address });
      await requestOtp(address);
      onStep({ at: "code", email: address, sentAt: Date.now() });
    } catch (cause) {
      fail(signInTrouble(cause, errorsWords.unknown));
    } finally {
      setBusy(null);
    }
  }

  const first = password ? "password" : "code";
  const second = password ? "code" : "password";
  const text = { code: loginWords.sendCode, password: loginWords.goPassword };
  return (
    <>
      <h1>{loginWords.title}</h1>
      <p className="t2 mt2">{company?.name ? loginWords.textOf(company.name) : loginWords.text}</p>
      <form
        ref={form}
        className="mt6"
        noValidate
        aria-busy={busy !== null}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void goOn(first);
        }}
      >
        <Field
          label={loginWords.email}
          help={loginWords.emailHelp}
          error={error}
          type="email"
          name="email"
          dir="ltr"
          autoComplete="username webauthn"
          inputMode="email"
          enterKeyHint="go"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={email}
          onChange={(event) => {
            onEmail(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" look="pri" size="lg" full className="mt6" busy={busy === first}>
          {text[first]}
        </Button>
        <Button look="ghost" full className="mt2" busy={busy === second} onClick={() => void goOn(second)}>
          {second === "password" ? loginWords.usePassword : loginWords.useCode}
        </Button>
        <SlowNote waiting={busy !== null} />
      </form>
      {other}
      <p className="sm t2 join">
        {loginWords.newHere}{" "}
        <Link className="link u sm" to={company ? `/company/${company.id}/register` : "/register"}>
          {loginWords.join}
        </Link>
      </p>
    </>
  );
}
