import { Link } from "react-router";
import { CountersOffice } from "#pwa/company/counters/counters-office";
import { countersWords } from "#pwa/i18n/counters";
import { useHeader } from "#pwa/shell/header-words";
import { Icon } from "#pwa/ui/icon";

const own = { base: "/api/pos" } as const;

/** The page of a company's own counters, for its admins. */
export function CompanyCounters() {
  useHeader({ title: countersWords.title });
  return (
    <>
      <Link className="link sm" to="/dashboard/company-profile">
        <Icon name="back" size="s" flip />
        {countersWords.back}
      </Link>
      <CountersOffice office={own} />
    </>
  );
}
