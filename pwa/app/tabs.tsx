import { useEffect, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { companyTabs, sideTabs, thumbTabs } from "#pwa/app/tab-list";
import { appWords, sideWords } from "#pwa/i18n/app";
import { useSession } from "#pwa/offline/session";
import { isAdmin } from "#pwa/shell/profile";
import { Icon } from "#pwa/ui/icon";

/** At the bottom edge, below 1024. */
export function ThumbTabs() {
  const admin = useSession(({ profile }) => isAdmin(profile));
  const { pathname } = useLocation();
  return (
    <nav className="nav" aria-label={appWords.tabs}>
      {thumbTabs(admin).map(({ to, icon, label, within = to }) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(within) ? "page" : undefined}>
          <span className="pill">
            <Icon name={icon} />
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** At the side, from 1024. */
export function SideTabs() {
  const admin = useSession(({ profile }) => isAdmin(profile));
  const tabs = sideTabs(admin);
  return (
    <nav className="side" aria-label={appWords.tabs}>
      {(admin ? [...tabs, null, ...companyTabs] : tabs).map((tab) =>
        tab ? (
          <NavLink key={tab.to} to={tab.to}>
            <Icon name={tab.icon} />
            {tab.label}
          </NavLink>
        ) : (
          <p key="company" className="cap">
            {sideWords.company}
          </p>
        ),
      )}
    </nav>
  );
}

/** Above a company's pages, below 1024: a thumb reaches only the first of them at the edge. */
export function CompanyTabs() {
  const admin = useSession(({ profile }) => isAdmin(profile));
  const { pathname } = useLocation();
  const here = companyTabs.some(({ to }) => pathname === to);
  const row = useRef<HTMLElement>(null);
  // The row is wider than a phone: the tab of this page is in view.
  useEffect(() => {
    row.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView?.({ inline: "center", block: "nearest" });
  }, [pathname]);
  if (!admin || !here || companyTabs.length < 2) return null;
  return (
    <nav className="comptabs" ref={row} aria-label={sideWords.company}>
      {companyTabs.map(({ to, label }) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
