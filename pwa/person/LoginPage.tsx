import { useState } from "react";
import { Navigate, useLocation } from "react-router";
import { Logo } from "#pwa/app/Logo";
import { safePath } from "#pwa/app/returnTo";
import { CodeStep } from "#pwa/person/CodeStep";
import { codeAsked, rememberCode } from "#pwa/person/codeAsked";
import { EmailStep } from "#pwa/person/EmailStep";
import { NotActive } from "#pwa/person/NotActive";
import { PasswordStep } from "#pwa/person/PasswordStep";
import { useSession } from "#pwa/session";
import { Icon } from "#pwa/ui/Icon";
import { syncWords } from "#pwa/words/sync";
import "#pwa/person/login.css";

export type Step =
  | { at: "email"; password: boolean }
  | { at: "code"; email: string; sentAt: number }
  | { at: "password"; email: string }
  | { at: "notActive"; email: string; status: string | null };

/** Where the door leads: back to where the person wanted to be, else to their lunches. (D1) */
const home = (companyType: string | undefined) => (companyType === "Cash" ? "/delivery/" : "/dashboard/home");

function firstStep(): Step {
  const asked = codeAsked();
  return asked ? { at: "code", email: asked.email, sentAt: asked.at } : { at: "email", password: false };
}

/** The door: an email that we know, then a code by mail or a password. (spec 4, D23) */
export function LoginPage() {
  const { search } = useLocation();
  const { signedIn, profile, locked } = useSession();
  const [email, setEmail] = useState(() => codeAsked()?.email ?? "");
  const [step, setStep] = useState<Step>(firstStep);

  if (signedIn) {
    const to = safePath(new URLSearchParams(search).get("returnTo"), home(profile?.company_type));
    return <Navigate to={to} replace />;
  }

  const go = (next: Step) => {
    rememberCode(next.at === "code" ? { email: next.email, at: next.sentAt } : null);
    setStep(next);
  };
  const again = () => go({ at: "email", password: step.at === "password" });
  return (
    <div className="login">
      <div className="mark">
        <Logo />
      </div>
      {locked && locked.pending > 0 && (
        <p className="banner warn round kept" role="status">
          <Icon name="lock" />
          <span>{syncWords.signedOutText(locked.pending)}</span>
        </p>
      )}
      {step.at === "email" && <EmailStep email={email} onEmail={setEmail} password={step.password} onStep={go} />}
      {step.at === "code" && (
        <CodeStep key={step.sentAt} email={step.email} sentAt={step.sentAt} onStep={go} onChange={again} />
      )}
      {step.at === "password" && <PasswordStep email={step.email} onStep={go} onChange={again} />}
      {step.at === "notActive" && <NotActive status={step.status} onChange={again} />}
    </div>
  );
}
