import { lazy, Suspense } from "react";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";
import { Arrival } from "#pwa/app/arrival";
import { ErrorPage } from "#pwa/app/error-page";
import { NotFoundPage } from "#pwa/app/not-found-page";
import { Waiting } from "#pwa/app/waiting";
import { titlesWords } from "#pwa/i18n/app";
import { kitchenDoorWords, kitchenWords } from "#pwa/i18n/kitchen";
import { isIn, useOperator } from "#pwa/kitchen/kitchen";
import { KitchenDoor } from "#pwa/kitchen/kitchen-door";
import { KitchenShell } from "#pwa/kitchen/kitchen-shell";
import { type KitchenScreen, kitchenScreens } from "#pwa/kitchen/screens";
import { EmptyState } from "#pwa/ui/empty-state";

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
        <KitchenDoor />
        <Arrival title={kitchenDoorWords.title} />
      </>
    );
  if (!operator) return <Navigate to={`/kitchen/login?returnTo=${encodeURIComponent(pathname + search)}`} replace />;
  const lasting = kitchenScreens.find((one) => one.lasting && matchPath(`/kitchen/${one.path}`, pathname));
  return (
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
                  <NotFoundPage />
                  <Arrival title={titlesWords.notFound} />
                </>
              }
            />
          </Routes>
        </Suspense>
      </ErrorPage>
    </KitchenShell>
  );
}

const allowed = ({ who }: KitchenScreen, role: string | undefined) => !who || isIn(role, who);

const NotYours = () => (
  <>
    <h1 className="sr">{kitchenWords.notYoursTitle}</h1>
    <EmptyState icon="lock" title={kitchenWords.notYoursTitle}>
      {kitchenWords.notYours}
    </EmptyState>
  </>
);
