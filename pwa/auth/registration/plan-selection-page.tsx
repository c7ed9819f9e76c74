import type { CSSProperties } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { type PlanValues, planFaults, planKept, stepToDo, usualPlan } from "#pwa/auth/registration/registration";
import { Steps } from "#pwa/auth/registration/steps";
import { peopleOf } from "#pwa/company/company-rules";
import { PlanCard } from "#pwa/company/plan-card";
import { chosenPlan, monthOf, nextPlan, offOf, planName, plansKnown } from "#pwa/company/plans";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { keepForm } from "#pwa/forms/kept-form";
import { type Form, useForm, type Wrong } from "#pwa/forms/use-form";
import { useKnown } from "#pwa/forms/use-known";
import { formatShort } from "#pwa/i18n/amounts";
import { planWords } from "#pwa/i18n/subscription";
import { useVat } from "#pwa/offline/config";
import { Button } from "#pwa/ui/button";
import { Icon } from "#pwa/ui/icon";
import "#pwa/auth/registration/subscription.css";
import "#pwa/forms/form.css";
import type { Plan } from "#pwa/offline/wire";

const least = 10;
const most = 100;

/** Asks how many people eat and which of the plans that this number unlocks the company takes. */
export function PlanSelectionPage() {
  const navigate = useNavigate();
  const vat = useVat();
  const plans = useKnown("/api/plans", plansKnown) ?? plansKnown;
  const { state } = useLocation();
  const form = useForm<PlanValues>({
    start: usualPlan,
    wrong: (state as { wrong?: Wrong<PlanValues> } | null)?.wrong,
    keep: planKept,
    local: true,
    check: (values) => planFaults(values, plans),
    send: async (values) => {
      keepForm(planKept.name, planKept.where, values);
      await navigate("/paymentselection");
    },
  });
  if (stepToDo(plans) === "/company/details") return <Navigate to="/company/details" replace />;

  const people = peopleOf(form.values.people);
  const plan = chosenPlan(plans, people, Number(form.values.plan_id));
  return (
    <div className="regpage planpage">
      <Steps at={2} title={planWords.title} />
      <h1>{planWords.title}</h1>
      <p className="t2 mt2">{planWords.text}</p>
      <form {...form.props} className="choosing mt6">
        <People form={form} plans={plans} plan={plan} />
        <div className="plans">
          {plans.map((one) => (
            <PlanCard key={one.id} plan={one} on={one === plan}>
              <Choose one={one} plan={plan} people={people} onChoose={() => form.set("plan_id", String(one.id))} />
            </PlanCard>
          ))}
        </div>
        <div className="onwards">
          <p className="sm t2 grow">{planWords.note(vat)}</p>
          <FormTrouble form={form} />
          <div className="sticky row between">
            <div className="estimate">
              {plan && (
                <>
                  <div className="xs t3">{planWords.estimateFor(people)}</div>
                  <div className="b num">{planWords.estimate(formatShort(monthOf(plan, people)))}</div>
                </>
              )}
            </div>
            <Button type="submit" look="pri" size="lg" aria-label={plan && planWords.goOnWith(planName(plan))}>
              {planWords.goOn}
              {plan && <span className="withplan">{planWords.withPlan(planName(plan))}</span>}
            </Button>
          </div>
        </div>
      </form>
    </div>
  );
}

function People({ form, plans, plan }: { form: Form<PlanValues>; plans: Plan[]; plan?: Plan }) {
  const people = peopleOf(form.values.people);
  const next = plan && nextPlan(plans, people);
  const [before, name, after] = plan ? planWords.fits(people, planName(plan)) : [];
  const error = form.wrong.people;
  const at = Math.min(most, Math.max(least, people || least));
  const place = (n: number) => `${((n - least) / (most - least)) * 100}%`;
  return (
    <div className="card pad people">
      <div className="row between">
        <label className="lbl" htmlFor="people">
          {planWords.people}
        </label>
        <input
          id="people"
          className={error ? "howmany h2 num err" : "howmany h2 num"}
          name="people"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="next"
          maxLength={7}
          value={form.values.people}
          aria-invalid={error ? true : undefined}
          aria-describedby="people-help"
          onChange={(event) => form.set("people", event.target.value)}
        />
      </div>
      <div className="rng">
        <input
          type="range"
          min={least}
          max={most}
          value={at}
          aria-label={planWords.slider}
          style={{ "--part": (at - least) / (most - least) } as CSSProperties}
          onChange={(event) => form.set("people", event.target.value)}
        />
        <div className="ticks xs t3 num" aria-hidden="true">
          {[...plans.map((one) => one.minNumPeople), most].map((n) => (
            <span key={n} style={{ insetInlineStart: place(n) }}>
              {n}
            </span>
          ))}
        </div>
      </div>
      <p id="people-help" className={error ? "help err mt2" : "sm t2 mt2"} role="status">
        {error ? (
          <>
            <Icon name="err" size="s" />
            <span>{error}</span>
          </>
        ) : plan ? (
          <>
            {before}
            <b>{name}</b>
            {after} {next && planWords.more(next.minNumPeople - people, offOf(next))}
          </>
        ) : (
          planWords.tooFew(Math.min(...plans.map((one) => one.minNumPeople)))
        )}
      </p>
    </div>
  );
}

type Choice = { one: Plan; plan?: Plan; people: number; onChoose: () => void };

function Choose({ one, plan, people, onChoose }: Choice) {
  if (one === plan) {
    return (
      <Button look="pri" full icon="check" aria-pressed className="choose" onClick={onChoose}>
        {planWords.selected}
      </Button>
    );
  }
  const reached = one.minNumPeople <= people;
  return (
    <Button look="out" full className="choose" aria-pressed={false} disabled={!reached} onClick={onChoose}>
      {reached ? planWords.choose(planName(one)) : planWords.needs(one.minNumPeople)}
    </Button>
  );
}
