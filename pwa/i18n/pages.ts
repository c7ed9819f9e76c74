import { accountingWords } from "#pwa/i18n/accounting";
import { appWords, titlesWords } from "#pwa/i18n/app";
import { areasWords } from "#pwa/i18n/areas";
import { bankWords } from "#pwa/i18n/bank";
import { correctionsWords } from "#pwa/i18n/corrected";
import { kitchenSignInWords, kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { kitchenJobsWords } from "#pwa/i18n/kitchen-jobs";
import { officeReportWords } from "#pwa/i18n/office-report";
import { plansWords } from "#pwa/i18n/plans";
import { productionWords } from "#pwa/i18n/production";
import { secondStepWords } from "#pwa/i18n/second-step";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/subscription";

/** A page as the server announces it: its path (`:name` is any segment, `?` marks one that may be missing), title and description. */
export type Listed = { path: string; title: string; description: string };

const { dashboard } = titlesWords;

const rows: [path: string, title: string | undefined, description: string][] = [
  ["/", titlesWords.home, appWords.promise],
  ["/menu", titlesWords.menu, "This week’s lunches with ingredients, nutrition and allergens."],
  ["/faq", titlesWords.faq, "How ordering, delivery, payment and changes work."],
  ["/privacy-policy", titlesWords.privacy, "What we know about you, why, and how to have it deleted."],
  ["/terms-and-conditions", titlesWords.terms, "The terms on which we cook, deliver and take payment."],
  ["/login", titlesWords.login, "Sign in with your work email and a code, or with your password."],
  ["/password-reset", titlesWords.reset, "Choose a new password with the code that we mail you."],
  ["/sign-on/:companyId", titlesWords.login, "Sign in through your company."],
  ["/register", titlesWords.register, "Join your company’s lunches, or order for yourself."],
  ["/subscription", subscriptionWords.title, "Choose how you want to have lunch with us."],
  ["/company/details", detailsWords.title, "Tell us about your company and where it eats."],
  ["/company/register", planWords.title, "Choose a plan for your company."],
  ["/paymentselection", payWords.title, "Choose what your company pays for each lunch."],
  ["/completion", completionWords.title, "Your registration is complete."],
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
  ["/kitchen", kitchenWords.home, "What is cooked today and tomorrow, and what needs somebody’s attention."],
  ["/kitchen/login", kitchenSignInWords.title, "Sign in as one of the kitchen’s staff."],
  ["/kitchen/production/:date?", productionWords.title, "What is cooked, packed and handed over, day by day."],
  ["/kitchen/menus/:week?", kitchenWords.menus, "Menus of the coming weeks, planned and published."],
  ["/kitchen/meals/:id?", kitchenWords.meals, "The meal book: ingredients, allergens, nutrition and pictures."],
  ["/kitchen/companies/:id?", kitchenWords.companies, "Companies that eat with us, and those that wait for approval."],
  ["/kitchen/people/:id?", kitchenWords.people, "Find a person with their orders, wallet and devices."],
  ["/kitchen/cases", kitchenWords.cases, "What could not settle itself and needs a decision."],
  ["/kitchen/payments", kitchenWords.payments, "Card payments and what became of them."],
  ["/kitchen/invoices", kitchenInvoiceWords.title, "Companies’ invoices: due, overdue and paid."],
  ["/kitchen/invoices/:id", kitchenInvoiceWords.one, "One invoice, with what was paid of it."],
  ["/kitchen/bank", bankWords.title, "Import a bank’s statement and see which invoices it pays."],
  ["/kitchen/bank/:id", bankWords.one, "One statement, line by line, with the invoices that each may pay."],
  ["/kitchen/report", officeReportWords.title, "What was sold, who owes how much, and the VAT."],
  ["/kitchen/accounting", accountingWords.title, "A journal of each month for the bookkeeping."],
  ["/kitchen/corrections", correctionsWords.title, "Allergens that were corrected, and who was told."],
  ["/kitchen/reconciliation", kitchenWords.books, "The card provider’s books compared with ours."],
  ["/kitchen/counters", kitchenWords.counters, "Counters of all companies, their tills and sales."],
  ["/kitchen/areas", areasWords.title, "Where lunch is brought, and at which times."],
  ["/kitchen/plans", plansWords.title, "What companies agree to when they register."],
  ["/kitchen/closed-days", kitchenWords.calendar, "Holidays and other days without lunch."],
  ["/kitchen/settings", kitchenWords.settings, "Seller, contact, VAT, limits and times of Ramadan."],
  ["/kitchen/operators", kitchenWords.staff, "Who works here, and in which role."],
  ["/kitchen/second-step", secondStepWords.title, "Your app for codes, passkeys and PIN."],
  ["/kitchen/jobs", kitchenJobsWords.title, "Letters, checks and other work that the servers do by themselves."],
  ["/kitchen/trail", kitchenWords.trail, "Who changed what, when and why."],
  ["/kitchen/retention", kitchenWords.retention, "Which personal data is kept, and for how long."],
];

/** Every page of the app. The server answers any other path with "Page not found". */
export const listedPages = (): Listed[] =>
  [...rows, ["404", titlesWords.notFound, appWords.promise] as const].map(([path, title, description]) => ({
    path,
    title: appWords.titled(title ?? ""),
    description,
  }));
