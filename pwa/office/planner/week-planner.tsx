import { useParams } from "react-router";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { plannerWords } from "#pwa/i18n/planner";
import { WeekBoard } from "#pwa/office/planner/week-board";
import { mondayOf } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import "#pwa/office/planner/planner.css";
import "#pwa/office/planner/sheets.css";

const isMonday = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && mondayOf(text) === text;

/** One week to plan, named by its Monday. */
export function WeekPlanner() {
  const { week = "" } = useParams();
  if (!isMonday(week))
    return (
      <>
        <h1 className="sr">{plannerWords.title}</h1>
        <EmptyState
          icon="search"
          title={kitchenWords.gone}
          action={<Button to="/kitchen/menus">{plannerWords.title}</Button>}
        >
          {kitchenWords.goneText}
        </EmptyState>
      </>
    );
  return <WeekBoard key={week} week={week} />;
}
