import { lazy, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { HomeWeek } from "#pwa/employee/home/home-week";
import { NextDelivery } from "#pwa/employee/home/next-delivery";
import { uiWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { marksWords } from "#pwa/i18n/marks";
import { fetchMenus } from "#pwa/menu/fetch-menu";
import { useMenus } from "#pwa/menu/use-menus";
import { type OfferedWeek, useOffered } from "#pwa/menu/use-offered";
import { WeekChips } from "#pwa/menu/week-chips";
import { useSession } from "#pwa/offline/session";
import { syncNow } from "#pwa/offline/sync/start-sync";
import { useOffline } from "#pwa/offline/sync/use-offline";
import { mayInvite } from "#pwa/shell/may-invite";
import { openStatus } from "#pwa/sync-status/status-sheet-store";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { Later } from "#pwa/ui/later";
import { Loading } from "#pwa/ui/loading";
import { painted } from "#pwa/ui/painted";
import "#pwa/employee/home/dashboard.css";

const Withdrawn = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/home/withdrawn")).Withdrawn };
});

const BoughtLately = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/home/bought-lately")).BoughtLately };
});

const Unpaid = lazy(async () => ({ default: (await import("#pwa/employee/home/unpaid")).Unpaid }));

const SavedHere = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/home/saved-here")).SavedHere };
});

const Refused = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/home/refused")).Refused };
});

/** The week in which something is still possible first. */
const startWith = (weeks: readonly OfferedWeek[]) =>
  weeks.find((week) => week.days.some(({ offered }) => offered)) ?? weeks[0];

/** Shows the next delivery and the four offered weeks, each as five plates. `waiting` tells an admin who waits for approval. */
export function DashboardHome({ waiting }: { waiting?: ReactNode }) {
  const [params, setParams] = useSearchParams();
  const weeks = useOffered();
  const company = useSession(({ profile }) => profile?.company_name);
  const counter = useSession(({ profile }) => profile?.counter);
  const invites = useSession(({ profile }) => profile && mayInvite(profile));
  const week = weeks?.find(({ value }) => value === params.get("week")) ?? (weeks && startWith(weeks));
  return (
    <div className="dashhome">
      <div className="aside">
        <Later>
          <Unpaid />
        </Later>
        <NextDelivery />
        <Later>
          <Withdrawn />
        </Later>
        {counter && (
          <Later>
            <BoughtLately />
          </Later>
        )}
        <Later>
          <SavedHere />
          <Refused />
        </Later>
        {waiting}
      </div>
      <div className="weeks">
        <h1 className="h2">{dashboardWords.weeks}</h1>
        {company && <p className="t2 company">{company}</p>}
        {weeks && week ? (
          <>
            <div className="mt2">
              <WeekChips
                weeks={weeks}
                value={week.value}
                onChoose={(value) => setParams({ week: value }, { replace: true, preventScrollReset: true })}
              />
            </div>
            <NoMenuYet />
            <HomeWeek key={week.value} week={week} />
            <p className="phone">
              <button type="button" className="link sm" onClick={openStatus}>
                {marksWords.phone}
              </button>
              {counter && (
                <Link className="link sm" to="/dashboard/counter">
                  {dashboardWords.counter}
                </Link>
              )}
              {invites && (
                <Link className="link sm" to="/dashboard/profile">
                  {dashboardWords.invite}
                </Link>
              )}
            </p>
          </>
        ) : (
          <Loading className="col g4 mt4" heights={["44px", "420px"]} />
        )}
      </div>
    </div>
  );
}

/** Only before the very first menu has come: then nothing can be chosen, and only a connection helps. */
function NoMenuYet() {
  const menus = useMenus();
  const offline = useOffline();
  if (!menus || Object.keys(menus).length > 0 || !offline) return null;
  return (
    <div className="mt4">
      <EmptyState
        icon="off"
        title={dashboardWords.noMenu}
        action={
          <Button look="out" onClick={() => void syncNow().then(fetchMenus)}>
            {uiWords.tryAgain}
          </Button>
        }
      >
        {dashboardWords.noMenuText}
      </EmptyState>
    </div>
  );
}
