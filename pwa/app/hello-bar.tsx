import { useState } from "react";
import { Link, useLocation } from "react-router";
import { appWords, uiWords } from "#pwa/i18n/app";
import { useConfig } from "#pwa/offline/config";
import { inWindow } from "#pwa/rules/week/window";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";

const key = "sahn.hello";

/** The text that was closed on this device; a later one shows again. */
function closedText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Draws the promotion bar while its time window is open and nobody closed it, except on the page that it links to. */
export function HelloBar({ now = Date.now() }: { now?: number }) {
  const { hello_from, hello_until } = useConfig();
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(closedText);
  if (closed === appWords.hello) return null;
  if (pathname.replace(/\/$/, "") === "/dashboard/home" || !inWindow(hello_from, hello_until, now)) return null;
  const close = () => {
    setClosed(appWords.hello);
    try {
      localStorage.setItem(key, appWords.hello);
    } catch {
      // Without storage it is closed until the next visit.
    }
  };
  return (
    <aside className="promoted">
      <Link className="hello" to="/dashboard/home">
        <Icon name="spark" size="s" />
        {appWords.hello}
        <Icon name="arrow" size="s" flip />
      </Link>
      <IconButton icon="x" small label={uiWords.dismiss} onClick={close} />
    </aside>
  );
}
