import { useEffect, useState } from "react";
import { Link } from "react-router";
import { dotted } from "#pwa/i18n/dotted";
import { exportWords, importWords, plannerWords as words } from "#pwa/i18n/planner";
import { weekLabel } from "#pwa/i18n/say-day";
import type { ClosedDay } from "#pwa/office/kitchen";
import { ExportSheet } from "#pwa/office/planner/export-sheet";
import { ImportSheet } from "#pwa/office/planner/import-sheet";
import { sendWeeks } from "#pwa/office/planner/keep-week";
import type { WeekRow } from "#pwa/office/planner/planner";
import { useUnsaved } from "#pwa/office/planner/use-unsaved";
import { WeekState } from "#pwa/office/planner/week-state";
import { sayWhen } from "#pwa/office/say-when";
import { Pending, Troubled } from "#pwa/office/troubled";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useOnline } from "#pwa/offline/sync/use-offline";
import { useAnswer } from "#pwa/online/use-answer";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import "#pwa/office/planner/planner.css";
import "#pwa/office/planner/sheets.css";

/** The weeks of menus: what is planned, what is missing, and the import and export of tables. */
export function PlannedWeeks() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/planner");
  const online = useOnline();
  const closed = useAnswer("/api/kitchen/closed-days");
  const [sheet, setSheet] = useState<"import" | "export">();
  const unsaved = useUnsaved();
  const waiting = unsaved.length > 0;
  useEffect(() => {
    // A week that was left offline is sent without being opened again.
    if (waiting && online) void sendWeeks();
  }, [waiting, online]);
  const monday = mondayOf(dateAt(serverNow()));
  const weeks = (answer?.weeks ?? []) as WeekRow[];
  const coming = weeks.filter(({ week }) => week >= monday);
  const past = weeks.filter(({ week, meals }) => week < monday && meals > 0);
  return (
    <>
      <div className="plhead">
        <div className="grow">
          <h1>{words.title}</h1>
          <p className="t2 mt2">{words.text}</p>
        </div>
        <div className="row wrap g2">
          <Button look="out" icon="plate" to="/kitchen/meals">
            {words.book}
          </Button>
          <Button look="out" icon="cloudup" onClick={() => setSheet("import")}>
            {importWords.button}
          </Button>
          <Button look="out" icon="download" onClick={() => setSheet("export")}>
            {exportWords.button}
          </Button>
        </div>
      </div>
      {unsaved.length > 0 && (
        <div className="mt4">
          <Banner tone="off" icon="sync" round>
            {words.unsaved(unsaved.map(weekLabel))}
          </Banner>
        </div>
      )}
      <div className="mt4">
        {!answer && (
          <Pending
            trouble={trouble}
            again={again}
            busy={loading}
            className="col g3"
            heights={["72px", "72px", "72px"]}
          />
        )}
        {answer && trouble && <Troubled trouble={trouble} again={again} line />}
        {coming.length > 0 && (
          <Weeks weeks={coming} closed={closed.answer?.data ?? []} monday={monday} label={words.coming} />
        )}
        {past.length > 0 && (
          <section className="mt6">
            <h2 className="h3">{words.past}</h2>
            <div className="mt3">
              <Weeks weeks={[...past].reverse()} closed={[]} monday={monday} label={words.past} />
            </div>
          </section>
        )}
      </div>
      {sheet === "import" && <ImportSheet onClose={() => setSheet(undefined)} onDone={() => void again()} />}
      {sheet === "export" && <ExportSheet onClose={() => setSheet(undefined)} />}
    </>
  );
}

type WeeksProps = { weeks: WeekRow[]; closed: ClosedDay[]; monday: string; label: string };

const missing = (row: WeekRow, closed: ClosedDay[]) =>
  5 - row.days - closed.filter(({ date }) => date >= row.week && date < addDays(row.week, 5)).length;

const Weeks = ({ weeks, closed, monday, label }: WeeksProps) => (
  <ul className="card list klist" aria-label={label}>
    {weeks.map((row) => (
      <li key={row.week}>
        <Link className="li plweek" to={`/kitchen/menus/${row.week}`}>
          <Filled row={row} />
          <span className="grow">
            <b>{weekLabel(row.week)}</b>
            {row.week === monday && <span className="plnow">{words.thisWeek}</span>}
            {row.week === addDays(monday, 7) && <span className="plnow">{words.nextWeek}</span>}
            <span className="sm t2 kline">
              {dotted([
                row.meals > 0 ? words.filled(row.meals, row.days) : words.nothing,
                row.published_at && words.publishedAt(sayWhen(row.published_at)),
              ])}
            </span>
            {row.meals > 0 && row.week >= monday && missing(row, closed) > 0 && (
              <span className="sm kline plwarn">{words.missing(missing(row, closed))}</span>
            )}
          </span>
          <WeekState state={row.state} />
          <Icon name="right" size="s" flip />
        </Link>
      </li>
    ))}
  </ul>
);

/** How many of the week's five days have meals. */
const Filled = ({ row }: { row: WeekRow }) => (
  <span className={`pldots ${row.state}`} aria-hidden="true">
    {[0, 1, 2, 3, 4].map((day) => (
      <i key={day} className={day < row.days ? "on" : undefined} />
    ))}
  </span>
);
