import { CompanyDetails } from "#pwa/admin/company/company-details";
import { CompanyDirectory } from "#pwa/admin/company/company-directory";
import { CompanyDomains } from "#pwa/admin/company/company-domains";
import { CompanyForecast } from "#pwa/admin/company/company-forecast";
import { CompanyKeys } from "#pwa/admin/company/company-keys";
import { CompanyLogo } from "#pwa/admin/company/company-logo";
import { CompanyPaying } from "#pwa/admin/company/company-paying";
import { CompanyPlaces } from "#pwa/admin/company/company-places";
import { CompanySignOn } from "#pwa/admin/company/company-sign-on";
import { CompanyTier } from "#pwa/admin/company/company-tier";
import { CompanyTrail } from "#pwa/admin/company/company-trail";
import { CompanyWebhooks } from "#pwa/admin/company/company-webhooks";
import { useOwnCompany } from "#pwa/admin/company/use-own-company";
import { formTrouble } from "#pwa/forms/use-form";
import { companyWords } from "#pwa/i18n/company";
import { useOnline } from "#pwa/offline/sync/use-offline";
import type { OwnCompany } from "#pwa/offline/wire";
import { useAnswer } from "#pwa/online/use-answer";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorBox } from "#pwa/ui/error-box";
import { Icon } from "#pwa/ui/icon";
import { Skeleton } from "#pwa/ui/skeleton";
import "#pwa/admin/company/profile.css";
import "#pwa/forms/form.css";
import "#pwa/forms/profile-cards.css";

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
  const { answer, cause, again } = useAnswer("/api/company-profile/forecast", {
    keepPrevious: true,
    version: company.paying.seal,
  });
  const month = answer?.data.periods.find(({ duration }) => duration === "Monthly");
  return (
    <div className="cards mt6">
      <CompanyPaying company={company} paid={month?.spent} />
      <CompanyTier tier={company.tier} status={company.status} />
      <CompanyForecast forecast={answer?.data} trouble={cause ? formTrouble(cause) : null} again={again} />
      <CompanyPlaces company={company} />
      <CompanyDomains company={company} />
      <CompanySignOn company={company} />
      <CompanyKeys />
      <CompanyWebhooks />
      <CompanyDirectory />
      <CompanyTrail />
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
