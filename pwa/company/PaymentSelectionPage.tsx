import { Navigate, useNavigate } from "react-router";
import { chosenPlan, lunchPrice, plansKnown } from "#pwa/company/plans";
import { noDetails, planKept, sendRegistration, shareKept, stepToDo, usualPlan } from "#pwa/company/registration";
import { peopleOf } from "#pwa/company/rules";
import { Steps } from "#pwa/company/Steps";
import { type Payer, type ShareValues, shareFaults, shareOfValues, usualShare } from "#pwa/company/share";
import { formatAed } from "#pwa/money";
import { FormTrouble } from "#pwa/person/FormTrouble";
import { keepForm, keptForm } from "#pwa/person/keptForm";
import { type Form, useForm } from "#pwa/person/useForm";
import { useKnown } from "#pwa/person/useKnown";
import { shareOf } from "#pwa/quote/quote";
import { Fault } from "#pwa/server";
import { Button } from "#pwa/ui/Button";
import { Field } from "#pwa/ui/Field";
import { RadioRow } from "#pwa/ui/RadioRow";
import { Segment } from "#pwa/ui/Segment";
import { SplitBar } from "#pwa/ui/SplitBar";
import { formWords } from "#pwa/words/form";
import { payWords } from "#pwa/words/subscription";
import "#pwa/company/subscription.css";
import "#pwa/person/form.css";
import type { Plan } from "#pwa/wire";

const payers: { value: Payer; title: string; text: string }[] = [
  { value: "employees", title: payWords.employees, text: payWords.employeesText },
  { value: "company", title: payWords.company, text: payWords.companyText },
  { value: "both", title: payWords.both, text: payWords.bothText },
];

/** Who pays, and then everything is sent. (D3) */
export function PaymentSelectionPage() {
  const navigate = useNavigate();
  const plans = useKnown("/api/plans", plansKnown) ?? plansKnown;
  const form = useForm<ShareValues>({
    start: usualShare,
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

  const { who, share_type, share_duration } = form.values;
  const kept = { ...usualPlan, ...keptForm<typeof usualPlan>(planKept.name, planKept.where) };
  const plan = chosenPlan(plans, peopleOf(kept.people), Number(kept.plan_id));
  return (
    <div className="regpage">
      <Steps at={3} />
      <h1>{payWords.title}</h1>
      <p className="t2 mt2">{payWords.text}</p>
      <form {...form.props} className="paying mt6">
        <div className="fields">
          <fieldset className="col g3">
            <legend className="sr">{payWords.who}</legend>
            {payers.map(({ value, title, text }) => (
              <RadioRow
                key={value}
                name="who"
                value={value}
                checked={who === value}
                onChoose={() => form.set("who", value)}
              >
                <span className="grow">
                  <b className="m">{title}</b>
                  <span className="sm t2 line">{text}</span>
                </span>
              </RadioRow>
            ))}
          </fieldset>
          {who === "both" && (
            <fieldset className="card pad fields">
              <legend className="sr">{payWords.shareType}</legend>
              <Segment<ShareValues["share_type"]>
                label={payWords.shareType}
                value={share_type}
                onChange={(type) => form.set("share_type", type)}
                options={[
                  { value: "Percentage", label: payWords.percentage },
                  { value: "Flat", label: payWords.flat },
                ]}
              />
              {share_type === "Percentage" ? (
                <Field
                  {...form.field("percent")}
                  label={payWords.percent}
                  help={payWords.percentHelp}
                  inputMode="numeric"
                  autoComplete="off"
                  dir="ltr"
                  maxLength={4}
                />
              ) : (
                <Field
                  {...form.field("amount")}
                  label={payWords.amount}
                  help={payWords.amountHelp}
                  inputMode="decimal"
                  autoComplete="off"
                  dir="ltr"
                  maxLength={9}
                />
              )}
              <Field
                {...form.field("cap")}
                label={formWords.optional(payWords.cap)}
                help={payWords.capHelp}
                inputMode="decimal"
                autoComplete="off"
                dir="ltr"
                maxLength={10}
              />
              {form.values.cap.trim() && (
                <Segment<ShareValues["share_duration"]>
                  label={payWords.duration}
                  value={share_duration}
                  onChange={(duration) => form.set("share_duration", duration)}
                  options={(["Daily", "Weekly", "Monthly"] as const).map((value) => ({
                    value,
                    label: payWords.per[value],
                  }))}
                />
              )}
            </fieldset>
          )}
          <FormTrouble form={form} />
          <Button type="submit" look="pri" size="lg" full busy={form.busy}>
            {payWords.send}
          </Button>
        </div>
        {plan && <OneLunch plan={plan} form={form} />}
      </form>
    </div>
  );
}

/** What an average lunch comes to for whom, as it is really charged. (D11, D12) */
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
      <div className="mt4">
        <SplitBar
          parts={[
            { kind: "discount", label: payWords.discountKey, fils: plan.avgPrice - net },
            { kind: "company", label: payWords.companyKey, fils: company },
            { kind: "you", label: payWords.youKey, fils: net - company },
          ]}
        />
      </div>
      <dl className="dl mt4 sm">
        <div>
          <dt>{payWords.menuPrice}</dt>
          <dd>{formatAed(plan.avgPrice)}</dd>
        </div>
        <div className="neg">
          <dt>{payWords.discount}</dt>
          <dd>−{formatAed(plan.avgPrice - net)}</dd>
        </div>
        <div>
          <dt>{payWords.share}</dt>
          <dd>{formatAed(company)}</dd>
        </div>
        <div className="b">
          <dt>{payWords.rest}</dt>
          <dd>{formatAed(net - company)}</dd>
        </div>
      </dl>
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
