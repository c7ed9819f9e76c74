import { count } from "#pwa/i18n/say";

/** An operator's first page: what is cooked, and what waits. */
export const kitchenHomeWords = {
  title: (name: string) => `Hello ${name}`,
  today: "To cook today",
  tomorrow: "To cook tomorrow",
  next: "Next to cook",
  waits: "Needs attention",
  calm: "Nothing needs attention",
  calmText: "Orders, menus, payments and tills are as they should be.",
  calmKitchen: "Every week that people can choose has its menu.",
  companies: (n: number) => `${n} ${n === 1 ? "company waits" : "companies wait"} for approval`,
  menus: (n: number, of: number) =>
    `${n} of the ${of} weeks that people can choose ${n === 1 ? "has" : "have"} no menu`,
  overdue: (n: number, amount: string) => `${count(n, "invoice is", "invoices are")} overdue: ${amount}`,
  unresolved: (n: number, amount: string) =>
    `${count(n, "card payment has", "card payments have")} no outcome: ${amount}`,
  unresolvedText: "The provider has not said for an hour or longer whether it took the money.",
  unsent: (n: number) => `${count(n, "e-invoice was", "e-invoices were")} not delivered`,
  silent: (n: number) => `${count(n, "till has", "tills have")} not been online for three days`,
  cases: (n: number, more: boolean) => `${more ? `${n}+` : n} ${n === 1 ? "case" : "cases"} to look at`,
  casesText: "Failed jobs, mails and refunds, and changes that a device could not deliver.",
  closed: (day: string, name: string) => `Next closed day: ${day}, ${name}`,
  noneClosed: "No closed day ahead",
  firstRun: "Until the first order",
  firstRunText: (left: number) => `${count(left, "step is", "steps are")} left. This list goes when all are done.`,
  firstRunDone: "Done",
  firstRunOpen: "To do",
  steps: {
    manager: "Somebody manages the kitchen",
    window: "An area with a delivery window",
    seller: "Who sells, as invoices name it",
    plan: "A plan for companies to choose",
    menu: "A published week that can be ordered",
    mail: "A mail server that takes our letters, set on the server",
    card: "An account that the card provider knows, set on the server",
    order: "The first paid order",
  } as Record<string, string>,
};
