import { toasts } from "#pwa/app/toasts";
import { clearDay, removeMeal, setQty } from "#pwa/draft/editDay";
import { MealPicture } from "#pwa/menu/MealPicture";
import type { Issue } from "#pwa/quote/quote";
import { Button } from "#pwa/ui/Button";
import { StatusChip } from "#pwa/ui/StatusChip";
import { dayAndDate, longDay } from "#pwa/week/sayDay";
import type { MenuWeek } from "#pwa/wire";
import { checkoutWords } from "#pwa/words/checkout";
import { mealsWords } from "#pwa/words/meals";

type Props = { issues: readonly Issue[]; week: string; menu?: MenuWeek };

const said = checkoutWords;
const saved = (work: Promise<void>) =>
  work.catch(() => toasts.error(mealsWords.notSaved, { text: mealsWords.notSavedText }));

/** Why the week cannot be ordered as it is, day by day, each with its ways out. Nothing is dropped in silence. */
export function IssueList({ issues, week, menu }: Props) {
  const places = [...new Set(issues.map((issue) => issue.date ?? ""))].sort();
  return (
    <section className="card pad" aria-labelledby="issues">
      <h2 className="h3" id="issues">
        {said.issuesTitle(issues.length)}
      </h2>
      <p className="sm t2">{said.issuesText}</p>
      {places.map((date) => (
        <div key={date} className="issue">
          <h3 className="m">{date ? dayAndDate(date) : said.wholeWeek}</h3>
          {issues
            .filter((issue) => (issue.date ?? "") === date)
            .map((issue) => (
              <OneIssue key={`${issue.code} ${issue.meal ?? ""}`} issue={issue} week={week} menu={menu} />
            ))}
        </div>
      ))}
    </section>
  );
}

function OneIssue({ issue, week, menu }: { issue: Issue; week: string; menu?: MenuWeek }) {
  const { code, date, meal: id, from = 0, to = 0 } = issue;
  const meal = id ? menu?.meals.find((one) => one.id === id) : undefined;
  const late = code === "cutoff_passed" || code === "day_taken" || code === "day_closed" || code === "menu_missing";
  return (
    <div className="mt2">
      <StatusChip tone={late ? "mute" : "bad"} icon={late ? "lock" : "alert"}>
        {code === "sold_out" ? said.issue.sold_out(to) : said.issue[code](from, to)}
      </StatusChip>
      {id && (
        <div className="row g3 mt2">
          <span className="thumb s">
            <MealPicture meal={meal} detail="thumb" look="dim" />
          </span>
          <span className="grow sm m">{meal?.name ?? mealsWords.unknownMeal}</span>
        </div>
      )}
      <div className="row wrap g2 mt2">
        {id && date && (
          <>
            <Button look="soft" to={`/mealselection?week=${week}&day=${date}`}>
              {said.chooseAnother}
            </Button>
            {(code === "sold_out" || code === "bad_quantity") && to > 0 && (
              <Button onClick={() => saved(setQty(date, id, to))}>{said.take(to)}</Button>
            )}
            <Button look="ghost" onClick={() => saved(removeMeal(date, id))}>
              {said.removeMeal}
            </Button>
          </>
        )}
        {late && date && (
          <Button look="soft" onClick={() => saved(clearDay(date))}>
            {said.skipDay(longDay(date))}
          </Button>
        )}
        {code === "too_few_meals" && date && (
          <>
            <Button look="soft" to={`/mealselection?week=${week}&day=${date}`}>
              {said.addMeal}
            </Button>
            <Button look="ghost" onClick={() => saved(clearDay(date))}>
              {said.skipDay(longDay(date))}
            </Button>
          </>
        )}
        {code === "too_few_days" && (
          <Button look="soft" to={`/mealselection?week=${week}`}>
            {said.addDays(Math.max(1, to - from))}
          </Button>
        )}
        {(code === "too_many_days" || code === "two_weeks" || code === "empty") && (
          <Button look="soft" to={`/mealselection?week=${week}`}>
            {said.edit}
          </Button>
        )}
      </div>
    </div>
  );
}
