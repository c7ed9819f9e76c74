import { plannerWords as words } from "#pwa/i18n/planner";
import { dayOfMonth, longDate, shortDay } from "#pwa/i18n/say-day";
import type { Problem } from "#pwa/office/planner/planner";
import { type DayShown, mayAdd, mayChange } from "#pwa/office/planner/week";
import { Icon } from "#pwa/ui/icon";

type Props = { days: DayShown[]; problems: Problem[]; current: string; onChoose: (date: string) => void };

/** The days of the week on a phone, which shows one of them; a meal can be dropped on each. */
export const DaySwitch = ({ days, problems, current, onChoose }: Props) => (
  <nav className="plswitch" aria-label={words.days}>
    {days.map((day) => (
      <button
        key={day.date}
        type="button"
        aria-current={day.date === current ? "date" : undefined}
        aria-label={words.dayOf(longDate(day.date), day.meals.length)}
        data-day={day.date}
        data-shut={mayAdd(day) ? undefined : "yes"}
        onClick={() => onChoose(day.date)}
      >
        <span className="xs">{shortDay(day.date)}</span>
        <b>{dayOfMonth(day.date)}</b>
        <span className="xs num">
          {day.closed ? (
            <Icon name="lock" size="xs" />
          ) : mayChange(day) && problems.some((one) => one.blocking && one.date === day.date) ? (
            <Icon name="alert" size="xs" />
          ) : (
            day.meals.length
          )}
        </span>
      </button>
    ))}
  </nav>
);
