import { lazy, type ReactNode, useState } from "react";
import { matchPath, Outlet, useLocation } from "react-router";
import { Header } from "#pwa/app/header";
import { HelloBar } from "#pwa/app/hello-bar";
import type { Page } from "#pwa/app/page";
import { CompanyTabs, SideTabs, ThumbTabs } from "#pwa/app/tabs";
import { WhatsApp } from "#pwa/app/whats-app";
import { appWords } from "#pwa/i18n/app";
import { useSession } from "#pwa/offline/session";
import type { UnsentWork } from "#pwa/shell/logout-modal";
import { UpdateReady } from "#pwa/shell/update-ready";
import { ErrorPage } from "#pwa/ui/error-page";
import { Later } from "#pwa/ui/later";
import { painted } from "#pwa/ui/painted";
import { useToasts } from "#pwa/ui/toast-store";

// What the first screen can do without for a moment.
const Footer = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/app/footer")).Footer };
});
const LogoutModal = lazy(async () => ({ default: (await import("#pwa/shell/logout-modal")).LogoutModal }));
const Toasts = lazy(async () => ({ default: (await import("#pwa/ui/toasts")).Toasts }));

type Props = {
  pages: Page[];
  /** What is known about the connection; null when all is well. */
  connection?: ReactNode;
  work: UnsentWork;
};

/** The one layout around every page: header, one notice at a time, page, footer, tabs, and what may open above them. */
export function Layout({ pages, connection, work }: Props) {
  const [loggingOut, setLoggingOut] = useState(false);
  const toasting = useToasts((state) => state.toasts.length > 0);
  const signedIn = useSession((session) => session.signedIn);
  const { pathname } = useLocation();
  const has = (path: string) => pages.some((page) => matchPath(page.path, path));
  const page = pages.find((known) => matchPath(known.path, pathname));
  const tabs = page?.tabs && signedIn;
  const logout = () => setLoggingOut(true);

  return (
    <>
      <a className="skip btn pri" href="#main">
        {appWords.skip}
      </a>
      <div className={`shell${tabs ? " has-nav" : ""} ${page?.header ?? "home"}`}>
        <HelloBar />
        <Header page={page} has={has} onLogout={logout} />
        {!page?.steady && (
          <div className="notices">
            <Later>{connection}</Later>
            <UpdateReady />
          </div>
        )}
        <div className={tabs ? "dash" : "plain"}>
          {tabs && <SideTabs />}
          <main id="main" tabIndex={-1} className={page?.bleed ? "bleed" : undefined}>
            {tabs && <CompanyTabs />}
            <ErrorPage key={page?.steady ? "steady" : pathname}>
              <Outlet />
            </ErrorPage>
          </main>
        </div>
        <Later>
          <Footer page={page} />
        </Later>
        {tabs && <ThumbTabs />}
        <WhatsApp floating />
      </div>
      {loggingOut && (
        <Later>
          <LogoutModal onClose={() => setLoggingOut(false)} work={work} has={has} />
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
