import { Link, useLocation } from "react-router";
import { appWords } from "#pwa/i18n/app";
import { useConfig } from "#pwa/offline/config";
import { inWindow } from "#pwa/rules/week/window";
import { Icon } from "#pwa/ui/icon";

/** Draws the promotion bar while its time window is open, except on the page that it links to. */
export function HelloBar({ now = Date.now() }: { now?: number }) {
  const { hello_from, hello_until } = useConfig();
  const { pathname } = useLocation();
  if (pathname.replace(/\/$/, "") === "/dashboard/home" || !inWindow(hello_from, hello_until, now)) return null;
  return (
    <aside className="promoted">
      <Link className="hello" to="/dashboard/home">
        <Icon name="spark" size="s" />
        {appWords.hello}
        <Icon name="arrow" size="s" flip />
      </Link>
    </aside>
  );
}
