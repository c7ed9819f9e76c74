import { CompanyDetails } from "#pwa/company/company-details";
import { CompanyDomains } from "#pwa/company/company-domains";
import { CompanyForecast } from "#pwa/company/company-forecast";
import { CompanyLogo } from "#pwa/company/company-logo";
import { CompanyPaying } from "#pwa/company/company-paying";
import { CompanyPlaces } from "#pwa/company/company-places";
import { CompanyTier } from "#pwa/company/company-tier";
import { useForecast } from "#pwa/company/use-forecast";
import { useOwnCompany } from "#pwa/company/use-own-company";
import { companyWords } from "#pwa/i18n/company";
import { useOnline } from "#pwa/sync/use-offline";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Skeleton } from "#pwa/ui/skeleton";
import type { OwnCompany } from "#pwa/wire";
import "#pwa/company/profile.css";
import "#pwa/person/form.css";
import "#pwa/person/profile-cards.css";

/** The company's page for its admins: details, plan, who pays, delivery places and mail domains. */
export function CompanyProfile() {
  const { company, trouble, again } = useOwnCompany();
  const online = useOnline();
  return (
    <div className="profile company">
      <h1>{companyWords.title}</h1>
      {!online && (
        <p className="banner off round mt4" role="status">
          <Icon name="off" size="s" />
          <span>{companyWords.offline}</span>
        </p>
      )}
      {company && company.status !== "Active" && (
        <p className="banner warn round mt4" role="status">
          <Icon name="clock" size="s" />
          <span>{company.status === "Pending" ? companyWords.waiting : companyWords.suspended}</span>
        </p>
      )}
      {trouble && online && (
        <div className="mt4">
          <ErrorBox title={trouble} onRetry={again} />
        </div>
      )}
      {company ? (
        // Another company is another page: nothing that was opened or typed goes along.
        <Cards key={company.id} company={company} />
      ) : (
        <Nothing waits={online && !trouble} online={online} />
      )}
    </div>
  );
}

function Cards({ company }: { company: OwnCompany }) {
  const ahead = useForecast(company.paying.seal);
  const month = ahead.forecast?.periods.find(({ duration }) => duration === "Monthly");
  return (
    <div className="cards mt6">
      <CompanyPaying company={company} paid={month?.spent} />
      <CompanyTier tier={company.tier} />
      <CompanyForecast {...ahead} />
      <CompanyPlaces company={company} />
      <CompanyDomains company={company} />
      <CompanyDetails company={company} />
      <CompanyLogo company={company} />
    </div>
  );
}

const Nothing = ({ waits, online }: { waits: boolean; online: boolean }) => {
  if (waits)
    return (
      <div className="cards mt6" aria-busy="true">
        <Skeleton height="16rem" />
        <Skeleton height="10rem" />
      </div>
    );
  if (online) return null;
  return (
    <EmptyState icon="off" title={companyWords.notHere}>
      {companyWords.notHereText}
    </EmptyState>
  );
};
