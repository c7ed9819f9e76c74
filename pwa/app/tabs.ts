import { isAdmin } from "#pwa/app/standing";
import type { Profile } from "#pwa/session";
import type { IconName } from "#pwa/ui/Icon";
import { words } from "#pwa/words";

type Tab = { to: string; icon: IconName; label: string };

/** The dashboard's tabs for the side: admins have no wallet item. (spec 2) */
export const sideTabs = (profile: Profile | null): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: words.side.order },
  { to: "/dashboard/history", icon: "history", label: words.side.history },
  ...(isAdmin(profile)
    ? []
    : [{ to: "/dashboard/walletTransactions", icon: "wallet" as const, label: words.side.wallet }]),
  { to: "/dashboard/paymentMethods", icon: "card", label: words.side.cards },
  { to: "/dashboard/profile", icon: "user", label: words.side.profile },
];

/** The same for a thumb: at most five. */
export const thumbTabs = (profile: Profile | null): Tab[] => [
  { to: "/dashboard/home", icon: "plate", label: words.nav.lunch },
  { to: "/menu", icon: "menu", label: words.nav.menu },
  { to: "/dashboard/history", icon: "history", label: words.nav.history },
  ...(isAdmin(profile)
    ? []
    : [{ to: "/dashboard/walletTransactions", icon: "wallet" as const, label: words.nav.wallet }]),
  { to: "/dashboard/profile", icon: "user", label: words.nav.profile },
];
