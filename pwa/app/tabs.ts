import type { IconName } from "#pwa/ui/Icon";
import { words } from "#pwa/words";

type Tab = { to: string; icon: IconName; label: string };

/** The dashboard's tabs for the side. A tab stands here when its page does. (spec 2) */
export const sideTabs: Tab[] = [
  { to: "/dashboard/home", icon: "plate", label: words.side.order },
  { to: "/dashboard/history", icon: "history", label: words.side.history },
];

/** The same for a thumb: at most five. */
export const thumbTabs: Tab[] = [
  { to: "/dashboard/home", icon: "plate", label: words.nav.lunch },
  { to: "/menu", icon: "menu", label: words.nav.menu },
  { to: "/dashboard/history", icon: "history", label: words.nav.history },
];
