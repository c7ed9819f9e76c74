import type { ReactNode } from "react";
import { lunchPrice, offOf, planName } from "#pwa/company/plans";
import { formatAed, formatShort } from "#pwa/i18n/amounts";
import { planWords } from "#pwa/i18n/subscription";
import type { Plan } from "#pwa/offline/wire";
import { part } from "#pwa/rules/money";
import { Icon } from "#pwa/ui/icon";

const dirhams = (fils: number) => formatShort(part(fils, 1, 100) * 100);

/** Shows one plan with its discount and prices. */
export const PlanCard = ({ plan, on, children }: { plan: Plan; on?: boolean; children?: ReactNode }) => (
  <article className={on ? "plan on" : "plan"}>
    <div className="row between head">
      <h2 className="cap">{planName(plan)}</h2>
      {plan.popular && (
        <span className="pop">
          <Icon name="star" size="xs" />
          {planWords.popular}
        </span>
      )}
    </div>
    <div>
      <span className="pct">{offOf(plan)}</span>
      <div className="t2 m">{planWords.off}</div>
    </div>
    <div>
      <div className="sm t2">{planWords.average}</div>
      <div className="num row g2 was">
        <b className="h2">{formatAed(lunchPrice(plan))}</b>
        <s className="t3">
          <span className="sr">{planWords.was} </span>
          {dirhams(plan.avgPrice)}
        </s>
      </div>
      <div className="xs t2">{planWords.beforeVat(dirhams(plan.avgDiscountPrice))}</div>
    </div>
    <ul>
      <li>
        <Icon name="user" size="s" />
        <span>
          {planWords.from} <b>{planWords.fromPeople(plan.minNumPeople)}</b>
        </span>
      </li>
      {plan.minimum_day && (
        <li>
          <Icon name="cal" size="s" />
          <span>{planWords.minimums(plan.minimum_day, plan.minimum_meal_count ?? 1)}</span>
        </li>
      )}
      <li>
        <Icon name="check" size="s" />
        <span>{planWords.share}</span>
      </li>
      <li>
        <Icon name="check" size="s" />
        <span>{planWords.invoice}</span>
      </li>
    </ul>
    {children}
  </article>
);
