import { lazy, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { AccountMenu } from "#pwa/app/account-menu";
import { AuthHeader } from "#pwa/app/auth-header";
import type { Page } from "#pwa/app/page";
import { WhatsApp } from "#pwa/app/whats-app";
import { appWords, headerWords } from "#pwa/i18n/app";
import { useSession } from "#pwa/offline/session";
import { useHeaderWords } from "#pwa/shell/header-words";
import { seesDashboard } from "#pwa/shell/profile";
import { BackButton } from "#pwa/ui/back-button";
import { IconButton } from "#pwa/ui/icon-button";
import { Later } from "#pwa/ui/later";
import { Logo } from "#pwa/ui/logo";

const SiteMenu = lazy(async () => ({ default: (await import("#pwa/app/site-menu")).SiteMenu }));

type Props = { page?: Page; has: (path: string) => boolean; onLogout: () => void };

/** Draws the bar at the top in the kind that the route table names for the page. */
export const Header = (props: Props) => {
  const kind = props.page?.header ?? "home";
  if (kind === "flow") return <FlowHeader {...props} />;
  return kind === "home" ? <HomeHeader {...props} /> : <AuthHeader {...props} />;
};

function HomeHeader({ page, has, onLogout }: Props) {
  const [open, setOpen] = useState(false);
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  const { pathname } = useLocation();
  const inDashboard = pathname.startsWith("/dashboard");
  return (
    <header className={`top${page?.tabs ? " tabbed" : ""}`}>
      <Logo />
      <nav className="sitenav" aria-label={appWords.main}>
        <NavLink to="/" end>
          {headerWords.home}
        </NavLink>
        <NavLink to="/menu">{headerWords.menu}</NavLink>
        {seesDashboard(profile) && (
          <Link to="/dashboard/home" aria-current={inDashboard ? "page" : undefined}>
            {headerWords.dashboard}
          </Link>
        )}
      </nav>
      <span className="grow gap" />
      {profile ? (
        <AccountMenu profile={profile} onLogout={onLogout} company={page?.tabs} />
      ) : (
        <>
          <Link className="link" to="/login">
            {headerWords.signIn}
          </Link>
          {has("/subscription") && (
            <Link className="btn pri wide" to="/subscription">
              {headerWords.register}
            </Link>
          )}
        </>
      )}
      <WhatsApp />
      <span className="small">
        <IconButton icon="filter" label={headerWords.openMenu} onClick={() => setOpen(true)} />
      </span>
      {open && (
        <Later>
          <SiteMenu has={has} onClose={() => setOpen(false)} onLogout={onLogout} />
        </Later>
      )}
    </header>
  );
}

function FlowHeader({ page, onLogout }: Props) {
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  const { title, under, cart } = useHeaderWords();
  return (
    <header className="top flow">
      <BackButton otherwise="/dashboard/home" />
      <Logo />
      {seesDashboard(profile) && (
        <nav className="sitenav" aria-label={appWords.main}>
          <Link to="/dashboard/home">{headerWords.dashboard}</Link>
        </nav>
      )}
      <div className="title ell">
        {title}
        {under && <div className="xs t3 m ell">{under}</div>}
      </div>
      {seesDashboard(profile) && (
        <span className="small">
          <IconButton icon="home" label={headerWords.dashboard} to="/dashboard/home" />
        </span>
      )}
      <WhatsApp />
      {page?.cart && cart && (
        <IconButton icon="bag" label={headerWords.cart(cart.meals)} count={cart.meals} onClick={cart.open} />
      )}
      {profile && <AccountMenu profile={profile} onLogout={onLogout} />}
    </header>
  );
}
