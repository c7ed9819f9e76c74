import { count } from "#pwa/i18n/say";

const companies = (n: number) => count(n, "company", "companies");
const drafts = (n: number) => count(n, "open draft", "open drafts");

/** The plans, as a manager keeps them. */
export const plansWords = {
  title: "Plans",
  text: "What companies agree to when they register. The tier of a company follows its number of active people on the first of each month.",
  none: "No plan yet",
  noneText: "No company can register before there is a plan.",
  add: "Add a plan",
  editOf: (name: string) => `Edit ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  withdrawOf: (name: string) => `Take back the change of ${name}`,
  withdraw: "Take the change back",
  closed: "Closed to new companies",
  later: (day: string) => `Offered from ${day}`,
  popular: "Popular",
  off: (off: string, people: number) => `${off} off every meal, from ${count(people, "person", "people")} on`,
  least: (days: number, meals: number) =>
    `An order has at least ${count(days, "day", "days")} with ${count(meals, "meal", "meals")} each`,
  until: (day: string) => `Closed to new companies from ${day} on`,
  uses: (n: number) => (n > 0 ? `${companies(n)} on this plan` : "No company on this plan"),
  next: (day: string) => `From ${day} on:`,

  name: "Name",
  type: "The discount",
  percentage: "Percent",
  flat: "Amount",
  percent: "Percent off every meal",
  amount: "Dirhams off every meal",
  people: "Active people, at least",
  peopleHelp: "The tier: a company has the highest plan whose number it reaches.",
  days: "Days in an order, at least",
  daysHelp: "Where fewer days of the week are still open, those are enough.",
  meals: "Meals on each day, at least",
  average: "Average menu price, in dirhams",
  averageHelp: "With VAT. The list of plans shows what it comes to with this plan.",
  isPopular: "Marked as popular",
  activeFrom: "Offered to new companies from",
  activeUntil: "Closed to new companies from",
  from: "These terms count from",
  fromHelp: "From then on for new orders. What is bought keeps its price.",

  affects: (n: number, coming: number) =>
    `${companies(n)} ${n === 1 ? "is" : "are"} on this plan, ${drafts(coming)} would be priced anew.`,
  agreed: (n: number) =>
    `${n} of them ${n === 1 ? "has" : "have"} a discount of ${n === 1 ? "its" : "their"} own and ${n === 1 ? "keeps" : "keep"} it.`,
  tiers: "Which companies reach it is looked at on the first of the month.",
  closes: "New companies cannot choose it any more. Those that have it keep it.",
  replaces: (day: string) => `This replaces the change that was planned for ${day}.`,

  saved: "Saved",
  removeText: "No company has this plan or had it.",
  remove: "Remove",
  removed: (name: string) => `${name} is removed`,
  withdrawText: "The plan stays as it is now.",
  withdrawn: "The change is taken back",
  wrongDays: "Enter a number from 1 to 5.",
  wrongMeals: "Enter a number from 1 to 20.",
  wrongDay: "Enter a day from today on.",
  after: "It must be after the day from which the plan is offered.",
};
