import { Link, useLocation } from "react-router";
import { AccountMenu } from "#pwa/app/account-menu";
import type { Page } from "#pwa/app/page";
import { WhatsApp } from "#pwa/app/whats-app";
import { headerWords } from "#pwa/i18n/app";
import { useSession } from "#pwa/offline/session";
import { LanguageSwitch } from "#pwa/shell/language-switch";
import { BackButton } from "#pwa/ui/back-button";
import { Logo } from "#pwa/ui/logo";

type Props = { page?: Page; has: (path: string) => boolean; onLogout: () => void };

/** The other page that a person at a sign-in or registration page may want. */
function otherWay(page: Page | undefined, path: string) {
  if (page?.path === "/login") return { to: "/subscription", label: headerWords.register };
  if (page?.path === "/subscription") return { to: "/login", label: headerWords.toSignIn };
  if (page?.header !== "company") return null;
  const [at, other, label] = /\/login\/?$/.test(path)
    ? ["login", "register", headerWords.join]
    : ["register", "login", headerWords.toSignIn];
  return { to: path.replace(new RegExp(`${at}/?$`), other), label };
}

/** Registration and sign-in: a way back and a way to the other of the two. A company's own two pages lead to each other. */
export function AuthHeader({ page, has, onLogout }: Props) {
  const { pathname } = useLocation();
  const profile = useSession((session) => (session.signedIn ? session.profile : null));
  const way = otherWay(page, pathname);
  return (
    <header className="top auth">
      <BackButton otherwise="/" />
      <span className="wide">
        <Logo />
      </span>
      <span className="grow" />
      {profile && <AccountMenu profile={profile} onLogout={onLogout} />}
      {!profile && way && has(way.to) && (
        <Link className="link" to={way.to}>
          {way.label}
        </Link>
      )}
      {!profile && <LanguageSwitch />}
      <WhatsApp />
    </header>
  );
}
