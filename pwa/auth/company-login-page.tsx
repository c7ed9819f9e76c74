import { useParams } from "react-router";
import { SignIn } from "#pwa/auth/sign-in";
import { useCompany } from "#pwa/auth/use-company";

/** The sign-in page of one company. It shows the company's name once that is known and never waits for it. */
export function CompanyLoginPage() {
  const { companyId = "" } = useParams();
  const { company, state } = useCompany(companyId);
  return <SignIn company={state === "gone" ? undefined : { ...company, id: companyId }} />;
}
