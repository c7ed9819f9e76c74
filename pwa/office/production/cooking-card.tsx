import { dotted } from "#pwa/i18n/dotted";
import { productionWords as words } from "#pwa/i18n/production";
import { dayAndDate } from "#pwa/i18n/say-day";
import { DayState, stageOf } from "#pwa/office/production/day-state";
import { useLocking } from "#pwa/office/production/use-locking";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CookingDay } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  day: CookingDay;
  title: string;
  /** Whether this operator cooks: the others read, and have no buttons. */
  cooks: boolean;
  onLocked: () => void;
};

/** A day of the kitchen: how much, for whom, until when, how far it is, and what is done next. */
export function CookingCard({ day, title, cooks, onLocked }: Props) {
  const id = `cook-${day.date}`;
  return (
    <section className="card pad kday" aria-labelledby={id}>
      <h2 className="row g2 sm t2" id={id}>
        <Icon name="plate" size="s" />
        {dotted([title, dayAndDate(day.date)])}
      </h2>
      <p className="h2 num mt2">{day.meals > 0 ? words.meals(day.meals) : words.nothingToCook}</p>
      {day.meals > 0 && (
        <>
          <p className="t2 num">{words.whoWhere(day.people, day.places)}</p>
          <p className="row wrap g2 mt3">
            <DayState day={day} />
          </p>
          {isToday(day) && stageOf(day) === "locked" && (
            <p className="mt3">
              <span className="sm num">{words.handed(day.handed, day.people)}</span>
              <span className="kmeter" aria-hidden="true">
                <i style={{ inlineSize: `${(100 * day.handed) / Math.max(day.people, 1)}%` }} />
              </span>
            </p>
          )}
          {cooks && <Steps day={day} onLocked={onLocked} />}
        </>
      )}
    </section>
  );
}

const isToday = (day: CookingDay) => day.date === dateAt(serverNow());

/** What can be done with the day now; the next thing to do is the primary one. */
function Steps({ day, onLocked }: Pick<Props, "day" | "onLocked">) {
  const { busy, lock } = useLocking(day.date, onLocked);
  const stage = stageOf(day);
  const path = `/kitchen/production/${day.date}`;
  const handing = isToday(day) && day.handed < day.people;
  return (
    <p className="row wrap g2 mt4">
      {stage === "due" && (
        <Button look="pri" busy={busy} onClick={() => void lock()}>
          {words.write}
        </Button>
      )}
      {stage === "locked" && (
        <Button look={day.printed ? "out" : "pri"} to={path}>
          {words.printLabels}
        </Button>
      )}
      {stage === "locked" && handing && (
        <Button look={day.printed ? "pri" : "out"} to={`${path}?view=bring`}>
          {words.handOver}
        </Button>
      )}
      <Button look="out" to={path}>
        {stage === "open" ? words.seeOrdered : words.cook}
      </Button>
    </p>
  );
}
