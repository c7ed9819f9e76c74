import type { IconName } from "#pwa/ui/Icon";
import { navWords, sideWords } from "#pwa/words/app";

type Tab = { to: string; icon: IconName; label: string };

const cards = "/dashboard/paymentMethods";
const wallet = "/dashboard/walletTransactions";

/** The dashboard's tabs for the side. A tab stands here when its page does; admins have no wallet tab. (spec 2, 6) */
export const sideTabs = (admin: boolean): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: sideWords.order },
  { to: "/dashboard/history", icon: "history", label: sideWords.history },
  ...(admin ? [] : [{ to: wallet, icon: "wallet", label: sideWords.wallet } as const]),
  { to: cards, icon: "card", label: sideWords.cards },
  { to: "/dashboard/profile", icon: "user", label: sideWords.profile },
];

/** The same for a thumb: at most five. */
export const thumbTabs = (admin: boolean): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: navWords.lunch },
  { to: "/menu", icon: "menu", label: navWords.menu },
  { to: "/dashboard/history", icon: "history", label: navWords.history },
  admin ? { to: cards, icon: "card", label: navWords.cards } : { to: wallet, icon: "wallet", label: navWords.wallet },
  { to: "/dashboard/profile", icon: "user", label: navWords.profile },
];
