import { useParams } from "react-router";
import { useCompany } from "#pwa/company/use-company";
import { Door } from "#pwa/person/door";

/** The door of one company: the same one, with its name on it. Who it is is only a kindness, so it waits for nothing. (spec 2) */
export function CompanyLoginPage() {
  const { companyId = "" } = useParams();
  const { company, state } = useCompany(companyId);
  return <Door company={state === "gone" ? undefined : { ...company, id: companyId }} />;
}
