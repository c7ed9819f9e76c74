import { useState } from "react";
import { Link } from "react-router";
import { begun, forgetRegistration, sentRegistration, stepToDo } from "#pwa/auth/registration/registration";
import { PlanCard } from "#pwa/company/plan-card";
import { plansKnown } from "#pwa/company/plans";
import { useKnown } from "#pwa/forms/use-known";
import { subscriptionWords } from "#pwa/i18n/subscription";
import { Arrival } from "#pwa/shell/arrival";
import { Button } from "#pwa/ui/button";
import "#pwa/auth/registration/subscription.css";

/** Tells what a company gets and leads into the registration. */
export function SubscriptionPage() {
  const plans = useKnown("/api/plans", plansKnown) ?? plansKnown;
  const [going, setGoing] = useState(begun);
  const next = sentRegistration() ? "/completion" : (stepToDo(plans) ?? "/paymentselection");
  return (
    <div className="regpage subscription">
      <Arrival title={subscriptionWords.title} />
      <h1>{subscriptionWords.title}</h1>
      <p className="t2 mt3 lead">{subscriptionWords.text}</p>
      <div className="row wrap g3 mt6 start">
        <Button look="pri" size="lg" after="arrow" to={going ? next : "/company/details"}>
          {going ? subscriptionWords.goOn : subscriptionWords.start}
        </Button>
        {going && (
          <Button
            look="ghost"
            onClick={() => {
              forgetRegistration();
              setGoing(false);
            }}
          >
            {subscriptionWords.startOver}
          </Button>
        )}
      </div>
      <p className="sm t2 mt3">{subscriptionWords.takes}</p>
      <ul className="good mt8">
        {subscriptionWords.good.map(({ title, text }) => (
          <li key={title} className="card pad">
            <h2 className="h3">{title}</h2>
            <p className="sm t2 mt2">{text}</p>
          </li>
        ))}
      </ul>
      <h2 className="mt8">{subscriptionWords.plans}</h2>
      <p className="t2 mt2">{subscriptionWords.plansText}</p>
      <div className="plans mt4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
      <p className="sm t2 join mt6">
        {subscriptionWords.single}{" "}
        <Link className="link u sm" to="/register">
          {subscriptionWords.singleLink}
        </Link>
      </p>
    </div>
  );
}
