import { appWords, titlesWords } from "#pwa/i18n/app";

/** A page as the server announces it: its path (`:name` is any segment, `?` marks one that may be missing), title and description. */
export type Listed = { path: string; title: string; description: string };

const { dashboard } = titlesWords;

const rows: [path: string, title: string | undefined, description: string][] = [
  ["/", titlesWords.home, appWords.promise],
  ["/menu", titlesWords.menu, "This week’s lunches with ingredients, nutrition and allergens."],
  ["/faq", titlesWords.faq, "How ordering, delivery, payment and changes work."],
  ["/privacy-policy", titlesWords.privacy, "What we know about you, why, and how to have it deleted."],
  ["/terms-and-conditions", titlesWords.terms, "The terms on which we cook, deliver and take payment."],
  ["/login", titlesWords.login, "Sign in with your work e-mail and a code, or with your password."],
  ["/password-reset", titlesWords.reset, "Choose a new password with the code that we mail you."],
  ["/sign-on/:companyId", titlesWords.login, "Sign in through your company."],
  ["/register", titlesWords.register, "Join your company’s lunches, or order for yourself."],
  ["/subscription", titlesWords.register, "Choose how you want to have lunch with us."],
  ["/company/details", titlesWords.register, "Tell us about your company and where it eats."],
  ["/company/register", titlesWords.register, "Choose a plan for your company."],
  ["/paymentselection", titlesWords.register, "Choose what your company pays for each lunch."],
  ["/completion", titlesWords.register, "Your registration is complete."],
  ["/company/:companyId/login", titlesWords.login, "Sign in to your company’s lunches."],
  ["/company/:companyId/register", titlesWords.register, "Join your company’s lunches."],
  ["/dashboard", dashboard.home, "Your lunches of the coming weeks."],
  ["/dashboard/home", dashboard.home, "Your lunches of the coming weeks."],
  ["/dashboard/history", dashboard.history, "Everything you ordered, with what it cost and why."],
  ["/dashboard/walletTransactions", dashboard.walletTransactions, "What came into your wallet and what it paid for."],
  ["/dashboard/paymentMethods", dashboard.paymentMethods, "Your saved cards."],
  ["/dashboard/profile", dashboard.profile, "Your details, diet, devices and data."],
  ["/dashboard/counter", dashboard.counter, "Your code for paying at a counter."],
  [
    "/dashboard/company-profile",
    dashboard["company-profile"],
    "Your company’s details, places, plan and rules of payment.",
  ],
  ["/dashboard/company-members", dashboard["company-members"], "Who eats with your company: invite, approve, remove."],
  ["/dashboard/company-invoices", dashboard["company-invoices"], "Your company’s invoices and statements."],
  ["/dashboard/company-reports", dashboard["company-reports"], "What your company’s lunches came to."],
  ["/dashboard/company-counters", dashboard["company-counters"], "Your company’s counters and their sales."],
  ["/dashboard/:tab/:invoiceID/details", titlesWords.invoice, "One invoice, with each lunch that is on it."],
  ["/delivery/:date?", titlesWords.delivery, "Choose the days on which you want lunch."],
  ["/mealselection/:orderId?", titlesWords.meals, "Choose your meals, day by day."],
  ["/editorder/:orderId?", titlesWords.editOrder, "Change or cancel days that are not closed yet."],
  ["/checkout/edit/:orderId?", titlesWords.checkout, "Check what your change costs or gives back."],
  ["/checkout/:orderId?", titlesWords.checkout, "Check your order and pay."],
  ["/payment/:intent", titlesWords.payment, "What became of your payment."],
  ["/not-me", titlesWords.notMe, "Tell us that a purchase at a counter was not yours."],
  ["/pos", titlesWords.till, "The till for a counter."],
  ["/pos/checkout/:orderId?", titlesWords.till, "The till for a counter."],
  ...[
    "",
    "/login",
    "/production/:date?",
    "/menus/:week?",
    "/meals/:id?",
    "/companies/:id?",
    "/people/:id?",
    "/cases",
    "/payments",
  ].map(kitchen),
  ...[
    "/invoices/:id?",
    "/bank/:id?",
    "/report",
    "/accounting",
    "/corrections",
    "/reconciliation",
    "/counters",
    "/areas",
    "/plans",
    "/closed-days",
    "/settings",
    "/operators",
    "/second-step",
    "/jobs",
    "/trail",
    "/retention",
  ].map(kitchen),
];

function kitchen(path: string): [string, string, string] {
  return [`/kitchen${path}`, titlesWords.kitchen, "For the kitchen’s own staff."];
}

/** Every page of the app. The server answers any other path with "Page not found". */
export const listedPages = (): Listed[] =>
  [...rows, ["404", titlesWords.notFound, appWords.promise] as const].map(([path, title, description]) => ({
    path,
    title: appWords.titled(title ?? ""),
    description,
  }));
