import { lazy, Suspense } from "react";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";
import { titlesWords } from "#pwa/i18n/app";
import { kitchenSignInWords, kitchenWords } from "#pwa/i18n/kitchen";
import { notFoundWords } from "#pwa/i18n/not-found";
import { isIn, useOperator } from "#pwa/office/kitchen";
import { KitchenShell } from "#pwa/office/kitchen-shell";
import { KitchenSignIn } from "#pwa/office/kitchen-sign-in";
import { guardRequests } from "#pwa/office/lock/lock";
import { Lockable } from "#pwa/office/lock/lockable";
import { type KitchenScreen, kitchenScreens } from "#pwa/office/screens";
import { Arrival } from "#pwa/shell/arrival";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { ErrorPage } from "#pwa/ui/error-page";
import { Waiting } from "#pwa/ui/waiting";

guardRequests();

const screens = kitchenScreens.map((screen) => ({
  screen,
  Shown: lazy(async () => ({ default: await screen.load() })),
}));

/** The operators' side of the app: its sign-in page and its screens. It shares no pages with the customers' side. */
export function KitchenPage() {
  const operator = useOperator();
  const { pathname, search } = useLocation();
  if (/^\/kitchen\/login\/?$/.test(pathname))
    return (
      <>
        <KitchenSignIn />
        <Arrival title={kitchenSignInWords.title} />
      </>
    );
  // The first page's tab names the address without a slash.
  if (pathname === "/kitchen/") return <Navigate to={`/kitchen${search}`} replace />;
  if (!operator) return <Navigate to={`/kitchen/login?returnTo=${encodeURIComponent(pathname + search)}`} replace />;
  const lasting = kitchenScreens.find((one) => one.lasting && matchPath(`/kitchen/${one.path}`, pathname));
  return (
    <Lockable key={operator.id} operator={operator}>
      <KitchenShell operator={operator}>
        <ErrorPage key={lasting?.path ?? pathname}>
          <Suspense fallback={<Waiting />}>
            <Routes>
              {screens.map(({ screen, Shown }) => (
                <Route
                  key={screen.path}
                  path={screen.path}
                  element={
                    <>
                      {allowed(screen, operator.operator_role) ? <Shown /> : <NotYours />}
                      <Arrival title={screen.title} />
                    </>
                  }
                />
              ))}
              <Route
                path="*"
                element={
                  <>
                    <NotThere />
                    <Arrival title={titlesWords.notFound} />
                  </>
                }
              />
            </Routes>
          </Suspense>
        </ErrorPage>
      </KitchenShell>
    </Lockable>
  );
}

const allowed = ({ who }: KitchenScreen, role: string | undefined) => !who || isIn(role, who);

const NotThere = () => (
  <>
    <h1 className="sr">{notFoundWords.title}</h1>
    <EmptyState
      icon="search"
      title={notFoundWords.title}
      action={
        <Button look="pri" to="/kitchen">
          {kitchenWords.home}
        </Button>
      }
    >
      {notFoundWords.text}
    </EmptyState>
  </>
);

const NotYours = () => (
  <>
    <h1 className="sr">{kitchenWords.notYoursTitle}</h1>
    <EmptyState icon="lock" title={kitchenWords.notYoursTitle}>
      {kitchenWords.notYours}
    </EmptyState>
  </>
);
