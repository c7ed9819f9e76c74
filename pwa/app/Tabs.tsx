import { NavLink } from "react-router";
import { sideTabs, thumbTabs } from "#pwa/app/tabs";
import { Icon } from "#pwa/ui/Icon";
import { appWords, headerWords } from "#pwa/words/app";

/** At the bottom edge, below 1024. */
export function ThumbTabs() {
  return (
    <nav className="nav" aria-label={appWords.main}>
      {thumbTabs.map((tab) => (
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
  return (
    <nav className="side" aria-label={headerWords.dashboard}>
      {sideTabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to}>
          <Icon name={tab.icon} />
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
