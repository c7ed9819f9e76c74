import { type ComponentType, lazy, Suspense } from "react";
import { useParams } from "react-router";
import { DashboardHome } from "#pwa/employee/home/dashboard-home";
import { useSession } from "#pwa/offline/session";
import { mayInvite } from "#pwa/shell/may-invite";
import { NotFoundPage } from "#pwa/shell/not-found-page";
import { Later } from "#pwa/ui/later";
import { Waiting } from "#pwa/ui/waiting";

const OrderHistory = lazy(async () => ({
  default: (await import("#pwa/employee/history/order-history")).OrderHistory,
}));

const WalletTransactions = lazy(async () => ({
  default: (await import("#pwa/employee/wallet/wallet-transactions")).WalletTransactions,
}));
const PaymentMethods = lazy(async () => ({
  default: (await import("#pwa/employee/wallet/payment-methods")).PaymentMethods,
}));
const Profile = lazy(async () => ({ default: (await import("#pwa/employee/profile/profile")).Profile }));
const InviteColleagues = lazy(async () => ({
  default: (await import("#pwa/forms/invite-colleagues")).InviteColleagues,
}));

const WaitingLine = lazy(async () => ({ default: (await import("#pwa/admin/members/waiting-line")).WaitingLine }));
const PayAtCounter = lazy(async () => ({
  default: (await import("#pwa/employee/counter-code/pay-at-counter")).PayAtCounter,
}));
const CompanyCounters = lazy(async () => ({
  default: (await import("#pwa/admin/counters/company-counters")).CompanyCounters,
}));
const CompanyMembers = lazy(async () => ({
  default: (await import("#pwa/admin/members/company-members")).CompanyMembers,
}));
const CompanyProfile = lazy(async () => ({
  default: (await import("#pwa/admin/company/company-profile")).CompanyProfile,
}));
const CompanyInvoices = lazy(async () => ({
  default: (await import("#pwa/admin/invoices/company-invoices")).CompanyInvoices,
}));
const CompanyReports = lazy(async () => ({
  default: (await import("#pwa/admin/reports/company-reports")).CompanyReports,
}));

/**
 * Shows the tab that the path names: the person's own, or one of the company's for an admin. An unknown tab, or one that
 * the person may not see, is a page that does not exist.
 */
export function DashboardPage() {
  const { tab } = useParams();
  const admin = useSession(({ profile }) => profile?.client_type === "Admin");
  if (tab === "home") return <Home />;
  const Tab = tabs[tab ?? ""] ?? (admin ? companyTabs[tab ?? ""] : undefined);
  if (!Tab || (admin && Tab === WalletTransactions)) return <NotFoundPage />;
  return (
    <Suspense fallback={<Waiting />}>
      <Tab />
    </Suspense>
  );
}

/** The tabs that only admins have. pwa/app/tab-list.ts lists their links; the company's profile links to the counters. */
const companyTabs: Record<string, ComponentType> = {
  "company-profile": CompanyProfile,
  "company-members": CompanyMembers,
  "company-invoices": CompanyInvoices,
  "company-reports": CompanyReports,
  "company-counters": CompanyCounters,
};

function Home() {
  const invites = useSession(({ profile }) => profile && mayInvite(profile));
  const waiting = invites && (
    <Later>
      <WaitingLine />
    </Later>
  );
  return <DashboardHome waiting={waiting} />;
}

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
