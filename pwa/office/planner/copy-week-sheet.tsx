import { useState } from "react";
import { copyWords as words } from "#pwa/i18n/planner";
import { shortDay, weekLabel } from "#pwa/i18n/say-day";
import { copyWeek, type Days, daysOf } from "#pwa/office/planner/edits";
import type { Meals } from "#pwa/office/planner/use-meals";
import { type DayShown, mayAdd } from "#pwa/office/planner/week";
import { Troubled } from "#pwa/office/troubled";
import { useAnswer } from "#pwa/online/use-answer";
import { addDays } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { CheckRow } from "#pwa/ui/check-row";
import { SelectField } from "#pwa/ui/select-field";
import { Sheet } from "#pwa/ui/sheet";
import { Skeleton } from "#pwa/ui/skeleton";

type Props = {
  week: string;
  days: DayShown[];
  book: Meals;
  onCopy: (source: string, change: (days: Days) => Days) => void;
  onClose: () => void;
};

/** Copies the meals of another week, day by day; the last week that had some is preselected. */
export function CopyWeekSheet({ week, days, book, onCopy, onClose }: Props) {
  const list = useAnswer("/api/kitchen/planner");
  const [chosen, setChosen] = useState<string>();
  const [portions, setPortions] = useState(true);
  const weeks = (list.answer?.weeks ?? []).filter((row) => row.week !== week && row.meals > 0).reverse();
  const last = weeks.find((row) => row.week <= addDays(week, -7)) ?? weeks.at(-1);
  const from = chosen ?? last?.week;
  const source = useAnswer(from ? `/api/kitchen/planner/${from}` : null);
  const open = new Set(days.filter(mayAdd).map(({ date }) => date));
  const may = (date: string) => open.has(date);
  const known = (meal: string) => book.meal(meal) !== undefined && !book.meal(meal)?.archived;
  const change = (into: Days) =>
    source.answer ? copyWeek(into, daysOf(source.answer.days), may, known, portions) : into;
  const coming = source.answer?.days.filter((_, at) => may(days[at]?.date ?? "")).flatMap(({ meals }) => meals) ?? [];
  const fit = coming.filter(({ meal }) => known(meal)).length;
  const trouble = list.trouble ?? source.trouble;
  return (
    <Sheet
      open
      title={words.title}
      onClose={onClose}
      footer={
        from && (
          <Button
            look="pri"
            full
            disabled={fit === 0}
            onClick={() => {
              onCopy(from, change);
              onClose();
            }}
          >
            {words.go(fit)}
          </Button>
        )
      }
    >
      {trouble && !(list.answer && source.answer) && (
        <Troubled
          trouble={trouble}
          again={() => {
            void list.again();
            void source.again();
          }}
        />
      )}
      {!list.answer && !trouble && <Skeleton height="52px" />}
      {list.answer && weeks.length === 0 && <p className="t2">{words.none}</p>}
      {from && (
        <>
          <SelectField label={words.from} value={from} onChange={(event) => setChosen(event.target.value)}>
            {weeks.map((row) => (
              <option key={row.week} value={row.week}>
                {words.option(weekLabel(row.week), row.meals)}
              </option>
            ))}
          </SelectField>
          <div className="mt3">
            <CheckRow checked={portions} onChange={setPortions}>
              {words.portions}
            </CheckRow>
          </div>
          <p className="t2 mt3" role="status">
            {open.size === 0 ? words.noDay : words.text([...open].map(shortDay))}
            {source.answer && coming.length > fit && <span className="kline">{words.lost(coming.length - fit)}</span>}
          </p>
        </>
      )}
    </Sheet>
  );
}
