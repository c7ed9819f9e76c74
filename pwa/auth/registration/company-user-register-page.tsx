import { useParams } from "react-router";
import { registerEmployee } from "#pwa/auth/registration/register-client";
import { SignUp, whoOf } from "#pwa/auth/registration/sign-up";
import { AuthFrame } from "#pwa/auth/sign-in";
import { useCompany } from "#pwa/auth/use-company";
import { registerWords } from "#pwa/i18n/register";
import { Button } from "#pwa/ui/button";
import { ErrorBox } from "#pwa/ui/error-box";
import "#pwa/forms/form.css";

/** Registers staff of a company, who come here by the company's link. */
export function CompanyUserRegisterPage() {
  const { companyId = "" } = useParams();
  const { company, state, again } = useCompany(companyId);
  if (state === "gone") {
    return (
      <AuthFrame>
        <h1>{registerWords.companyGone}</h1>
        <p className="t2 mt2">{registerWords.companyGoneText}</p>
        <Button look="pri" size="lg" full className="mt6" to="/register">
          {registerWords.findCompany}
        </Button>
      </AuthFrame>
    );
  }
  if (state === "unreached") {
    return (
      <AuthFrame>
        <h1>{registerWords.joinTitleAny}</h1>
        <div className="mt6">
          <ErrorBox title={registerWords.companyUnreached} onRetry={again}>
            {registerWords.companyUnreachedText}
          </ErrorBox>
        </div>
      </AuthFrame>
    );
  }
  return (
    <SignUp
      key={companyId}
      page={`join.${companyId}`}
      title={company ? registerWords.joinTitle(company.name) : registerWords.joinTitleAny}
      text={registerWords.joinText}
      company={{ ...company, id: companyId }}
      signInPath={`/company/${companyId}/login`}
      start={{ name: "", email: "", mobile: "" }}
      check={() => ({})}
      register={(values) => registerEmployee({ company_id: companyId, ...whoOf(values) })}
    />
  );
}
