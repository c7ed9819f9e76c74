import { weekLabel } from "#pwa/i18n/say-day";
import "#pwa/menu/meal.css";
import "#pwa/employee/choose/choosing.css";
import { useParams, useSearchParams } from "react-router";
import { useChoices } from "#pwa/employee/choose/choices";
import { ChooseWeek } from "#pwa/employee/choose/choose-week";
import { mealsWords } from "#pwa/i18n/meals";
import { notFoundWords } from "#pwa/i18n/not-found";
import { useOffered } from "#pwa/menu/use-offered";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useOrder } from "#pwa/offline/use-orders";
import { mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { Chip } from "#pwa/ui/chip";
import { EmptyState } from "#pwa/ui/empty-state";
import { Waiting } from "#pwa/ui/waiting";

const aDate = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Which week to choose meals for: the address says so, else the order, else the days that were chosen. */
export function MealSelectionPage() {
  const { orderId } = useParams();
  const [params, setParams] = useSearchParams();
  const offered = useOffered();
  const choices = useChoices();
  const drafts = useDraftDays();
  const order = useOrder(orderId ?? "");
  if (!offered || !choices || !drafts || (orderId && order === undefined)) return <Waiting />;
  if (orderId && order === null)
    return (
      <div className="choosing">
        <EmptyState
          icon="search"
          title={mealsWords.gone}
          action={<Button to="/dashboard/home">{notFoundWords.lunches}</Button>}
        >
          {mealsWords.goneText}
        </EmptyState>
      </div>
    );

  const open = offered.flatMap((week) => week.days.filter((day) => day.offered).map((day) => day.date));
  const wanted = [...choices.days.filter((day) => open.includes(day)), ...drafts.map((day) => day.date)].sort();
  const date = aDate(params.get("day")) ?? aDate(params.get("date"));
  const asked = date ?? aDate(params.get("week")) ?? order?.week ?? wanted[0] ?? open[0];
  const week = mondayOf(asked ?? offered[0]?.value ?? "");
  const weeks = [...new Set([...wanted.map(mondayOf), week])].sort();
  const go = (next: Record<string, string>) => setParams(next, { replace: true, preventScrollReset: true });

  return (
    <div className="choosing">
      {weeks.length > 1 && (
        <fieldset className="chips">
          <legend className="sr">{mealsWords.weeks}</legend>
          {weeks.map((value) => (
            <Chip key={value} ink on={value === week} onClick={() => go({ week: value })}>
              {weekLabel(value)}
            </Chip>
          ))}
        </fieldset>
      )}
      <ChooseWeek
        key={week}
        week={week}
        asked={date}
        choices={choices}
        offered={offered.find((one) => one.value === week)?.days ?? []}
        onDate={(day) => go({ week, day })}
      />
    </div>
  );
}
