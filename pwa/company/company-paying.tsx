import { ChangePaying } from "#pwa/company/change-paying";
import { EditCard } from "#pwa/company/edit-card";
import { LunchSplit } from "#pwa/company/lunch-split";
import { sayRules } from "#pwa/company/say-rules";
import { shareExample } from "#pwa/company/share-example";
import { payingWords } from "#pwa/i18n/company";
import { keptForm } from "#pwa/person/kept-form";
import { formatAed } from "#pwa/rules/money";
import { dateAt } from "#pwa/rules/week/date";
import { serverNow } from "#pwa/sync/server-now";
import type { OwnCompany } from "#pwa/wire";

type Props = {
  company: OwnCompany;
  /** What the company paid of this month so far, in fils, as soon as that is known. */
  paid?: number;
};

/** Shows who pays what, with or without a cap, with one lunch as an example, and offers the change. */
export function CompanyPaying({ company, paid = 0 }: Props) {
  const keep = `company.rules.${company.id}`;
  const { rules, minimum_day, minimum_meal_count } = company.paying;
  const { price, net, first } = shareExample(rules, company.tier, dateAt(serverNow()));
  return (
    <EditCard
      id="company-paying"
      title={payingWords.title}
      edit={payingWords.change}
      already={keptForm(keep, "tab") !== null}
      form={(close) => <ChangePaying company={company} keep={keep} onDone={close} />}
    >
      <p className="m mt2">{sayRules(rules)}</p>
      {paid > 0 && <p className="sm t2 mt2 num">{payingWords.soFar(formatAed(paid))}</p>}
      <LunchSplit price={price} net={net} company={first} />
      <p className="sm t2 mt3">{payingWords.minimums(minimum_day, minimum_meal_count)}</p>
    </EditCard>
  );
}
