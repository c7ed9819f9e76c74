import { Link } from "react-router";
import { kitchenHomeWords, kitchenWords } from "#pwa/i18n/kitchen";
import { dayAndDate } from "#pwa/i18n/say-day";
import { isIn, useOperator } from "#pwa/office/kitchen";
import { useAnswer } from "#pwa/online/use-answer";
import { firstName } from "#pwa/shell/standing";
import { Icon, type IconName } from "#pwa/ui/icon";
import { Skeleton } from "#pwa/ui/skeleton";

const words = kitchenHomeWords;

/** What waits for an operator today. */
export function Today() {
  const operator = useOperator();
  const support = isIn(operator?.operator_role, "support");
  const waiting = useAnswer(support ? "/api/kitchen/companies?status=Pending" : null);
  const cases = useAnswer(support ? "/api/kitchen/cases" : null);
  const closed = useAnswer("/api/kitchen/closed-days");
  const next = closed.answer?.data[0];
  return (
    <>
      <h1>{words.title(operator ? firstName(operator) : "")}</h1>
      <div className="kcards mt4">
        {support && (
          <Card
            to="/kitchen/companies?status=Pending"
            icon="building"
            what={kitchenWords.companies}
            text={waiting.answer && words.waiting(waiting.answer.data.length, waiting.answer.next !== "")}
            failed={!!waiting.trouble}
          />
        )}
        {support && (
          <Card
            to="/kitchen/cases"
            icon="alert"
            what={kitchenWords.cases}
            text={cases.answer && words.cases(cases.answer.data.length, cases.answer.more)}
            failed={!!cases.trouble}
          />
        )}
        <Card
          to="/kitchen/closed-days"
          icon="cal"
          what={kitchenWords.calendar}
          text={
            closed.answer &&
            (next ? words.nextClosed(dayAndDate(next.date), next.name) : words.closed(closed.answer.data.length))
          }
          failed={!!closed.trouble}
        />
      </div>
    </>
  );
}

type CardProps = { to: string; icon: IconName; what: string; text?: string; failed: boolean };

const Card = ({ to, icon, what, text, failed }: CardProps) => (
  <Link className="card pad kcard" to={to}>
    <span className="disc">
      <Icon name={icon} />
    </span>
    <span className="grow">
      <span className="sm t2">{what}</span>
      <b className="kbig">{text ?? (failed ? kitchenWords.failed : <Skeleton width="8rem" />)}</b>
    </span>
    <Icon name="right" size="s" flip />
  </Link>
);
