import type { DayView } from "#pwa/employee/home/day-view";
import { dayAndDate } from "#pwa/i18n/say-day";
import { MealPicture } from "#pwa/menu/meal-picture";
import type { Day } from "#pwa/offline/use-day";
import type { Meal } from "#pwa/offline/wire";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import { IconButton } from "#pwa/ui/icon-button";
import { Skeleton } from "#pwa/ui/skeleton";
import { StatusChip } from "#pwa/ui/status-chip";

type Props = {
  day: Day;
  view: DayView;
  /** The names of the day's meals; null while they are being loaded. */
  name: string | null;
  /** The first of them, when it is known here. */
  meal?: Meal;
};

/** One day as a line: what is on the plate, its status, the cut-off, and what to do. */
export function DayRow({ day, view, name, meal }: Props) {
  const { action, chip } = view;
  return (
    <div className="day">
      {day.items.length > 0 ? (
        <MealPicture meal={meal} detail="thumb" look={view.plate === "locked" ? "dim" : undefined} />
      ) : (
        <span className={`emptyd${view.plate === "locked" ? " locked" : ""}`}>
          <Icon name={view.plate === "locked" ? "lock" : "plus"} />
        </span>
      )}
      <div className="col what">
        <h2 className="dn">{dayAndDate(day.date)}</h2>
        <span className="nm clamp2">{view.text ?? name ?? <Skeleton height="1.2em" width="12em" />}</span>
        <span className="row wrap where">
          <StatusChip tone={chip.tone} icon={chip.icon}>
            {chip.text}
          </StatusChip>
          {view.note && <span className="xs t3">{view.note}</span>}
        </span>
      </div>
      {action &&
        (action.kind === "edit" ? (
          <IconButton icon="edit" small label={action.label} to={action.to} />
        ) : (
          <Button look="soft" to={action.to} aria-label={action.label}>
            {action.text}
          </Button>
        ))}
    </div>
  );
}
