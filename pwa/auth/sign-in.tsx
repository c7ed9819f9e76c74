import { lazy, type ReactNode, Suspense, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { EmailStep } from "#pwa/auth/email-step";
import { PasswordStep } from "#pwa/auth/password-step";
import { codeAsked, rememberCode } from "#pwa/forms/code-asked";
import { CodeStep } from "#pwa/forms/code-step";
import { OwnBrowser } from "#pwa/forms/own-browser";
import { loginWords } from "#pwa/i18n/login";
import { marksWords } from "#pwa/i18n/marks";
import { Fault } from "#pwa/offline/server";
import { requestOtp, signInWithOtp, useSession } from "#pwa/offline/session";
import { homeOf } from "#pwa/shell/home-of";
import { safePath } from "#pwa/shell/return-to";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Later } from "#pwa/ui/later";
import { Logo } from "#pwa/ui/logo";
import { Skeleton } from "#pwa/ui/skeleton";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/forms/login.css";

export type Step =
  | { at: "email"; password: boolean }
  | { at: "code"; email: string; sentAt: number }
  | { at: "password"; email: string }
  | { at: "company"; email: string; name: string; only: boolean; member: boolean }
  | { at: "notActive"; email: string; status: string | null };

/** Both need a connection, and most people never see them. */
const NotActive = lazy(() => import("#pwa/auth/registration/not-active").then((m) => ({ default: m.NotActive })));
const PasskeySignIn = lazy(() =>
  import("#pwa/forms/passkeys/passkey-sign-in").then((m) => ({ default: m.PasskeySignIn })),
);
const CompanyStep = lazy(() => import("#pwa/auth/sign-on/company-step").then((m) => ({ default: m.CompanyStep })));

/** A company's own sign-in page. */
export type SignInCompany = { id: string; name?: string; logo?: string };

function firstStep(): Step {
  const asked = codeAsked();
  return asked ? { at: "code", email: asked.email, sentAt: asked.at } : { at: "email", password: false };
}

/** The narrow column with a logo that holds the sign-in and registration pages. */
export const AuthFrame = ({ company, children }: { company?: SignInCompany; children: ReactNode }) => (
  <div className="login">
    <div className="mark">
      {company?.logo ? <img className="companylogo" src={company.logo} alt={company.name ?? ""} /> : <Logo />}
    </div>
    {children}
  </div>
);

/** The sign-in page: a known e-mail address, then a mailed code or a password. */
export function SignIn({ company }: { company?: SignInCompany }) {
  const { search, state } = useLocation();
  const { signedIn, profile, locked } = useSession();
  const [email, setEmail] = useState(() => codeAsked()?.email ?? emailGiven(state) ?? "");
  const [step, setStep] = useState<Step>(firstStep);

  if (signedIn) {
    const to = safePath(new URLSearchParams(search).get("returnTo"), homeOf(profile?.company_type));
    return <Navigate to={to} replace />;
  }
  const go = (next: Step) => {
    rememberCode(next.at === "code" ? { email: next.email, at: next.sentAt } : null);
    setStep(next);
  };
  const again = () => go({ at: "email", password: step.at === "password" });
  const enter = async (digits: string) => {
    if (step.at !== "code") return;
    try {
      await signInWithOtp(step.email, digits, company?.id);
      rememberCode(null);
    } catch (cause) {
      if (!(cause instanceof Fault) || cause.reason !== "waiting_for_approval") throw cause;
      go({ at: "notActive", email: step.email, status: "Pending" });
    }
  };
  const sendAgain = async () => {
    if (step.at !== "code") return;
    await requestOtp(step.email);
    toasts.success(loginWords.newCodeSent);
    go({ ...step, sentAt: Date.now() });
  };

  return (
    <AuthFrame company={company}>
      {locked && locked.pending > 0 && (
        <p className="banner warn round kept" role="status">
          <Icon name="lock" />
          <span>{marksWords.safe(locked.pending)}</span>
        </p>
      )}
      <OwnBrowser />
      {step.at === "email" && (
        <EmailStep
          email={email}
          onEmail={setEmail}
          password={step.password}
          company={company}
          onStep={go}
          other={
            window.PublicKeyCredential && (
              <Later>
                <PasskeySignIn company={company?.id} />
              </Later>
            )
          }
        />
      )}
      {step.at === "code" && (
        <CodeStep
          key={step.sentAt}
          email={step.email}
          sentAt={step.sentAt}
          onCode={enter}
          onAgain={sendAgain}
          onChange={again}
          other={
            <Button look="ghost" full className="mt2" onClick={() => go({ at: "password", email: step.email })}>
              {loginWords.usePassword}
            </Button>
          }
        />
      )}
      {step.at === "password" && <PasswordStep email={step.email} company={company?.id} onStep={go} onChange={again} />}
      <Suspense fallback={<Skeleton height="12rem" />}>
        {step.at === "company" && <CompanyStep step={step} onStep={go} onChange={again} />}
        {step.at === "notActive" && <NotActive email={step.email} status={step.status} onChange={again} />}
      </Suspense>
    </AuthFrame>
  );
}

/** The e-mail address that the page before already knew. */
export const emailGiven = (state: unknown): string | undefined => {
  const given = (state as { email?: unknown } | null)?.email;
  return typeof given === "string" ? given : undefined;
};
