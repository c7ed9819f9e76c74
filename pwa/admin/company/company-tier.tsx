import { discountText, nextPlan, offOf, planName } from "#pwa/company/plans";
import { tierWords } from "#pwa/i18n/company";
import { joined } from "#pwa/i18n/joined";
import { dayAndDate, monthName } from "#pwa/i18n/say-day";
import type { OwnCompany } from "#pwa/offline/wire";

/** Shows the company's plan, how many active people carry it, what the next plan takes, and when the plan is reviewed. */
export function CompanyTier({ tier, status }: Pick<OwnCompany, "tier" | "status">) {
  const waits = status === "Pending";
  const { plans, plan_id, active, review, last, discount_type, discount_amount } = tier;
  const plan = plans.find(({ id }) => id === plan_id);
  const agreed = discountText({ discount_type, discount_amount });
  const follows = plan ? agreed === offOf(plan) : discount_amount === 0;
  const next = nextPlan(plans, Math.max(active, plan?.minNumPeople ?? 0));
  const reached = plans.filter(
    ({ minNumPeople }) => minNumPeople <= active && minNumPeople > (plan?.minNumPeople ?? 0),
  );
  const best = reached.sort((a, b) => b.minNumPeople - a.minNumPeople)[0];
  const needed = plan?.minNumPeople ?? next?.minNumPeople ?? 0;
  const on = review ? dayAndDate(review) : "";
  return (
    <section className="card pad" aria-labelledby="company-tier">
      <div className="row between">
        <h2 className="h3" id="company-tier">
          {tierWords.title}
        </h2>
        {plan && <span className="chip mute">{planName(plan)}</span>}
      </div>
      <p className="big mt2">
        {waits
          ? tierWords.waits
          : !follows
            ? tierWords.agreed(agreed)
            : plan
              ? tierWords.off(offOf(plan))
              : tierWords.noPlan}
      </p>
      <div className="row between sm mt3">
        <b>{plan && !waits && active >= needed ? tierWords.keeps(active, offOf(plan)) : tierWords.active(active)}</b>
        <span className="t2 num">{tierWords.needed(needed)}</span>
      </div>
      <div
        className="meter mt2"
        role="img"
        aria-label={joined([tierWords.active(active), tierWords.needed(needed)])}
        data-short={active < needed || undefined}
      >
        <i style={{ inlineSize: `${Math.min(100, needed ? (active / needed) * 100 : 100)}%` }} />
      </div>
      {review && follows && !waits && (
        <ul className="points sm t2 mt3">
          {plan && active < needed && (
            <li>
              {last?.outcome === "warned" ? (
                <b>{tierWords.danger(needed - active, offOf(plan), on)}</b>
              ) : (
                tierWords.short(needed - active, offOf(plan), on)
              )}
            </li>
          )}
          {best ? (
            <li>{tierWords.reached(offOf(best), on)}</li>
          ) : (
            next && <li>{tierWords.next(next.minNumPeople - active, offOf(next), on)}</li>
          )}
          {!next && !best && <li>{tierWords.top}</li>}
          {last && <li>{tierWords.last[last.outcome]?.(monthOf(last.month))}</li>}
          <li>{tierWords.review(on)}</li>
        </ul>
      )}
    </section>
  );
}

const monthOf = (date: string) => monthName(date);
