import { lazy, Suspense, useRef, useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import { CodeStep } from "#pwa/forms/code-step";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { OwnBrowser } from "#pwa/forms/own-browser";
import { OperatorPasskey } from "#pwa/forms/passkeys/operator-passkey";
import { PasswordField } from "#pwa/forms/password-field";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { kitchenSignInWords, kitchenWords } from "#pwa/i18n/kitchen";
import { loginWords } from "#pwa/i18n/login";
import { useOperator } from "#pwa/office/kitchen";
import { PinClosed } from "#pwa/office/lock/pin-closed";
import { askAsOperator, enrolAsOperator, signInAsOperator } from "#pwa/office/operator-session";
import { AppCode } from "#pwa/office/second-step/app-code";
import type { Enrolment } from "#pwa/office/second-step/first-code";
import { HandedCode } from "#pwa/office/second-step/handed-code";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { Fault } from "#pwa/offline/server";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { safePath } from "#pwa/shell/return-to";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Later } from "#pwa/ui/later";
import { Mark } from "#pwa/ui/logo";
import { toasts, useToasts } from "#pwa/ui/toast-store";
import { Waiting } from "#pwa/ui/waiting";
import "#pwa/forms/login.css";
import "#pwa/office/kitchen.css";

const Toasts = lazy(async () => ({ default: (await import("#pwa/ui/toasts")).Toasts }));
const FirstSignIn = lazy(async () => ({
  default: (await import("#pwa/office/second-step/first-sign-in")).FirstSignIn,
}));
const words = kitchenSignInWords;

/** Back to where an operator wanted to be, inside of the kitchen. */
export function kitchenPath(search: string): string {
  const to = safePath(new URLSearchParams(search).get("returnTo"), "/kitchen");
  return /^\/kitchen(\/(?!login)|$)/.test(to) ? to : "/kitchen";
}

/**
 * The operators' own sign-in page: the password, then the code of an app, or a mailed one for those without an app. Where their
 * role needs one they set it up with the start code that they were handed and a mailed one.
 */
export function KitchenSignIn() {
  const operator = useOperator();
  const { search } = useLocation();
  const toasting = useToasts((state) => state.toasts.length > 0);
  const [asked, setAsked] = useState<{ email: string; at: number; by: "app" | "mail" | "enrol"; passkey: boolean }>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [start, setStart] = useState<{ code?: string; trouble?: string }>({});
  const password = useRef("");
  const form = useForm({
    start: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: email.includes("@") ? undefined : loginWords.emailWrong,
      password: password ? undefined : loginWords.passwordMissing,
    }),
    send: async (values) => {
      const { by, passkey } = await askAsOperator(values.email.trim(), values.password);
      password.current = values.password;
      setEnrolment(undefined);
      setStart({});
      setAsked({ email: values.email.trim(), at: Date.now(), by, passkey });
    },
    explain: (fault) => (fault.status === 401 ? words.wrong : undefined),
  });

  if (operator) return <Navigate to={kitchenPath(search)} replace />;
  const again = async () => {
    if (!asked) return;
    try {
      await askAsOperator(asked.email, password.current);
    } catch (cause) {
      if (cause instanceof Fault) return form.fail(formTrouble(cause));
      throw cause;
    }
    toasts.success(loginWords.newCodeSent);
    setAsked({ ...asked, at: Date.now() });
  };

  const enrol = async (email: string, digits: string, code: string) => {
    try {
      setEnrolment(await enrolAsOperator(email, digits, code));
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.reason !== "start_code") throw cause;
      setStart({ trouble: sentenceFor(cause) });
    }
  };

  return (
    <div className="shell kitchen">
      <main id="main" tabIndex={-1}>
        <div className="login">
          <div className="mark">
            <span className="logo" role="img" aria-label={kitchenWords.brand}>
              <Mark />
            </span>
          </div>
          {asked?.by === "app" ? (
            <AppCode
              email={asked.email}
              onCode={async (code) => void (await signInAsOperator(asked.email, code))}
              onChange={() => setAsked(undefined)}
              other={asked.passkey && <OperatorPasskey email={asked.email} />}
            />
          ) : asked && enrolment ? (
            <Suspense fallback={<Waiting />}>
              <FirstSignIn email={asked.email} enrolment={enrolment} onBack={() => setAsked(undefined)} />
            </Suspense>
          ) : asked?.by === "enrol" && !start.code ? (
            <HandedCode
              email={asked.email}
              error={start.trouble}
              onCode={(code) => setStart({ code })}
              onChange={() => setAsked(undefined)}
            />
          ) : asked ? (
            <CodeStep
              key={asked.at}
              email={asked.email}
              sentAt={asked.at}
              onCode={async (digits) => {
                if (start.code) await enrol(asked.email, digits, start.code);
                else await signInAsOperator(asked.email, digits);
              }}
              onAgain={again}
              onChange={() => setAsked(undefined)}
            />
          ) : (
            <>
              <h1>{words.title}</h1>
              <p className="t2 mt2">{words.text}</p>
              <PinClosed />
              <OwnBrowser />
              <form {...form.props} className="col g4 mt4">
                <Field
                  label={formWords.email}
                  type="email"
                  inputMode="email"
                  autoComplete="username"
                  dir="ltr"
                  {...form.field("email")}
                />
                <PasswordField
                  label={loginWords.password}
                  autoComplete="current-password"
                  {...form.field("password")}
                />
                <FormTrouble form={form} />
                <Button type="submit" look="pri" size="lg" full busy={form.busy}>
                  {words.go}
                </Button>
              </form>
              <Link className="link u mt4" to="/password-reset" state={{ email: form.values.email }}>
                {words.setPassword}
              </Link>
              <p className="mt2">
                <Link className="link u" to="/login">
                  {words.eaters}
                </Link>
              </p>
              <p className="mt2">
                <LanguageSwitch />
              </p>
            </>
          )}
        </div>
      </main>
      {toasting && (
        <Later>
          <Toasts />
        </Later>
      )}
    </div>
  );
}
