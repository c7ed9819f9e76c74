import { type ComponentType, lazy, Suspense } from "react";
import { useParams } from "react-router";
import { Later } from "#pwa/app/Later";
import { NotFoundPage } from "#pwa/app/NotFoundPage";
import { Waiting } from "#pwa/app/Waiting";
import { mayInvite } from "#pwa/company/mayInvite";
import { DashboardHome } from "#pwa/home/DashboardHome";
import { useSession } from "#pwa/session";

const OrderHistory = lazy(async () => ({ default: (await import("#pwa/order/OrderHistory")).OrderHistory }));

const WalletTransactions = lazy(async () => ({
  default: (await import("#pwa/wallet/WalletTransactions")).WalletTransactions,
}));
const PaymentMethods = lazy(async () => ({ default: (await import("#pwa/payment/PaymentMethods")).PaymentMethods }));
const Profile = lazy(async () => ({ default: (await import("#pwa/person/Profile")).Profile }));
const InviteColleagues = lazy(async () => ({
  default: (await import("#pwa/company/InviteColleagues")).InviteColleagues,
}));

const PayAtCounter = lazy(async () => ({ default: (await import("#pwa/counter/PayAtCounter")).PayAtCounter }));
const CompanyCounters = lazy(async () => ({
  default: (await import("#pwa/counter/CompanyCounters")).CompanyCounters,
}));
const CompanyMembers = lazy(async () => ({ default: (await import("#pwa/members/CompanyMembers")).CompanyMembers }));
const CompanyProfile = lazy(async () => ({ default: (await import("#pwa/company/CompanyProfile")).CompanyProfile }));
const CompanyInvoices = lazy(async () => ({ default: (await import("#pwa/invoice/CompanyInvoices")).CompanyInvoices }));
const CompanyReports = lazy(async () => ({ default: (await import("#pwa/report/CompanyReports")).CompanyReports }));

/** The person's own pages, and an admin's of the company. A tab that does not exist is a page that does not exist. (spec 2) */
export function DashboardPage() {
  const { tab } = useParams();
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (tab === "home") return <DashboardHome />;
  const Tab = tabs[tab ?? ""] ?? (admin ? companyTabs[tab ?? ""] : undefined);
  if (!Tab || (admin && Tab === WalletTransactions)) return <NotFoundPage />;
  return (
    <Suspense fallback={<Waiting />}>
      <Tab />
    </Suspense>
  );
}

/** Only for admins; each stands in pwa/app/tabs.ts too. (spec 2, 6) */
const companyTabs: Record<string, ComponentType> = {
  "company-profile": CompanyProfile,
  "company-members": CompanyMembers,
  "company-invoices": CompanyInvoices,
  "company-reports": CompanyReports,
  "company-counters": CompanyCounters,
};

function MyProfile() {
  const profile = useSession((session) => session.profile);
  const invite = profile && mayInvite(profile) && (
    <Later>
      <InviteColleagues {...profile} />
    </Later>
  );
  return <Profile invite={invite} />;
}

const tabs: Record<string, ComponentType> = {
  history: OrderHistory,
  profile: MyProfile,
  walletTransactions: WalletTransactions,
  paymentMethods: PaymentMethods,
  counter: PayAtCounter,
};
