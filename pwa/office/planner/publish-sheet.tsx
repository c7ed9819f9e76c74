import { useEffect, useState } from "react";
import { dotted } from "#pwa/i18n/dotted";
import { errorsWords } from "#pwa/i18n/errors";
import { publishWords as words } from "#pwa/i18n/planner";
import { dayAndDate, weekLabel } from "#pwa/i18n/say-day";
import type { Desk, Keeper } from "#pwa/office/planner/keep-week";
import type { Change, PlannedWeek, Problem } from "#pwa/office/planner/planner";
import { ProblemList } from "#pwa/office/planner/problem-list";
import { sentenceFor } from "#pwa/offline/sentence-for";
import { call, Fault } from "#pwa/offline/server";
import { Banner } from "#pwa/ui/banner";
import { Button } from "#pwa/ui/button";
import { Sheet } from "#pwa/ui/sheet";
import { toasts } from "#pwa/ui/toast-store";

const most = 60;

type Props = {
  week: string;
  keeper: Keeper;
  desk: Desk & { seen: PlannedWeek };
  nameOf: (meal: string) => string;
  onGo: (problem: Problem) => void;
  onClose: () => void;
};

/** Shows what publishing changes, what prevents it, and what happens then. */
export function PublishSheet({ week, keeper, desk, nameOf, onGo, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { seen, saving } = desk;
  useEffect(() => void keeper.flush(), [keeper]);
  const blocking = seen.problems.filter((problem) => problem.blocking);
  const careful = seen.problems.filter((problem) => !problem.blocking);
  const first = seen.state === "empty" || seen.state === "planned";
  const nothing = seen.state === "published" && seen.changes.length === 0;
  const offers = seen.days.reduce((sum, { meals }) => sum + meals.length, 0);

  const publish = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      if (!(await keeper.flush())) return setTrouble(words.notSaved);
      const { rev } = keeper.get().seen ?? seen;
      const published = await call("POST", `/api/kitchen/planner/${week}/publish`, { rev }, { toast: false });
      keeper.took(published as PlannedWeek);
      toasts.success(words.done(weekLabel(week)));
      onClose();
    } catch (cause) {
      if (!(cause instanceof Fault)) setTrouble(errorsWords.offline);
      else if (cause.reason === "week_changed") {
        keeper.behind(cause.detail as PlannedWeek);
        setTrouble(sentenceFor(cause));
      } else if (cause.reason === "cannot_publish") {
        keeper.took(cause.detail as PlannedWeek);
        setTrouble(words.cannot);
      } else setTrouble(sentenceFor(cause));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Sheet
      open
      kind="wide"
      title={first ? words.title(weekLabel(week)) : words.again(weekLabel(week))}
      onClose={onClose}
      footer={
        <Button
          look="pri"
          full
          icon="cloudup"
          busy={busy || saving === "saving"}
          disabled={blocking.length > 0 || nothing || offers === 0}
          onClick={() => void publish()}
        >
          {first ? words.title(weekLabel(week)) : words.again(weekLabel(week))}
        </Button>
      }
    >
      <div className="col g5">
        {trouble && (
          <div role="alert">
            <Banner tone="bad" icon="err" round>
              {trouble}
            </Banner>
          </div>
        )}
        {saving !== "saved" && (
          <Banner tone={saving === "saving" || saving === "waiting" ? "sync" : "off"} icon="sync" round>
            {saving === "saving" || saving === "waiting" ? words.saving : words.notSaved}
          </Banner>
        )}
        {blocking.length > 0 && (
          <section>
            <h3>{words.blocking(blocking.length)}</h3>
            <ProblemList problems={blocking} nameOf={nameOf} onGo={onGo} />
          </section>
        )}
        <section>
          <h3>{words.changes}</h3>
          {nothing && <p className="t2 mt2">{words.nothing}</p>}
          {first && (
            <p className="t2 mt2">{words.whole(offers, seen.days.filter(({ meals }) => meals.length > 0).length)}</p>
          )}
          {!first && <Changes changes={seen.changes} nameOf={nameOf} />}
        </section>
        {careful.length > 0 && (
          <section>
            <h3>{words.careful}</h3>
            <ProblemList problems={careful} nameOf={nameOf} onGo={onGo} />
          </section>
        )}
        {!nothing && (
          <section>
            <h3>{words.after}</h3>
            <ul className="plthen mt2">
              <li>{first ? words.thenFirst : words.thenAgain}</li>
              {seen.changes.some(({ what }) => what === "removed") && !first && <li>{words.thenDrafts}</li>}
              {seen.days.some(({ over }) => over) && <li>{words.thenOver}</li>}
            </ul>
          </section>
        )}
      </div>
    </Sheet>
  );
}

const Changes = ({ changes, nameOf }: { changes: Change[]; nameOf: (meal: string) => string }) => (
  <ul className="plchanges mt2">
    {changes.slice(0, most).map(({ date, meal, what, ordered }) => (
      <li key={`${date} ${meal} ${what}`}>
        <span className={`plwhat ${what}`}>{words.what[what] ?? what}</span>
        <span className="grow">
          <b className="kname">{meal ? nameOf(meal) : words.what.order}</b>
          <span className="xs t2 kline">
            {dotted([date ? dayAndDate(date) : words.everyDay, ordered > 0 && words.ordered(ordered)])}
          </span>
        </span>
      </li>
    ))}
    {changes.length > most && <li className="sm t2">{words.more(changes.length - most)}</li>}
  </ul>
);
