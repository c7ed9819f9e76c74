import { discountText } from "#pwa/company/plans";
import { membersWords as words } from "#pwa/i18n/members";
import type { MemberList } from "#pwa/offline/wire";
import { Icon } from "#pwa/ui/icon";

const off = (percent: number, flat?: number) =>
  discountText({ discount_type: flat ? "Flat" : "Percentage", discount_amount: flat || percent });

/** Shows how many active people carry the company's plan and how many the next plan needs. */
export function TierBar({ tier, active }: { tier: MemberList["tier"]; active: number }) {
  const { needed, next_needed: goal } = tier;
  if (tier.discount === 0 && !tier.flat) return null;
  const [discount, better] = [off(tier.discount, tier.flat), off(tier.next_discount ?? 0, tier.next_flat)];
  const end = Math.max(goal ?? needed, active, 1);
  const at = (n: number) => ({ "--at": `${Math.min(100, Math.round((n / end) * 100))}%` }) as React.CSSProperties;
  const short = active < needed;
  return (
    <section className="card tier mt4">
      <span className="disc">
        <Icon name="users" />
      </span>
      <div className="grow">
        <p className="words">
          <b>{short ? words.tierShort(active, discount, needed) : words.tier(active, discount)}</b>
          {!short && goal && goal > active && <span className="sm t2">{words.tierNext(goal - active, better)}</span>}
        </p>
        <div className={`meter${short ? " short" : ""}`} aria-hidden="true">
          <i style={at(active)} />
          <b style={at(needed)} />
        </div>
        <p className="xs t3 num ends" aria-hidden="true">
          <span style={at(needed)}>{words.tierNeeded(needed)}</span>
          {end - needed > end / 6 && <span className="goal">{end}</span>}
        </p>
      </div>
    </section>
  );
}
