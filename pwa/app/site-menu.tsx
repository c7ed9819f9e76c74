import { Link } from "react-router";
import { appWords, headerWords } from "#pwa/i18n/app";
import { useSession } from "#pwa/offline/session";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { isAdmin, seesDashboard } from "#pwa/shell/profile";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { Sheet } from "#pwa/ui/sheet";

type Props = { has: (path: string) => boolean; onClose: () => void; onLogout: () => void };

/** The site's menu on phones. For admins the dashboard's link reads 'ADMIN DASHBOARD'. */
export function SiteMenu({ has, onClose, onLogout }: Props) {
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  return (
    <Sheet open title={headerWords.openMenu} onClose={onClose}>
      <nav className="list sitemenu" aria-label={appWords.main}>
        <Link className="li" to="/" onClick={onClose}>
          <Icon name="home" />
          {headerWords.home}
        </Link>
        <Link className="li" to="/menu" onClick={onClose}>
          <Icon name="menu" />
          {headerWords.menu}
        </Link>
        {seesDashboard(profile) && (
          <Link className="li" to="/dashboard/home" onClick={onClose}>
            <Icon name="plate" />
            {isAdmin(profile) ? headerWords.adminDashboard : headerWords.dashboard}
          </Link>
        )}
        {profile ? (
          <button
            type="button"
            className="li"
            onClick={() => {
              onClose();
              onLogout();
            }}
          >
            <Icon name="logout" />
            {headerWords.logout}
          </button>
        ) : (
          <Link className="li" to="/login" onClick={onClose}>
            <Icon name="user" />
            {headerWords.signIn}
          </Link>
        )}
        <LanguageSwitch row />
      </nav>
      {!profile && has("/subscription") && (
        <Button look="pri" full className="mt4" to="/subscription" onClick={onClose}>
          {headerWords.register}
        </Button>
      )}
    </Sheet>
  );
}
