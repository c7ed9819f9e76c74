import { type ReactNode, useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { NotActive } from "#pwa/auth/registration/not-active";
import { AuthFrame, type SignInCompany } from "#pwa/auth/sign-in";
import { codeAsked, rememberCode } from "#pwa/forms/code-asked";
import { CodeStep } from "#pwa/forms/code-step";
import { emailFault, emailOf, mobileFault, mobileOf, textFault } from "#pwa/forms/field-rules";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { keptForm } from "#pwa/forms/kept-form";
import { MobileField } from "#pwa/forms/mobile-field";
import { type Form, useForm, type Wrong } from "#pwa/forms/use-form";
import { formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { registerWords } from "#pwa/i18n/register";
import { Fault } from "#pwa/offline/server";
import { signInWithOtp, useSession } from "#pwa/offline/session";
import { homeOf } from "#pwa/shell/home-of";
import { Button } from "#pwa/ui/button";
import { Field } from "#pwa/ui/field";
import { toasts } from "#pwa/ui/toast-store";

export type Who = { name: string; email: string; mobile: string };

type Props<V extends Who> = {
  /** The page's name, under which the typed values and the pending code are kept. */
  page: string;
  title: string;
  text: string;
  company?: SignInCompany;
  /** The sign-in page to offer instead. */
  signInPath: string;
  /** Makes the mobile number a required field: without one, no one could find the person. */
  mobileNeeded?: boolean;
  start: V;
  check: (values: V) => Wrong<V>;
  /** Registers the person. The server mails a code whether or not the e-mail address is known. */
  register: (values: V) => Promise<void>;
  /** Shown above the fields. */
  first?: ReactNode;
  /** Shown below the person's own fields. */
  children?: (form: Form<V>) => ReactNode;
};

type Step = { at: "form" } | { at: "code"; email: string; sentAt: number } | { at: "waiting"; email: string };

/** A person's details in the form that the server accepts. */
export const whoOf = ({ name, email, mobile }: Who): Who => ({
  name: name.trim(),
  email: emailOf(email),
  mobile: mobileOf(mobile),
});

export const whoFaults = ({ name, email, mobile }: Who, mobileNeeded = false) => ({
  name: textFault(name),
  email: emailFault(email),
  mobile: mobileFault(mobile, mobileNeeded),
});

/** Registers a person: their details, then the mailed code that proves the e-mail address, which signing in requires. */
export function SignUp<V extends Who>(props: Props<V>) {
  const { page, company, register, start, check, mobileNeeded } = props;
  const signedIn = useSession((session) => session.signedIn);
  const companyType = useSession((session) => session.profile?.company_type);
  const [step, setStep] = useState<Step>(() => {
    const asked = codeAsked(page);
    return asked && keptForm(page, "tab") ? { at: "code", email: asked.email, sentAt: asked.at } : { at: "form" };
  });
  const go = (next: Step) => {
    rememberCode(next.at === "code" ? { email: next.email, at: next.sentAt } : null, page);
    setStep(next);
  };
  const form = useForm<V>({
    start,
    keep: { name: page, where: "tab" },
    check: (values) => ({ ...check(values), ...whoFaults(values, mobileNeeded) }),
    send: async (values) => {
      await register(values);
      go({ at: "code", email: emailOf(values.email), sentAt: Date.now() });
    },
  });
  const { forget } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as a person is signed in
  useEffect(() => {
    if (!signedIn) return;
    forget();
    rememberCode(null, page);
  }, [signedIn]);
  if (signedIn) return <Navigate to={homeOf(companyType)} replace />;

  const enter = async (digits: string) => {
    if (step.at !== "code") return;
    try {
      await signInWithOtp(step.email, digits, company?.id);
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.reason !== "waiting_for_approval") throw cause;
      form.forget();
      go({ at: "waiting", email: step.email });
    }
  };
  const sendAgain = async () => {
    if (step.at !== "code") return;
    await register(form.values);
    toasts.success(loginWords.newCodeSent);
    go({ ...step, sentAt: Date.now() });
  };

  return (
    <AuthFrame company={company}>
      {step.at === "form" && (
        <>
          <h1>{props.title}</h1>
          <p className="t2 mt2">{props.text}</p>
          {props.first}
          <form {...form.props} className="fields mt6">
            <WhoFields form={form} mobileNeeded={mobileNeeded} />
            {props.children?.(form)}
            <FormTrouble form={form} />
            <Button type="submit" look="pri" size="lg" full busy={form.busy}>
              {registerWords.send}
            </Button>
          </form>
          <p className="sm t2 join">
            {registerWords.haveAccount}{" "}
            <Link className="link u sm" to={props.signInPath}>
              {registerWords.signIn}
            </Link>
          </p>
        </>
      )}
      {step.at === "code" && (
        <CodeStep
          key={step.sentAt}
          email={step.email}
          sentAt={step.sentAt}
          onCode={enter}
          onAgain={sendAgain}
          onChange={() => go({ at: "form" })}
        />
      )}
      {step.at === "waiting" && (
        <NotActive email={step.email} status="Pending" proven onChange={() => go({ at: "form" })} />
      )}
    </AuthFrame>
  );
}

/** Name, email and mobile. */
function WhoFields<V extends Who>({ form, mobileNeeded }: { form: Form<V>; mobileNeeded?: boolean }) {
  return (
    <>
      <Field {...form.field("name")} label={formWords.name} autoComplete="name" enterKeyHint="next" maxLength={200} />
      <Field
        {...form.field("email")}
        label={formWords.email}
        help={registerWords.emailHelp}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        enterKeyHint="next"
        maxLength={320}
      />
      <MobileField {...form.field("mobile")} optional={!mobileNeeded} />
    </>
  );
}
