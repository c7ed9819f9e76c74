import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate, useParams } from "react-router";
import { AuthFrame } from "#pwa/auth/sign-in";
import { returnedTo } from "#pwa/auth/sign-on/go-to-provider";
import { type Tried, TriedClaims } from "#pwa/auth/sign-on/tried-claims";
import { CodeStep } from "#pwa/forms/code-step";
import { signInTrouble } from "#pwa/forms/sign-in-trouble";
import { errorsWords } from "#pwa/i18n/errors";
import { ownSignOnWords } from "#pwa/i18n/own-sign-on";
import { signOnWords } from "#pwa/i18n/sign-on";
import { call, Fault } from "#pwa/offline/server";
import { enter, useSession } from "#pwa/offline/session";
import { homeOf } from "#pwa/shell/home-of";
import { loginPath, safePath } from "#pwa/shell/return-to";
import { Skeleton } from "#pwa/ui/skeleton";

type State =
  | { at: "coming" }
  | { at: "failed"; text: string; why?: string }
  | { at: "code"; email: string; sentAt: number }
  | { at: "tried"; said: Tried }
  | { at: "in" };

const options = { toast: false, redirect: false, data: true } as const;

/** Where a company's provider sends people back: it finishes the sign-in, or shows an admin who tries what the provider said. */
export function SignOnPage() {
  const { companyId = "" } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { profile } = useSession();
  const [answer] = useState(() => new URLSearchParams(search));
  const [state, setState] = useState<State>({ at: "coming" });
  const begun = useRef(false);
  const given = answer.get("state") ?? "";
  const tries = given.startsWith("try-");

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // The code is good once and for this window only; it does not stay in the address all the same.
    void navigate({ search: "" }, { replace: true });
    void (async () => {
      const code = answer.get("code");
      if (!code) return setState({ at: "failed", text: signOnWords.cancelled });
      if (!navigator.onLine) return setState({ at: "failed", text: signOnWords.offline });
      const body = { company_id: companyId, state: given, code, iss: answer.get("iss") ?? undefined };
      try {
        if (tries)
          return setState({ at: "tried", said: await call("POST", "/api/company-sign-on/tried", body, options) });
        await enter(await call("POST", "/api/sign-on/finish", body, options));
        setState({ at: "in" });
      } catch (cause) {
        const detail =
          cause instanceof Fault ? (cause.detail as { email?: string; why?: string } | undefined) : undefined;
        if (cause instanceof Fault && cause.reason === "sign_on_prove" && detail?.email)
          return setState({ at: "code", email: detail.email, sentAt: Date.now() });
        setState({ at: "failed", text: signInTrouble(cause, errorsWords.unknown), why: detail?.why });
      }
    })();
  }, [answer, companyId, given, navigate, tries]);

  const back = tries ? "/dashboard/company-profile" : loginPath(returnedTo() ?? "");
  const begin = () => void navigate(back, { replace: true });
  if (state.at === "in") return <Navigate to={safePath(returnedTo(), homeOf(profile?.company_type))} replace />;
  return (
    <AuthFrame>
      {state.at === "coming" && (
        <div aria-busy="true">
          <h1>{signOnWords.coming}</h1>
          <Skeleton height="8rem" />
        </div>
      )}
      {state.at === "failed" && (
        <>
          <h1>{signOnWords.failed}</h1>
          <p className="t2 mt2" role="alert">
            {state.text}
          </p>
          {state.why && (
            <p className="sm t2 mt2 address">
              <bdi dir="ltr">{state.why}</bdi>
            </p>
          )}
          <Link className="btn pri full lg mt6" to={back} replace>
            {tries ? ownSignOnWords.back : signOnWords.again}
          </Link>
        </>
      )}
      {state.at === "code" && (
        <CodeStep
          email={state.email}
          sentAt={state.sentAt}
          onCode={async (otp) => {
            await enter(await call("POST", "/api/sign-on/prove", { state: given, otp }, options));
            setState({ at: "in" });
          }}
          onAgain={async () => begin()}
          onChange={begin}
        />
      )}
      {state.at === "tried" && (
        <>
          <TriedClaims said={state.said} />
          <Link className="btn pri full lg mt6" to={back} replace>
            {ownSignOnWords.back}
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
