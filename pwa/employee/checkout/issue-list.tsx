import { clearDay } from "#pwa/employee/choose/edit-day";
import { checkoutWords } from "#pwa/i18n/checkout";
import { marksWords } from "#pwa/i18n/marks";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import type { Issue, IssueCode } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";

type Props = { issues: readonly Issue[]; week: string };

/** What is still to be chosen. What changed by itself is the conflict sheet's. */
type MissingCode = Extract<IssueCode, "too_few_meals" | "too_few_days" | "too_many_days" | "two_weeks" | "empty">;

const words = checkoutWords;
const saved = (work: Promise<void>) =>
  work.catch(() => toasts.error(marksWords.notSaved, { text: marksWords.notSavedText }));

/** What is missing before the week can be ordered, each with its way out. */
export function IssueList({ issues, week }: Props) {
  const places = [...new Set(issues.map((issue) => issue.date ?? ""))].sort();
  return (
    <section className="card pad" aria-labelledby="issues">
      <h2 className="h3" id="issues">
        {words.issuesTitle(issues.length)}
      </h2>
      <p className="sm t2">{words.issuesText}</p>
      {places.map((date) => (
        <div key={date} className="issue">
          <h3 className="m">{date ? dayAndDate(date) : words.wholeWeek}</h3>
          {issues
            .filter((issue) => (issue.date ?? "") === date)
            .map((issue) => (
              <OneIssue key={issue.code} issue={issue} week={week} />
            ))}
        </div>
      ))}
    </section>
  );
}

function OneIssue({ issue, week }: { issue: Issue; week: string }) {
  const { code, date, from = 0, to = 0 } = issue;
  return (
    <div className="mt2">
      <StatusChip tone="bad" icon="alert">
        {words.issue[code as MissingCode](from, to)}
      </StatusChip>
      <div className="row wrap g2 mt2">
        {code === "too_few_meals" && date && (
          <>
            <Button look="soft" to={`/mealselection?week=${week}&day=${date}`}>
              {words.addMeal}
            </Button>
            <Button look="ghost" onClick={() => saved(clearDay(date))}>
              {words.skipDay(longDay(date))}
            </Button>
          </>
        )}
        {code === "too_few_days" && (
          <Button look="soft" to={`/mealselection?week=${week}`}>
            {words.addDays(Math.max(1, to - from))}
          </Button>
        )}
        {(code === "too_many_days" || code === "two_weeks" || code === "empty") && (
          <Button look="soft" to={`/mealselection?week=${week}`}>
            {words.edit}
          </Button>
        )}
      </div>
    </div>
  );
}
