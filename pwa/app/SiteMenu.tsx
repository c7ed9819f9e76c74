import { Link } from "react-router";
import { isAdmin, seesDashboard } from "#pwa/app/standing";
import { useSession } from "#pwa/session";
import { Icon } from "#pwa/ui/Icon";
import { Sheet } from "#pwa/ui/Sheet";
import { words } from "#pwa/words";

type Props = { onClose: () => void; onLogout: () => void };

/** The site's menu on phones. It calls the dashboard 'ADMIN DASHBOARD' for admins. (spec 2) */
export function SiteMenu({ onClose, onLogout }: Props) {
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  return (
    <Sheet open title={words.header.openMenu} onClose={onClose}>
      <nav className="list sitemenu" aria-label={words.app.main}>
        <Link className="li" to="/" onClick={onClose}>
          <Icon name="home" />
          {words.header.home}
        </Link>
        <Link className="li" to="/menu" onClick={onClose}>
          <Icon name="menu" />
          {words.header.menu}
        </Link>
        {seesDashboard(profile) && (
          <Link className="li" to="/dashboard/home" onClick={onClose}>
            <Icon name="plate" />
            {isAdmin(profile) ? words.header.adminDashboard : words.header.dashboard}
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
            {words.header.logout}
          </button>
        ) : (
          <Link className="li" to="/login" onClick={onClose}>
            <Icon name="user" />
            {words.header.signIn}
          </Link>
        )}
      </nav>
    </Sheet>
  );
}
