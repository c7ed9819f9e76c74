import { Link } from "react-router";
import { uiWords } from "#pwa/i18n/app";
import { joined } from "#pwa/i18n/joined";
import { productionWords as words } from "#pwa/i18n/production";
import { clockAt, dayAndDate, longDate } from "#pwa/i18n/say-day";
import { RefusedMarks } from "#pwa/office/production/refused-marks";
import { useCookingDays } from "#pwa/office/production/use-production";
import { sayWhen } from "#pwa/office/say-when";
import { Troubled } from "#pwa/office/troubled";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { CookingDay } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon } from "#pwa/ui/icon";
import { Skeleton } from "#pwa/ui/skeleton";
import { StatusChip } from "#pwa/ui/status-chip";

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
        {!shown && !trouble && (
          <div className="col g3" role="status" aria-label={uiWords.loading}>
            <Skeleton height="72px" />
            <Skeleton height="72px" />
          </div>
        )}
        {trouble && !shown?.length && <Troubled trouble={trouble} again={() => void again()} />}
        {shown?.length === 0 && !trouble && (
          <EmptyState icon="plate" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {shown && shown.length > 0 && (
          <ul className="card list klist">
            {shown.map((day) => (
              <li key={day.date}>
                <Link className="li" to={`/kitchen/production/${day.date}`}>
                  <span className="grow">
                    <b>{longDate(day.date)}</b>
                    <span className="sm t2 kline">
                      {words.ordered(day.run < 0 ? day.meals : day.run_meals, day.people)}
                    </span>
                    {day.handed > 0 && <span className="sm t2 kline">{words.handed(day.handed, day.people)}</span>}
                  </span>
                  <DayState day={day} />
                  <Icon name="right" size="s" flip />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

const sayCutoff = (at: string) => joined([dayAndDate(dateAt(Date.parse(at) - 1)), clockAt(Date.parse(at) - 60_000)]);

function DayState({ day }: { day: CookingDay }) {
  if (day.run < 0 && Date.parse(day.cutoff) <= serverNow())
    return (
      <StatusChip tone="warn" icon="alert">
        {words.notWritten}
      </StatusChip>
    );
  if (day.run < 0)
    return (
      <StatusChip tone="mute" icon="clock">
        {words.closes(sayCutoff(day.cutoff))}
      </StatusChip>
    );
  if (day.run_meals !== day.meals)
    return (
      <StatusChip tone="warn" icon="alert">
        {words.change(day.run + 1)}
      </StatusChip>
    );
  return (
    <StatusChip tone="ok" icon="check">
      {day.run > 0 ? words.change(day.run) : words.written}
    </StatusChip>
  );
}
