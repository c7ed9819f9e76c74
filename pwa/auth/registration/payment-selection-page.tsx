import { Navigate, useNavigate } from "react-router";
import {
  noDetails,
  planKept,
  sendRegistration,
  shareKept,
  stepToDo,
  usualPlan,
} from "#pwa/auth/registration/registration";
import { Steps } from "#pwa/auth/registration/steps";
import { peopleOf } from "#pwa/company/company-rules";
import { LunchSplit } from "#pwa/company/lunch-split";
import { chosenPlan, lunchPrice, plansKnown } from "#pwa/company/plans";
import { type Share, type ShareValues, shareFaults, shareOfValues, valuesOfShare } from "#pwa/company/share";
import { ShareFields } from "#pwa/company/share-fields";
import { FormTrouble } from "#pwa/forms/form-trouble";
import { keepForm, keptForm } from "#pwa/forms/kept-form";
import { type Form, useForm } from "#pwa/forms/use-form";
import { useKnown } from "#pwa/forms/use-known";
import { payWords } from "#pwa/i18n/subscription";
import { Fault } from "#pwa/offline/server";
import { shareOf } from "#pwa/rules/quote/quote";
import { Button } from "#pwa/ui/button";
import "#pwa/auth/registration/subscription.css";
import "#pwa/forms/form.css";
import type { Plan } from "#pwa/offline/wire";

const halves: Share = { share_type: "Percentage", share_value: 50, share_cap: null, share_duration: "Monthly" };

/** Asks who pays. The form starts with the operator's usual terms; what was typed on this device before takes precedence. */
export function PaymentSelectionPage() {
  const offered = useKnown("/api/usual-share", halves) ?? halves;
  return <Paying key={JSON.stringify(offered)} offered={offered} />;
}

/** Who pays, and then everything is sent. */
function Paying({ offered }: { offered: Share }) {
  const navigate = useNavigate();
  const plans = useKnown("/api/plans", plansKnown) ?? plansKnown;
  const form = useForm<ShareValues>({
    start: valuesOfShare(offered),
    keep: shareKept,
    check: shareFaults,
    fieldOf: (name) => (name === "share_cap" ? "cap" : name === "share_value" ? "percent" : name),
    send: async (values) => {
      keepForm(shareKept.name, shareKept.where, values);
      try {
        await sendRegistration(plans);
      } catch (cause) {
        const step = stepOf(cause);
        if (!step) throw cause;
        return void (await navigate(step.to, { state: { wrong: step.wrong } }));
      }
      await navigate("/completion");
    },
  });
  const missing = stepToDo(plans);
  if (missing && missing !== "/paymentselection") return <Navigate to={missing} replace />;

  const kept = { ...usualPlan, ...keptForm<typeof usualPlan>(planKept.name, planKept.where) };
  const plan = chosenPlan(plans, peopleOf(kept.people), Number(kept.plan_id));
  return (
    <div className="regpage">
      <Steps at={3} title={payWords.title} />
      <h1>{payWords.title}</h1>
      <p className="t2 mt2">{payWords.text}</p>
      <form {...form.props} className="paying mt6">
        <div className="fields">
          <ShareFields form={form} />
        </div>
        {plan && <OneLunch plan={plan} form={form} />}
        <div className="fields send">
          <FormTrouble form={form} />
          <Button type="submit" look="pri" size="lg" full busy={form.busy}>
            {payWords.send}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Shows what the company and the person pay of an average lunch, as it is really charged. */
function OneLunch({ plan, form }: { plan: Plan; form: Form<ShareValues> }) {
  const net = lunchPrice(plan);
  const share = shareOfValues(form.values);
  const sound = Object.values(shareFaults(form.values)).every((fault) => !fault);
  const company = sound ? shareOf({ ...none, ...share }, net, 0) : 0;
  return (
    <aside className="card pad onelunch" aria-labelledby="onelunch">
      <h2 className="h3" id="onelunch">
        {payWords.example}
      </h2>
      <LunchSplit price={plan.avgPrice} net={net} company={company} />
    </aside>
  );
}

const none = { discount_type: "Flat", discount_amount: 0, minimum_day: 1, minimum_meal_count: 1 };

/** The step that a refusal is about, when it is an earlier one. */
function stepOf(cause: unknown): { to: string; wrong: Record<string, string> } | null {
  if (!(cause instanceof Fault)) return null;
  const wrong = Object.fromEntries(
    Object.entries(cause.errors ?? {}).map(([name, sentences]) => [name, sentences[0] ?? ""]),
  );
  if (Object.keys(wrong).some((name) => name in noDetails)) return { to: "/company/details", wrong };
  const plan = wrong.people ?? wrong.plan_id;
  return plan ? { to: "/company/register", wrong: { people: plan } } : null;
}
