import { lazy, type ReactNode, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { appWords } from "#pwa/i18n/app";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { pinWords } from "#pwa/i18n/pin";
import { productionWords } from "#pwa/i18n/production";
import { isIn } from "#pwa/office/kitchen";
import { lock } from "#pwa/office/lock/lock";
import { refusedMarks, sendMarks } from "#pwa/office/production/marks";
import { type KitchenScreen, kitchenScreens } from "#pwa/office/screens";
import { unsavedMenus } from "#pwa/office/unsaved";
import { useUnsent } from "#pwa/office/use-unsent";
import type { Profile } from "#pwa/offline/session";
import { pendingCount } from "#pwa/offline/sync/start-sync";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import type { UnsentWork } from "#pwa/shell/logout-modal";
import { UpdateReady } from "#pwa/shell/update-ready";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Later } from "#pwa/ui/later";
import { Mark } from "#pwa/ui/logo";
import { Sheet } from "#pwa/ui/sheet";
import { useToasts } from "#pwa/ui/toast-store";
import "#pwa/office/kitchen.css";

const LogoutModal = lazy(async () => ({ default: (await import("#pwa/shell/logout-modal")).LogoutModal }));
const Toasts = lazy(async () => ({ default: (await import("#pwa/ui/toasts")).Toasts }));

/** An operator's unsent hand-over marks and planned menus. Signing out discards them unless they are sent first. */
const work: UnsentWork = {
  useCount: useUnsent,
  send: async () => {
    await sendMarks();
    const { sendWeeks } = await import("#pwa/office/planner/keep-week");
    await sendWeeks();
    return (await pendingCount()) === 0 && (await refusedMarks()).length === 0;
  },
  left: async () => {
    const menus = await unsavedMenus();
    if (menus > 0) return kitchenWords.unsavedMenus(menus);
    return (await pendingCount()) > 0 ? productionWords.notSent : productionWords.notRead;
  },
};
const reach = 4;
const linkOf = ({ path }: KitchenScreen) => (path ? `/kitchen/${path}` : "/kitchen");

/** What surrounds every screen of the kitchen: the places at the side from a tablet on, at the thumb on a phone. */
export function KitchenShell({ operator, children }: { operator: Profile; children: ReactNode }) {
  const [more, setMore] = useState(false);
  const toasting = useToasts((state) => state.toasts.length > 0);
  const online = useOnline();
  const [leaving, setLeaving] = useState(false);
  const { pathname } = useLocation();
  const places = kitchenScreens.filter(({ icon, who }) => icon && (!who || isIn(operator.operator_role, who)));
  const near = places.length > reach + 1 ? places.slice(0, reach) : places;
  const far = places.slice(near.length);
  const role = kitchenWords.roles[operator.operator_role ?? ""];
  // The first place is the beginning of all others' paths; its own may end with a slash.
  const ends = ({ path }: KitchenScreen) => path === "" && pathname !== "/kitchen/";
  const leave = () => {
    void sendMarks();
    setLeaving(true);
  };

  return (
    <>
      <a className="skip btn pri" href="#main">
        {appWords.skip}
      </a>
      <div className="shell kitchen has-nav">
        <header className="top">
          <Link to="/kitchen" className="logo">
            <Mark />
            <span className="kbrand">{kitchenWords.brand}</span>
          </Link>
          <span className="grow gap" />
          <span className="kwho">
            <b className="ell" dir="auto">
              {operator.name}
            </b>
            <span className="xs t2">{role}</span>
          </span>
          <LanguageSwitch brief />
          {operator.pin && (
            <Button look="ghost" icon="lock" aria-label={pinWords.lockNow} onClick={lock}>
              <span className="kwide">{pinWords.lockNow}</span>
            </Button>
          )}
          <Button look="ghost" icon="logout" aria-label={kitchenWords.logout} onClick={leave}>
            <span className="kwide">{kitchenWords.logout}</span>
          </Button>
        </header>
        <div className="notices">
          {!online && (
            <Banner tone="off" icon="off">
              {kitchenWords.offline}
            </Banner>
          )}
          <UpdateReady />
        </div>
        <div className="dash">
          <nav className="side" aria-label={kitchenWords.areas}>
            {places.map((place) => (
              <NavLink key={place.path} to={linkOf(place)} end={ends(place)}>
                {place.icon && <Icon name={place.icon} />}
                {place.title}
              </NavLink>
            ))}
          </nav>
          <main id="main" key={operator.id} tabIndex={-1}>
            {children}
          </main>
        </div>
        <nav className="nav" aria-label={kitchenWords.areas}>
          {near.map((place) => (
            <NavLink key={place.path} to={linkOf(place)} end={ends(place)}>
              <span className="pill">{place.icon && <Icon name={place.icon} />}</span>
              {place.title}
            </NavLink>
          ))}
          {far.length > 0 && (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-current={far.some((place) => pathname.startsWith(linkOf(place))) ? "page" : undefined}
              onClick={() => setMore(true)}
            >
              <span className="pill">
                <Icon name="filter" />
              </span>
              {kitchenWords.more}
            </button>
          )}
        </nav>
      </div>
      <Sheet open={more} title={kitchenWords.more} onClose={() => setMore(false)}>
        <ul className="list">
          {far.map((place) => (
            <li key={place.path}>
              <Link className="li" to={linkOf(place)} onClick={() => setMore(false)}>
                {place.icon && <Icon name={place.icon} />}
                {place.title}
              </Link>
            </li>
          ))}
        </ul>
      </Sheet>
      {leaving && (
        <Later>
          <LogoutModal onClose={() => setLeaving(false)} work={work} has={() => true} to="/kitchen/login" />
        </Later>
      )}
      {toasting && (
        <Later>
          <Toasts />
        </Later>
      )}
    </>
  );
}
