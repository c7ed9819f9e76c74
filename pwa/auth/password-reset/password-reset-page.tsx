import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { askResetCode, resetPassword } from "#pwa/auth/password-reset/reset-password";
import { AuthFrame, emailGiven } from "#pwa/auth/sign-in";
import { AddressLine } from "#pwa/forms/address-line";
import { codeAsked, rememberCode } from "#pwa/forms/code-asked";
import { codeFault, emailFault, emailOf, passwordFault } from "#pwa/forms/field-rules";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { NoCode } from "#pwa/forms/no-code";
import { PasswordField } from "#pwa/forms/password-field";
import { formTrouble, useForm } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { resetWords } from "#pwa/i18n/register";
import { signInWithPassword, useSession } from "#pwa/offline/session";
import { homeOf } from "#pwa/shell/home-of";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { Icon } from "#pwa/ui/icon";
import { OtpField } from "#pwa/ui/otp-field";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/forms/form.css";

const page = "reset";

type Step = { at: "email" } | { at: "code"; email: string } | { at: "saved"; email: string; password: string };

/** Sets a forgotten password, or the first one of an invited person: a mailed code, then the new password. */
export function PasswordResetPage() {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const query = new URLSearchParams(search);
  const invited = (state as { invited?: boolean } | null)?.invited === true || query.has("invited");
  const mine = useSession((session) => session.profile?.email);
  const [email, setEmail] = useState(() => emailGiven(state) ?? query.get("email") ?? mine ?? "");
  const [step, setStep] = useState<Step>(() => {
    const asked = codeAsked(page);
    return asked ? { at: "code", email: asked.email } : { at: "email" };
  });

  const toCode = (to: string) => {
    rememberCode({ email: to, at: Date.now() }, page);
    setEmail(to);
    setStep({ at: "code", email: to });
  };
  return (
    <AuthFrame>
      {step.at === "email" && <AskStep email={email} invited={invited} onSent={toCode} />}
      {step.at === "code" && (
        <ChooseStep
          email={step.email}
          onChange={() => {
            rememberCode(null, page);
            setStep({ at: "email" });
          }}
          onSaved={(password, stays) => {
            rememberCode(null, page);
            if (!stays) return setStep({ at: "saved", email: step.email, password });
            toasts.success(resetWords.savedTitle);
            void navigate("/dashboard/profile", { replace: true });
          }}
        />
      )}
      {step.at === "saved" && <SavedStep email={step.email} password={step.password} />}
    </AuthFrame>
  );
}

function AskStep({ email, invited, onSent }: { email: string; invited: boolean; onSent: (email: string) => void }) {
  const form = useForm({
    start: { email },
    check: (values) => ({ email: emailFault(values.email) }),
    send: async (values) => {
      await askResetCode(emailOf(values.email));
      onSent(emailOf(values.email));
    },
  });
  return (
    <>
      <h1>{invited ? resetWords.invitedTitle : resetWords.title}</h1>
      <p className="t2 mt2">{invited ? resetWords.invitedText : resetWords.text}</p>
      <form {...form.props} className="fields mt6">
        <Field
          {...form.field("email")}
          label={formWords.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          enterKeyHint="go"
          maxLength={320}
        />
        <FormTrouble form={form} />
        <Button type="submit" look="pri" size="lg" full busy={form.busy}>
          {resetWords.send}
        </Button>
      </form>
      <Button look="ghost" full className="mt2" to="/login">
        {resetWords.otherWay}
      </Button>
    </>
  );
}

type Choosing = { email: string; onChange: () => void; onSaved: (password: string, stays: boolean) => void };

function ChooseStep({ email, onChange, onSaved }: Choosing) {
  const title = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const form = useForm({
    start: { otp: "", password: "" },
    check: ({ otp, password }) => ({ otp: codeFault(otp), password: passwordFault(password, email) }),
    send: async ({ otp, password }) => {
      onSaved(password, await resetPassword(email, otp, password));
    },
  });
  const again = async () => {
    if (asking) return;
    setAsking(true);
    await askResetCode(email).then(
      () => toasts.success(loginWords.newCodeSent),
      (cause) => toasts.error(formTrouble(cause)),
    );
    setAsking(false);
  };
  const code = form.field("otp");
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {resetWords.chooseTitle}
      </h1>
      <p className="t2 mt2">{resetWords.sentTo}</p>
      <AddressLine email={email} onChange={onChange} />
      <form {...form.props} className="fields mt4">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <OtpField
          label={loginWords.code}
          value={code.value}
          error={code.error}
          onChange={(digits) => form.set("otp", digits)}
          help={loginWords.validFor}
        />
        <PasswordField
          {...form.field("password")}
          label={formWords.newPassword}
          help={formWords.passwordHelp}
          autoComplete="new-password"
        />
        <FormTrouble form={form} />
        <Button type="submit" look="pri" size="lg" full busy={form.busy}>
          {resetWords.save}
        </Button>
      </form>
      <Button look="ghost" full className="mt2" busy={asking} onClick={() => void again()}>
        {loginWords.newCode}
      </Button>
      <NoCode />
    </>
  );
}

/** A reset code never signs a person in: they sign in with the new password, by one more tap. */
function SavedStep({ email, password }: { email: string; password: string }) {
  const [entered, setEntered] = useState(false);
  const companyType = useSession((session) => session.profile?.company_type);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const form = useForm({
    start: {},
    check: () => ({}),
    send: async () => {
      await signInWithPassword(email, password);
      setEntered(true);
    },
  });
  if (entered) return <Navigate to={homeOf(companyType)} replace />;
  return (
    <>
      <span className="okmark">
        <Icon name="check" />
      </span>
      <h1 ref={title} tabIndex={-1} className="mt4">
        {resetWords.savedTitle}
      </h1>
      <p className="t2 mt2">{resetWords.savedText}</p>
      <form {...form.props} className="fields mt6">
        <FormTrouble form={form} />
        <Button type="submit" look="pri" size="lg" full busy={form.busy}>
          {resetWords.signIn}
        </Button>
      </form>
      <Button look="ghost" full className="mt2" to="/login" state={{ email }}>
        {resetWords.otherWay}
      </Button>
    </>
  );
}
