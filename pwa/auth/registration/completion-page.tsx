import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { forgetRegistration, sendRegistration, sentRegistration, stepToDo } from "#pwa/auth/registration/registration";
import { Steps } from "#pwa/auth/registration/steps";
import { AuthFrame } from "#pwa/auth/sign-in";
import { plansKnown } from "#pwa/company/plans";
import { CodeStep } from "#pwa/forms/code-step";
import { InviteColleagues } from "#pwa/forms/invite-colleagues";
import { useKnown } from "#pwa/forms/use-known";
import { loginWords } from "#pwa/i18n/login";
import { completionWords } from "#pwa/i18n/subscription";
import { signInWithOtp, useSession } from "#pwa/offline/session";
import { mayInvite } from "#pwa/shell/may-invite";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/auth/registration/subscription.css";

const UntilThen = () => (
  <div className="card pad">
    <h2 className="h3">{completionWords.until}</h2>
    <ul className="points mt3">
      {completionWords.points.map((point) => (
        <li key={point}>
          <Icon name="check" size="s" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  </div>
);

/**
 * The last step of a registration: the admin proves the e-mail, then an operator approves the company, and then colleagues
 * can be invited.
 */
export function CompletionPage() {
  const navigate = useNavigate();
  const plans = useKnown("/api/plans", plansKnown) ?? plansKnown;
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  const [sent, setSent] = useState(sentRegistration);

  if (sent && sent.email !== profile?.email) {
    const enter = async (digits: string) => {
      await signInWithOtp(sent.email, digits);
      forgetRegistration();
    };
    const again = async () => {
      await sendRegistration(plans);
      toasts.success(loginWords.newCodeSent);
      setSent(sentRegistration());
    };
    return (
      <div className="regpage">
        <Steps at={4} title={loginWords.checkEmail} />
        <AuthFrame>
          <CodeStep
            key={sent.sentAt}
            email={sent.email}
            sentAt={sent.sentAt}
            onCode={enter}
            onAgain={again}
            onChange={() => void navigate("/company/details")}
          />
        </AuthFrame>
      </div>
    );
  }
  if (profile?.client_type !== "Admin") return <Navigate to={stepToDo(plans) ?? "/paymentselection"} replace />;
  const approved = mayInvite(profile);
  const title = approved ? completionWords.approved : completionWords.title;
  return (
    <div className="regpage done">
      <Steps at={4} title={title} />
      <span className="okmark">
        <Icon name="check" />
      </span>
      <h1 className="mt4">{title}</h1>
      <p className="t2 mt2">
        {(approved ? completionWords.approvedText : completionWords.text)(
          profile.company_name ?? completionWords.aCompany,
        )}
      </p>
      <div className="mt6">{approved ? <InviteColleagues {...profile} /> : <UntilThen />}</div>
      <Button look="pri" size="lg" full className="mt6" to="/dashboard/home">
        {completionWords.lunches}
      </Button>
      <Button look="ghost" full className="mt2" to="/menu">
        {completionWords.menu}
      </Button>
    </div>
  );
}
