import { amendWords } from "#pwa/i18n/amend";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { Issue } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import { StatusChip } from "#pwa/ui/status-chip";

const words = amendWords;

type Props = {
  order: string;
  issues: readonly Issue[];
  nameOf: (meal: string) => string;
  /** The day stays as it is ordered. */
  onKeep: (date: string) => void;
  onCancel: (date: string) => void;
  onTake: (date: string, meal: string, qty: number) => void;
};

/** Why a change cannot be saved as it is proposed, each with answers of one tap. */
export function AmendIssues({ order, issues, nameOf, onKeep, onCancel, onTake }: Props) {
  const dates = [...new Set(issues.map(({ date }) => date ?? ""))].sort();
  return (
    <section className="card pad" aria-labelledby="amend-issues">
      <h2 className="h3" id="amend-issues">
        {words.issuesTitle(issues.length)}
      </h2>
      <p className="sm t2">{words.issuesText}</p>
      {dates.map((date) => (
        <section key={date} className="issue" aria-label={date ? dayAndDate(date) : checkoutWords.wholeWeek}>
          <h3 className="m">{date ? dayAndDate(date) : checkoutWords.wholeWeek}</h3>
          {issues
            .filter((issue) => (issue.date ?? "") === date)
            .map(({ code, meal = "", from = 0, to = 0 }) => {
              const [name, number] = [meal && nameOf(meal), Math.max(to, 0)];
              const other = code === "withdrawn" || code === "sold_out" || code === "bad_quantity";
              return (
                <div key={`${code} ${meal}`} className="mt2">
                  <StatusChip tone="bad" icon="alert">
                    {words.issue[code]?.(name, number) ?? words.toFix}
                  </StatusChip>
                  <div className="row wrap g2 mt2">
                    {(code === "sold_out" || code === "bad_quantity") && number > 0 && from > number && (
                      <Button look="soft" onClick={() => onTake(date, meal, number)}>
                        {words.take(number)}
                      </Button>
                    )}
                    {other && (
                      <Button look="soft" to={`/editorder/${order}?day=${date}`}>
                        {words.another}
                      </Button>
                    )}
                    {code === "too_few_meals" && (
                      <>
                        <Button look="soft" to={`/editorder/${order}?day=${date}`}>
                          {words.addMeal}
                        </Button>
                        <Button look="ghost" onClick={() => onCancel(date)}>
                          {words.cancelInstead}
                        </Button>
                      </>
                    )}
                    {date && (
                      <Button look={other ? "ghost" : "soft"} onClick={() => onKeep(date)}>
                        {words.keepHad}
                      </Button>
                    )}
                  </div>
                </div>
              );
            })}
        </section>
      ))}
    </section>
  );
}
