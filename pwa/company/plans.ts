import { formatAed } from "#pwa/i18n/amounts";
import { planWords } from "#pwa/i18n/subscription";
import type { Plan } from "#pwa/offline/wire";
import { discountedPrice, type Terms } from "#pwa/rules/quote/quote";

/** The plans to show until the server's list has arrived. */
export const plansKnown: Plan[] = [
  { id: 1, discountPrecentage: 20, minNumPeople: 20, avgPrice: 4700, avgDiscountPrice: 3600, popular: false },
  { id: 2, discountPrecentage: 25, minNumPeople: 35, avgPrice: 4700, avgDiscountPrice: 3400, popular: true },
  { id: 3, discountPrecentage: 30, minNumPeople: 50, avgPrice: 4700, avgDiscountPrice: 3100, popular: false },
];

type Discount = Pick<Terms, "discount_type" | "discount_amount">;

/** A list that was kept by the version before has neither name nor type of discount. */
export const planName = (plan: Plan): string => plan.name || planWords.name(plan.id);
const discountOf = (plan: Plan): Discount => ({
  discount_type: plan.discount_type ?? "Percentage",
  discount_amount: plan.discount_amount ?? plan.discountPrecentage,
});

/** What is off each meal: "25%", "AED 10.00". */
export const discountText = ({ discount_type, discount_amount }: Discount): string =>
  discount_type === "Flat" ? formatAed(discount_amount) : `${discount_amount}%`;
export const offOf = (plan: Plan): string => discountText(discountOf(plan));

/** The plan with the highest discount that so many people reach. */
export const planFor = (plans: readonly Plan[], people: number): Plan | undefined =>
  [...plans].filter((plan) => plan.minNumPeople <= people).sort((a, b) => b.minNumPeople - a.minNumPeople)[0];

/** The next plan that more people would unlock. */
export const nextPlan = (plans: readonly Plan[], people: number): Plan | undefined =>
  [...plans].filter((plan) => plan.minNumPeople > people).sort((a, b) => a.minNumPeople - b.minNumPeople)[0];

/** The plan that was chosen, while so many people reach it; else the best one that they reach. */
export const chosenPlan = (plans: readonly Plan[], people: number, id: number): Plan | undefined =>
  plans.find((plan) => plan.id === id && plan.minNumPeople <= people) ?? planFor(plans, people);

/** The price of an average lunch with a plan, as it is charged: VAT is included. */
export const lunchPrice = (plan: Plan): number => discountedPrice(discountOf(plan), plan.avgPrice);

/** Three lunches a week for four weeks, to the hundred dirhams: enough to know what to expect. */
export const monthOf = (plan: Plan, people: number): number =>
  Math.round((lunchPrice(plan) * people * 12) / 10_000) * 10_000;
