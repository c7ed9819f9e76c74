import { dotted } from "#pwa/i18n/dotted";
import { problemWords, publishWords as words } from "#pwa/i18n/planner";
import { dayAndDate } from "#pwa/i18n/say-day";
import type { Problem } from "#pwa/office/planner/planner";
import { Icon } from "#pwa/ui/icon";

type Props = { problems: Problem[]; nameOf: (meal: string) => string; onGo: (problem: Problem) => void };

const most = 30;

/** What should be mended; each line leads to where it is. */
export const ProblemList = ({ problems, nameOf, onGo }: Props) => (
  <ul className="plproblems">
    {problems.slice(0, most).map((problem) => (
      <li key={`${problem.date} ${problem.meal} ${problem.what}`}>
        <button type="button" className={problem.blocking ? "bad" : undefined} onClick={() => onGo(problem)}>
          <Icon name={problem.blocking ? "err" : "alert"} size="s" />
          <span className="grow">
            <b>{dotted([problem.date && dayAndDate(problem.date), problem.meal && nameOf(problem.meal)])}</b>
            <span className="sm kline">{problemWords[problem.what] ?? problemWords.unknown}</span>
          </span>
          <Icon name="right" size="s" flip />
        </button>
      </li>
    ))}
    {problems.length > most && <li className="sm t2">{words.more(problems.length - most)}</li>}
  </ul>
);
