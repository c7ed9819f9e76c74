import type { IconName } from "#pwa/ui/Icon";
import { navWords, sideWords } from "#pwa/words/app";

type Tab = { to: string; icon: IconName; label: string };

/** The dashboard's tabs for the side. A tab stands here when its page does. (spec 2) */
export const sideTabs: Tab[] = [
  { to: "/dashboard/home", icon: "plate", label: sideWords.order },
  { to: "/dashboard/history", icon: "history", label: sideWords.history },
  { to: "/dashboard/profile", icon: "user", label: sideWords.profile },
];

/** The same for a thumb: at most five. */
export const thumbTabs: Tab[] = [
  { to: "/dashboard/home", icon: "plate", label: navWords.lunch },
  { to: "/menu", icon: "menu", label: navWords.menu },
  { to: "/dashboard/history", icon: "history", label: navWords.history },
  { to: "/dashboard/profile", icon: "user", label: navWords.profile },
];
