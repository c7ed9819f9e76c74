import { formatAed } from "#pwa/money";
import type { Difference } from "#pwa/quote/quote";
import { Icon } from "#pwa/ui/Icon";
import { dayAndDate } from "#pwa/week/sayDay";
import type { MenuWeek } from "#pwa/wire";
import { checkoutWords } from "#pwa/words/checkout";
import { mealsWords } from "#pwa/words/meals";

type Props = { differences: readonly Difference[]; menu?: MenuWeek };

const said = checkoutWords;

/** What is different from what the person saw: the old struck through, the new beside it. (D18) */
export function DifferenceList({ differences, menu }: Props) {
  return (
    <section className="card pad" aria-labelledby="differences" role="alert">
      <h2 className="h3 row g2" id="differences">
        <Icon name="tag" size="s" />
        {said.differenceTitle(differences.length)}
      </h2>
      <p className="sm t2 mt2">{said.differenceText}</p>
      <ul className="list mt2">
        {differences.map(({ code, date, meal: id, from = 0, to = 0 }) => {
          const amount = (value: number) => (code === "quantity" ? String(value) : formatAed(value));
          const what = said.difference[code];
          const meal = id && (menu?.meals.find((one) => one.id === id)?.name ?? mealsWords.unknownMeal);
          return (
            <li key={`${code} ${date ?? ""} ${id ?? ""}`} className={`diff${code === "payable" ? " b" : ""}`}>
              <span className="grow">
                {what ?? issueSaid(code, from, to)}
                {(date || meal) && (
                  <span className="sm t2 blk">{[date && dayAndDate(date), meal].filter(Boolean).join(" · ")}</span>
                )}
              </span>
              {what && (
                <span className="num nw end">
                  <span className="sr">{said.was} </span>
                  <s className="t3 sm">{amount(from)}</s> <span className="sr">{said.now} </span>
                  <b>{amount(to)}</b>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function issueSaid(code: Difference["code"], from: number, to: number): string {
  if (!(code in said.issue)) return code;
  const issue = code as keyof typeof said.issue;
  return issue === "sold_out" ? said.issue.sold_out(to) : said.issue[issue](from, to);
}
