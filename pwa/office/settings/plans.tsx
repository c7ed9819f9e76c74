import { useState } from "react";
import { discountText } from "#pwa/company/plans";
import { plansWords as words } from "#pwa/i18n/plans";
import { longDate } from "#pwa/i18n/say-day";
import { AskFirst, type Deed } from "#pwa/office/ask-first";
import { EditPlan } from "#pwa/office/settings/edit-plan";
import { Pending } from "#pwa/office/troubled";
import type { components } from "#pwa/offline/contract.gen";
import { serverNow } from "#pwa/offline/sync/server-now";
import { useAnswer } from "#pwa/online/use-answer";
import { dateAt } from "#pwa/rules/week/date";
import { Button } from "#pwa/ui/button";
import { EmptyState } from "#pwa/ui/empty-state";
import { IconButton } from "#pwa/ui/icon-button";
import { StatusChip } from "#pwa/ui/status-chip";
import { toasts } from "#pwa/ui/toast-store";
import "#pwa/office/settings/areas.css";

export type Plan = components["schemas"]["OperatorPlan"];
type Terms = components["schemas"]["OperatorPlanChange"];

/** The plans that companies choose among, by the number of people that they take, with what hangs on each. */
export function Plans() {
  const { answer, trouble, loading, again } = useAnswer("/api/kitchen/settings/plans");
  const [open, setOpen] = useState<{ plan?: Plan }>();
  const [deed, setDeed] = useState<Deed>();
  const plans = answer?.data;
  const done = () => {
    setOpen(undefined);
    toasts.success(words.saved);
    void again();
  };
  // Who was told that somebody else changed something looks at it anew.
  const close = () => {
    setOpen(undefined);
    void again();
  };
  return (
    <>
      <Head onAdd={() => setOpen({})} />
      <div className="col g4 mt4">
        {!plans && <Pending trouble={trouble} again={again} busy={loading} />}
        {plans?.length === 0 && (
          <EmptyState icon="star" title={words.none}>
            {words.noneText}
          </EmptyState>
        )}
        {plans?.map((plan) => (
          <PlanEntry key={plan.id} plan={plan} onEdit={() => setOpen({ plan })} onAsk={setDeed} />
        ))}
      </div>
      {open && <EditPlan plan={open.plan} onDone={done} onClose={close} />}
      {deed && <AskFirst deed={deed} onDone={() => void again()} onClose={() => setDeed(undefined)} />}
    </>
  );
}

const Head = ({ onAdd }: { onAdd: () => void }) => (
  <>
    <div className="row g3 wrap area-head">
      <h1 className="grow">{words.title}</h1>
      <Button look="pri" onClick={onAdd}>
        {words.add}
      </Button>
    </div>
    <p className="t2 mt2">{words.text}</p>
  </>
);

type EntryProps = { plan: Plan; onEdit: () => void; onAsk: (deed: Deed) => void };

const PlanEntry = ({ plan, onEdit, onAsk }: EntryProps) => (
  <section className="card pad" aria-labelledby={`plan-${plan.id}`}>
    <div className="row g2 wrap area-head">
      <h2 className="h3 grow" id={`plan-${plan.id}`}>
        {plan.name}
      </h2>
      {plan.popular && (
        <StatusChip tone="ok" icon="star">
          {words.popular}
        </StatusChip>
      )}
      {!plan.offered && (
        <StatusChip tone="mute" icon="lock">
          {plan.active_from && plan.active_from > dateAt(serverNow())
            ? words.later(longDate(plan.active_from))
            : words.closed}
        </StatusChip>
      )}
      <IconButton icon="edit" label={words.editOf(plan.name)} onClick={onEdit} />
    </div>
    <Said terms={plan} />
    <p className="sm t2 mt2">{words.uses(plan.companies)}</p>
    {plan.next && (
      <div className="mt3">
        <p className="m">{words.next(longDate(plan.next.from))}</p>
        <Said terms={plan.next} named={plan.next.name !== plan.name} />
        <Button
          look="out"
          className="mt2"
          aria-label={words.withdrawOf(plan.name)}
          onClick={() => onAsk(takeBack(plan))}
        >
          {words.withdraw}
        </Button>
      </div>
    )}
    {!plan.used && (
      <Button look="out" className="mt3" aria-label={words.removeOf(plan.name)} onClick={() => onAsk(remove(plan))}>
        {words.remove}
      </Button>
    )}
  </section>
);

const Said = ({ terms, named }: { terms: Omit<Terms, "from">; named?: boolean }) => (
  <ul className="sm mt2">
    {named && <li>{terms.name}</li>}
    <li>{words.off(discountText(terms), terms.min_num_people)}</li>
    <li>{words.least(terms.minimum_day, terms.minimum_meal_count)}</li>
    {terms.active_until && <li>{words.until(longDate(terms.active_until))}</li>}
  </ul>
);

const takeBack = ({ id, name }: Plan): Deed => ({
  title: words.withdrawOf(name),
  text: words.withdrawText,
  go: words.withdraw,
  method: "DELETE",
  path: `/api/kitchen/settings/plans/${id}/change`,
  done: words.withdrawn,
});

const remove = ({ id, name }: Plan): Deed => ({
  title: words.removeOf(name),
  text: words.removeText,
  go: words.remove,
  danger: true,
  method: "DELETE",
  path: `/api/kitchen/settings/plans/${id}`,
  done: words.removed(name),
});
