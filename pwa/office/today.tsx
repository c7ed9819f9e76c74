import { Link } from "react-router";
import { formatAed } from "#pwa/i18n/amounts";
import { ownName } from "#pwa/i18n/food";
import { joined } from "#pwa/i18n/joined";
import { kitchenHomeWords as words } from "#pwa/i18n/kitchen-home";
import { dayAndDate, weekLabel } from "#pwa/i18n/say-day";
import { secondStepWords } from "#pwa/i18n/second-step";
import { FirstRun } from "#pwa/office/first-run";
import { isIn, useOperator } from "#pwa/office/kitchen";
import { SuggestPin } from "#pwa/office/lock/suggest-pin";
import { CookingCard } from "#pwa/office/production/cooking-card";
import { Troubled } from "#pwa/office/troubled";
import type { AnswerOf } from "#pwa/offline/routes";
import { useAnswer } from "#pwa/online/use-answer";
import { firstName } from "#pwa/shell/profile";
import { Banner } from "#pwa/ui/banner";
import { EmptyState } from "#pwa/ui/empty-state";
import { Icon, type IconName } from "#pwa/ui/icon";
import { Loading } from "#pwa/ui/loading";

type Overview = AnswerOf<"GET", "/api/kitchen/overview">;
type Cases = AnswerOf<"GET", "/api/kitchen/cases">;
type Waiting = { to: string; icon: IconName; what: string; more?: string };

/** An operator's first page: what is cooked today and tomorrow, and what waits. */
export function Today() {
  const operator = useOperator();
  const support = isIn(operator?.operator_role, "support");
  const kitchen = isIn(operator?.operator_role, "kitchen");
  const overview = useAnswer("/api/kitchen/overview");
  const cases = useAnswer(support ? "/api/kitchen/cases" : null);
  const first = useAnswer(isIn(operator?.operator_role, "manager") ? "/api/kitchen/first-run" : null);
  const { answer } = overview;
  const trouble = overview.trouble || cases.trouble;
  const known = answer && (cases.answer || !support);
  return (
    <>
      <h1>{words.title(operator ? firstName(operator) : "")}</h1>
      {trouble && (
        <div className="mt4">
          <Troubled
            trouble={trouble}
            line={!!known}
            again={() => {
              void overview.again();
              void cases.again();
            }}
          />
        </div>
      )}
      {operator?.second_step === "offered" && (
        <div className="mt4">
          <Banner
            icon="lock"
            round
            action={
              <Link className="btn out" to="/kitchen/second-step">
                {secondStepWords.setUp}
              </Link>
            }
          >
            {secondStepWords.offered}
          </Banner>
        </div>
      )}
      {operator && <SuggestPin operator={operator} />}
      {first.answer && <FirstRun steps={first.answer.data} />}
      {answer && (
        <div className="kcards mt4">
          {daysOf(answer).map(({ day, title }) => (
            <CookingCard
              key={day.date}
              day={day}
              title={title}
              cooks={kitchen}
              onLocked={() => void overview.again()}
            />
          ))}
        </div>
      )}
      {known ? (
        <Waits all={[...waiting(answer, kitchen), ...casesOf(cases.answer)]} support={support} />
      ) : (
        !trouble && <Loading className="col g3 mt4" heights={["88px", "72px"]} />
      )}
      {answer && (
        <Link className="row g2 mt4 sm t2" to="/kitchen/closed-days">
          <Icon name="cal" size="s" />
          {answer.next_closed
            ? words.closed(dayAndDate(answer.next_closed.date), ownName(answer.next_closed))
            : words.noneClosed}
        </Link>
      )}
      {operator && (
        <Link className="row g2 mt3 sm t2" to="/kitchen/second-step">
          <Icon name="lock" size="s" />
          {secondStepWords.own}
        </Link>
      )}
    </>
  );
}

/** Today and tomorrow, and the next day with lunches when one of these has none. */
const daysOf = ({ cooking: [today, tomorrow], next }: Overview) =>
  [
    { day: today, title: words.today },
    { day: tomorrow, title: words.tomorrow },
    { day: today?.meals && tomorrow?.meals ? undefined : next, title: words.next },
  ].flatMap(({ day, title }) => (day ? [{ day, title }] : []));

/** An amount that is not broken at the end of a line. */
const whole = (fils: number) => formatAed(fils).replaceAll(" ", "\u00a0");

/** What should be looked at, the most pressing first. */
function waiting({ weeks_without_menu: weeks, weeks_offered, support }: Overview, kitchen: boolean): Waiting[] {
  const all: (Waiting | false)[] = [
    kitchen &&
      weeks.length > 0 && {
        to: "/kitchen/menus",
        icon: "menu",
        what: words.menus(weeks.length, weeks_offered),
        more: joined(weeks.map(weekLabel)),
      },
  ];
  if (support) {
    const { companies_waiting, overdue_invoices, overdue_amount, unresolved, unresolved_amount, silent } = support;
    const unsent = support.einvoices_stuck;
    all.unshift(
      unresolved > 0 && {
        to: "/kitchen/payments?status=open",
        icon: "card",
        what: words.unresolved(unresolved, whole(unresolved_amount)),
        more: words.unresolvedText,
      },
    );
    all.push(
      companies_waiting > 0 && {
        to: "/kitchen/companies?status=Pending",
        icon: "building",
        what: words.companies(companies_waiting),
      },
      overdue_invoices > 0 && {
        to: "/kitchen/invoices?state=overdue",
        icon: "receipt",
        what: words.overdue(overdue_invoices, whole(overdue_amount)),
      },
      unsent > 0 && {
        to: "/kitchen/invoices?state=unsent",
        icon: "receipt",
        what: words.unsent(unsent),
      },
      silent.length > 0 && {
        to: "/kitchen/counters",
        icon: "off",
        what: words.silent(silent.length),
        more: joined(silent),
      },
    );
  }
  return all.filter((one) => one !== false);
}

const casesOf = (cases?: Cases): Waiting[] =>
  cases && cases.data.length > 0
    ? [
        {
          to: "/kitchen/cases",
          icon: "alert",
          what: words.cases(cases.data.length, cases.more),
          more: words.casesText,
        },
      ]
    : [];

function Waits({ all, support }: { all: Waiting[]; support: boolean }) {
  if (all.length === 0)
    return (
      <div className="mt4">
        <EmptyState icon="okc" title={words.calm}>
          {support ? words.calmText : words.calmKitchen}
        </EmptyState>
      </div>
    );
  return (
    <section className="mt6" aria-labelledby="waits">
      <h2 className="h3" id="waits">
        {words.waits}
      </h2>
      <ul className="card list klist mt3">
        {all.map(({ to, icon, what, more }) => (
          <li key={to}>
            <Link className="li" to={to}>
              <span className="disc">
                <Icon name={icon} />
              </span>
              <span className="grow">
                <b>{what}</b>
                {more && <span className="sm t2 kline">{more}</span>}
              </span>
              <Icon name="right" size="s" flip />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
