import { Link } from "react-router";
import { productionWords as words } from "#pwa/i18n/production";
import { longDate } from "#pwa/i18n/say-day";
import { DayState } from "#pwa/office/production/day-state";
import { RefusedMarks } from "#pwa/office/production/refused-marks";
import { useCookingDays } from "#pwa/office/production/use-production";
import { sayWhen } from "#pwa/office/say-when";
import { Troubled } from "#pwa/office/troubled";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CookingDay } from "#pwa/offline/wire";
import { addDays, dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";

/** The dates of the last two weeks and the next five that have lunches. */
export function ProductionDays() {
  const { days, at, trouble, asked, again, waiting, refused } = useCookingDays();
  const shown = days && (days.length > 0 || asked) ? days : undefined;
  return (
    <>
      <h1>{words.title}</h1>
      {trouble && at > 0 && <p className="help">{words.seen(sayWhen(new Date(at).toISOString()))}</p>}
      {waiting > 0 && (
        <div className="mt4">
          <Banner tone="off" icon="sync">
            {words.waiting(waiting)}
          </Banner>
        </div>
      )}
      <RefusedMarks marks={refused} />
      <div className="mt4">
        {!shown && !trouble && <Loading className="col g3" heights={["72px", "72px"]} />}
        {trouble && !shown?.length && <Troubled trouble={trouble} again={() => void again()} />}
        {shown?.length === 0 && !trouble && (
          <EmptyState icon="plate" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {shown && shown.length > 0 && <Calendar days={shown} />}
      </div>
    </>
  );
}

/** Today and what comes; the days that are over are folded, the last of them first. */
function Calendar({ days }: { days: CookingDay[] }) {
  const today = dateAt(serverNow());
  const tomorrow = addDays(today, 1);
  const on = (date: string) => days.filter((day) => day.date === date);
  const past = days.filter(({ date }) => date < today).reverse();
  return (
    <div className="col g5">
      <Days title={words.today} days={on(today)} none={words.nothingToCook} />
      <Days title={words.tomorrow} days={on(tomorrow)} none={words.nothingToCook} />
      <Days title={words.next} days={days.filter(({ date }) => date > tomorrow)} />
      {past.length > 0 && (
        <details className="kpast">
          <summary>{words.past(past.length)}</summary>
          <DayList days={past} />
        </details>
      )}
    </div>
  );
}

type DaysProps = { title: string; days: CookingDay[]; none?: string };

function Days({ title, days, none }: DaysProps) {
  if (days.length === 0 && !none) return null;
  return (
    <section>
      <h2 className="h3">{title}</h2>
      {days.length > 0 ? <DayList days={days} /> : <p className="t2 mt2">{none}</p>}
    </section>
  );
}

const DayList = ({ days }: { days: CookingDay[] }) => (
  <ul className="card list klist mt3">
    {days.map((day) => (
      <li key={day.date}>
        <Link className="li krow" to={`/kitchen/production/${day.date}`}>
          <span className="grow">
            <b>{longDate(day.date)}</b>
            <span className="sm t2 kline num">
              {words.ordered(day.run < 0 ? day.meals : day.run_meals, day.people)}
            </span>
            {day.handed > 0 && <span className="sm t2 kline num">{words.handed(day.handed, day.people)}</span>}
          </span>
          <span className="row wrap g2 krowstate">
            <DayState day={day} />
          </span>
          <Icon name="right" size="s" flip />
        </Link>
      </li>
    ))}
  </ul>
);
