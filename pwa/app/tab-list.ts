import { navWords, sideWords } from "#pwa/i18n/app";
import type { IconName } from "#pwa/ui/icon";

/** `within` is the common prefix of the tab's paths, where that is more than `to`. */
type Tab = { to: string; icon: IconName; label: string; within?: string };

const cards = "/dashboard/paymentMethods";
const company = "/dashboard/company-";
const wallet = "/dashboard/walletTransactions";

/** The dashboard's own tabs, for the side bar. Admins have no wallet tab. */
export const sideTabs = (admin: boolean): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: sideWords.order },
  { to: "/dashboard/history", icon: "history", label: sideWords.history },
  ...(admin ? [] : [{ to: wallet, icon: "wallet", label: sideWords.wallet } as const]),
  { to: cards, icon: "card", label: sideWords.cards },
  { to: "/dashboard/profile", icon: "user", label: sideWords.profile },
];

/** The dashboard tabs that only a company's admins have, in the order in which they are shown. */
export const companyTabs: Tab[] = [
  { to: `${company}profile`, icon: "building", label: sideWords.companyProfile },
  { to: `${company}members`, icon: "users", label: sideWords.companyMembers },
  { to: `${company}invoices`, icon: "receipt", label: sideWords.companyInvoices },
  { to: `${company}reports`, icon: "chart", label: sideWords.companyReports },
];

/** The tabs for the bottom bar, five at most. An admin's cards are in the account menu, the company's other tabs above its pages. */
export const thumbTabs = (admin: boolean): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: navWords.lunch },
  { to: "/menu", icon: "menu", label: navWords.menu },
  { to: "/dashboard/history", icon: "history", label: navWords.history },
  admin
    ? { to: `${company}profile`, icon: "building", label: navWords.company, within: company }
    : { to: wallet, icon: "wallet", label: navWords.wallet },
  { to: "/dashboard/profile", icon: "user", label: navWords.profile },
];
