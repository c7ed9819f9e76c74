import { lazy } from "react";
import { neededDays } from "#pwa/employee/choose/needed-days";
import { useQuote } from "#pwa/employee/choose/use-quote";
import { isConflict } from "#pwa/employee/conflict/conflict-codes";
import { DayRow } from "#pwa/employee/home/day-row";
import { dayView } from "#pwa/employee/home/day-view";
import { mealNames } from "#pwa/employee/home/meal-names";
import { ways } from "#pwa/employee/home/ways";
import { chosenDates, type WeekAction, weekAction } from "#pwa/employee/home/week-action";
import { WeekTotal } from "#pwa/employee/home/week-total";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { deliveryWords } from "#pwa/i18n/delivery";
import { joined } from "#pwa/i18n/joined";
import { dayOfMonth, shortDay } from "#pwa/i18n/say-day";
import { knownMeal } from "#pwa/menu/known-meal";
import { MealPicture } from "#pwa/menu/meal-picture";
import { useMenu } from "#pwa/menu/use-menu";
import { useMenus } from "#pwa/menu/use-menus";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import { isUnpaid } from "#pwa/offline/day-state";
import { useSession } from "#pwa/offline/session";
import { useServerNow } from "#pwa/offline/sync/server-now";
import { useOffline } from "#pwa/offline/sync/use-offline";
import { useSync } from "#pwa/offline/sync/use-sync";
import { useDays } from "#pwa/offline/use-day";
import type { Issue } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { Later } from "#pwa/ui/later";
import { Loading } from "#pwa/ui/loading";
import { painted } from "#pwa/ui/painted";
import { Plate } from "#pwa/ui/plate";

const NeedsYou = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/conflict/needs-you")).NeedsYou };
});

const RepeatWeek = lazy(async () => {
  await painted();
  return { default: (await import("#pwa/employee/history/repeat-week")).RepeatWeek };
});

/** A menu may merely not be on this phone. */
const isSure = (issue: Issue) => isConflict(issue) && issue.code !== "menu_missing";

const few = new Set(["too_few_days", "too_few_meals"]);

/** One week as five plates, the one thing to do next, and a line for each day. */
export function HomeWeek({ week }: { week: OfferedWeek }) {
  const days = useDays(week.days.map(({ date }) => date));
  const { menu, state } = useMenu(week.value);
  const menus = useMenus();
  const chosen = days ? chosenDates(days) : [];
  const estimate = useQuote(chosen, { wallet: false });
  const { sending } = useSync();
  const offline = useOffline();
  const now = useServerNow();
  const least = neededDays(
    week,
    useSession(({ profile }) => profile?.minimum_day ?? null),
  );
  if (!days) {
    return <Loading className="mt4" heights={["420px"]} />;
  }
  const enough = !estimate?.quote.issues.some(({ code }) => few.has(code));
  const changed = new Set(estimate?.quote.issues.filter(isSure).map(({ date }) => date));
  const drafted = days.some(({ draft }) => draft !== undefined);
  const action = weekAction(days, week.days, enough);
  const coming = state === "loading";
  const views = days.map((day) => ({
    day,
    // An ordered day carries the names of its meals; those of a chosen day are in the menu.
    name: coming && day.items.some(({ name }) => !name) ? null : mealNames(day.items, menu),
    meal: day.items[0] && knownMeal(menus, week.value, day.items[0].meal),
    view: dayView(
      day,
      week.days.find(({ date }) => date === day.date),
      { sending, changed: changed.has(day.date) },
    ),
  }));
  // Days that closed with nothing on them leave the room to those on which something can be done.
  const isOver = ({ day }: (typeof views)[number]) => now >= day.cutoff && day.items.length === 0;
  const over = views.every(isOver) ? [] : views.filter(isOver);
  const current = views.filter((one) => !over.includes(one));
  const row = ({ day, view, name, meal }: (typeof views)[number]) => (
    <DayRow key={day.date} day={day} view={view} name={name} meal={meal} />
  );
  return (
    <section className="card week mt4" aria-label={week.label}>
      {drafted && (
        <Later>
          <NeedsYou week={week.value} />
        </Later>
      )}
      <div className="plates">
        {views.map(({ day, view, name, meal }) => (
          <Plate
            key={day.date}
            state={view.plate}
            day={shortDay(day.date)}
            number={dayOfMonth(day.date)}
            label={joined([view.chip.text, name])}
            times={day.items.reduce((sum, { qty }) => sum + qty, 0)}
            to={view.action?.to}
          >
            {day.items[0] && (
              <MealPicture meal={meal} detail="thumb" look={view.plate === "locked" ? "round dim" : "round"} />
            )}
          </Plate>
        ))}
      </div>
      <div className="todo">
        {estimate && estimate.quote.net_amount > 0 && <WeekTotal quote={estimate.quote} days={chosen.length} />}
        {state === "missing" && action && !offline && <p className="sm t2 center">{dashboardWords.noMenuYet}</p>}
        {coming && (
          <p className="sm t2 center" role="status">
            {dashboardWords.menuComes}
          </p>
        )}
        {/* Whether enough is chosen to pay is known with the menu. */}
        {action?.kind === "order" && !coming && !days.some(isUnpaid) && (
          <Later>
            <RepeatWeek week={week} />
          </Later>
        )}
        {action && (chosen.length === 0 || !coming) && <WeekButton action={action} week={week.value} least={least} />}
      </div>
      <div className="list days">{current.map(row)}</div>
      {over.length > 0 && (
        <details className="over sm">
          <summary>{dashboardWords.over(over.length)}</summary>
          <div className="list days">{over.map(row)}</div>
        </details>
      )}
    </section>
  );
}

function WeekButton({ action, week, least }: { action: WeekAction; week: string; least: number }) {
  const names = (dates: string[]) => dates.map(shortDay);
  if (action.kind === "checkout") {
    return (
      <>
        <Button look="pri" full after="arrow" to={ways.checkout(week)}>
          {dashboardWords.checkout(action.dates.length)}
        </Button>
        {action.more.length > 0 && (
          <Button look="ghost" full icon="plus" to={ways.week(week)}>
            {dashboardWords.orderFor(names(action.more))}
          </Button>
        )}
      </>
    );
  }
  const goOn = action.kind === "goOn";
  return (
    <>
      <Button look="pri" full icon="plus" to={ways.week(week)}>
        {(goOn ? dashboardWords.goOn : dashboardWords.orderFor)(names(action.dates))}
      </Button>
      {goOn && least > 0 && <p className="sm t2 center">{deliveryWords.atLeast(least)}</p>}
    </>
  );
}
