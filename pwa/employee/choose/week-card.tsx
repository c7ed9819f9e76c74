import { Countdown } from "#pwa/employee/choose/countdown";
import { DayTile } from "#pwa/employee/choose/day-tile";
import { deliveryWords } from "#pwa/i18n/delivery";
import { joined } from "#pwa/i18n/joined";
import { dayAndNumber, longDay, shortDay } from "#pwa/i18n/say-day";
import type { OfferedWeek } from "#pwa/menu/use-offered";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";

type Props = {
  week: OfferedWeek;
  chosen: readonly string[];
  /** Shows the days even while none is chosen. */
  open: boolean;
  onToggle: (date: string) => void;
  onAdd: () => void;
  onClear: () => void;
  /** What of a day's menu is sold out, by name. */
  soldOut: (date: string) => { names: string[]; all: boolean };
};

/** One offered week: shut, waiting to be added, or with its days. */
export function WeekCard({ week, chosen, open, onToggle, onAdd, onClear, soldOut }: Props) {
  const offered = week.days.filter((day) => day.offered);
  const mine = week.days.filter((day) => chosen.includes(day.date));
  if (offered.length === 0) {
    return (
      <div className="card row mt4 weekshut">
        <Icon name="lock" />
        <span className="grow">
          <span className="h3">{week.label}</span>
          <span className="sm blk">
            {whyNot(week)} {deliveryWords.closeRule}
          </span>
        </span>
      </div>
    );
  }
  if (!open && mine.length === 0) {
    return (
      <div className="card row between mt4 weekadd">
        <h2 className="h3">{week.label}</h2>
        <Button look="soft" icon="plus" onClick={onAdd} aria-label={deliveryWords.addWeekOf(week.label)}>
          {deliveryWords.addWeek}
        </Button>
      </div>
    );
  }
  const first = mine[0] ?? offered[0];
  const gone = offered.map(({ date }) => ({ date, ...soldOut(date) })).filter(({ names }) => names.length > 0);
  return (
    <section className="card pad mt4" aria-label={week.label}>
      <div className="row between">
        <h2 className="h3">{week.label}</h2>
        {mine.length > 0 && (
          <button type="button" className="link sm" onClick={onClear} aria-label={deliveryWords.clearWeek(week.label)}>
            {deliveryWords.clear}
          </button>
        )}
      </div>
      <div className="daytiles mt2">
        {week.days.map((day) => (
          <DayTile key={day.date} day={day} chosen={chosen.includes(day.date)} onToggle={() => onToggle(day.date)} />
        ))}
      </div>
      {offered.length < week.days.length && <p className="sm t2 mt3">{whyNot(week)}</p>}
      {gone.length > 0 && (
        <ul className="sm t2 mt3 soldout">
          {gone.map(({ date, names, all }) => (
            <li key={date} className="row g2 start">
              <Icon name="alert" size="s" />
              <span>{all ? deliveryWords.allSold(longDay(date)) : deliveryWords.soldOut(longDay(date), names)}</span>
            </li>
          ))}
        </ul>
      )}
      {first && (
        <>
          <p className="sr">{deliveryWords.closes(dayAndNumber(first.date))}</p>
          <div className="mt3">
            <Countdown date={first.date} />
          </div>
        </>
      )}
    </section>
  );
}

/** "Thu is ordered, Fri has closed." */
function whyNot(week: OfferedWeek): string {
  const said = (["taken", "past", "closed", "unserved", "full"] as const).flatMap((why) => {
    const days = week.days
      .filter((day) => !day.offered && (day.why ?? "past") === why)
      .map((day) => shortDay(day.date));
    if (days.length === 0) return [];
    if (why === "taken") return deliveryWords.isTaken(days);
    if (why === "full") return deliveryWords.isFull(days);
    return why === "past" ? deliveryWords.isClosed(days) : deliveryWords.isHoliday(days);
  });
  const text = joined(said);
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}
