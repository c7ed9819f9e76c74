import { ChangePaying } from "#pwa/admin/company/change-paying";
import { sayRules } from "#pwa/admin/company/say-rules";
import { shareExample } from "#pwa/admin/company/share-example";
import { LunchSplit } from "#pwa/company/lunch-split";
import { EditCard } from "#pwa/forms/edit-card";
import { keptForm } from "#pwa/forms/kept-form";
import { formatAed } from "#pwa/i18n/amounts";
import { payingWords } from "#pwa/i18n/company";
import { serverNow } from "#pwa/offline/sync/server-now";
import type { OwnCompany } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";

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
