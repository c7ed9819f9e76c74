import { NavLink } from "react-router";
import { isAdmin } from "#pwa/app/standing";
import { sideTabs, thumbTabs } from "#pwa/app/tabs";
import { useSession } from "#pwa/session";
import { Icon } from "#pwa/ui/Icon";
import { appWords } from "#pwa/words/app";

/** At the bottom edge, below 1024. */
export function ThumbTabs() {
  const admin = useSession(({ profile }) => isAdmin(profile));
  return (
    <nav className="nav" aria-label={appWords.tabs}>
      {thumbTabs(admin).map((tab) => (
        <NavLink key={tab.to} to={tab.to}>
          <span className="pill">
            <Icon name={tab.icon} />
          </span>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}

/** At the side, from 1024. */
export function SideTabs() {
  const admin = useSession(({ profile }) => isAdmin(profile));
  return (
    <nav className="side" aria-label={appWords.tabs}>
      {sideTabs(admin).map((tab) => (
        <NavLink key={tab.to} to={tab.to}>
          <Icon name={tab.icon} />
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
