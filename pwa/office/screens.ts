import type { ComponentType } from "react";
import { accountingWords } from "#pwa/i18n/accounting";
import { areasWords } from "#pwa/i18n/areas";
import { bankWords } from "#pwa/i18n/bank";
import { correctionsWords } from "#pwa/i18n/corrected";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { kitchenJobsWords } from "#pwa/i18n/kitchen-jobs";
import { officeReportWords } from "#pwa/i18n/office-report";
import { plansWords } from "#pwa/i18n/plans";
import { productionWords } from "#pwa/i18n/production";
import { secondStepWords } from "#pwa/i18n/second-step";
import type { Role } from "#pwa/office/kitchen";
import type { IconName } from "#pwa/ui/icon";

/** One line of the kitchen's own table of screens. */
export type KitchenScreen = {
  /** Below /kitchen. */
  path: string;
  /** The role that the screen requires; a manager has every role, and without one every operator may open it. */
  who?: Role;
  title: string;
  /** Its icon in the navigation; without one it is not listed there. */
  icon?: IconName;
  load: () => Promise<ComponentType>;
  /** Moving between its pages does not reset the screen: it handles that itself. */
  lasting?: true;
};

/** Every screen of the lunch company's own side, in the order of the navigation: the first four are at a thumb's reach. */
export const kitchenScreens: KitchenScreen[] = [
  {
    path: "",
    title: kitchenWords.home,
    icon: "home",
    load: () => import("#pwa/office/today").then((m) => m.Today),
  },
  {
    path: "production",
    who: "kitchen",
    title: productionWords.title,
    icon: "plate",
    load: () => import("#pwa/office/production/production-days").then((m) => m.ProductionDays),
  },
  {
    path: "production/:date",
    who: "kitchen",
    title: productionWords.title,
    load: () => import("#pwa/office/production/production-day").then((m) => m.ProductionDay),
  },
  {
    path: "menus",
    who: "kitchen",
    title: kitchenWords.menus,
    icon: "menu",
    load: () => import("#pwa/office/planner/planned-weeks").then((m) => m.PlannedWeeks),
  },
  {
    path: "menus/:week",
    who: "kitchen",
    title: kitchenWords.menus,
    load: () => import("#pwa/office/planner/week-planner").then((m) => m.WeekPlanner),
  },
  {
    path: "meals",
    who: "kitchen",
    title: kitchenWords.meals,
    icon: "leaf",
    load: () => import("#pwa/office/planner/meal-book").then((m) => m.MealBook),
  },
  {
    path: "meals/:id",
    who: "kitchen",
    title: kitchenWords.meals,
    load: () => import("#pwa/office/planner/meal-editor").then((m) => m.MealEditor),
    lasting: true,
  },
  {
    path: "companies",
    who: "support",
    title: kitchenWords.companies,
    icon: "building",
    load: () => import("#pwa/office/support/companies").then((m) => m.Companies),
  },
  {
    path: "companies/:id",
    who: "support",
    title: kitchenWords.companies,
    load: () => import("#pwa/office/support/company-file").then((m) => m.CompanyFile),
  },
  {
    path: "people",
    who: "support",
    title: kitchenWords.people,
    icon: "user",
    load: () => import("#pwa/office/support/people").then((m) => m.People),
  },
  {
    path: "people/:id",
    who: "support",
    title: kitchenWords.people,
    load: () => import("#pwa/office/support/person-file").then((m) => m.PersonFile),
  },
  {
    path: "cases",
    who: "support",
    title: kitchenWords.cases,
    icon: "alert",
    load: () => import("#pwa/office/support/case-list").then((m) => m.CaseList),
  },
  {
    path: "payments",
    who: "support",
    title: kitchenWords.payments,
    icon: "card",
    load: () => import("#pwa/office/support/payments").then((m) => m.Payments),
  },
  {
    path: "invoices",
    who: "support",
    title: kitchenInvoiceWords.title,
    icon: "receipt",
    load: () => import("#pwa/office/support/invoices").then((m) => m.Invoices),
  },
  {
    path: "invoices/:id",
    who: "support",
    title: kitchenInvoiceWords.one,
    load: () => import("#pwa/office/support/invoice-file").then((m) => m.InvoiceFile),
  },
  {
    path: "bank",
    who: "support",
    title: bankWords.title,
    icon: "swap",
    load: () => import("#pwa/office/support/bank").then((m) => m.Bank),
  },
  {
    path: "bank/:id",
    who: "support",
    title: bankWords.one,
    load: () => import("#pwa/office/support/bank-statement").then((m) => m.BankStatement),
  },
  {
    path: "report",
    who: "support",
    title: officeReportWords.title,
    icon: "chart",
    load: () => import("#pwa/office/reports/sales-report").then((m) => m.SalesReport),
  },
  {
    path: "accounting",
    who: "manager",
    title: accountingWords.title,
    icon: "receipt",
    load: () => import("#pwa/office/reports/accounting").then((m) => m.Accounting),
  },
  {
    path: "reconciliation",
    who: "support",
    title: kitchenWords.books,
    icon: "swap",
    load: () => import("#pwa/office/support/reconciliation").then((m) => m.Reconciliation),
  },
  {
    path: "corrections",
    who: "support",
    title: correctionsWords.title,
    icon: "leaf",
    load: () => import("#pwa/office/support/corrections").then((m) => m.Corrections),
  },
  {
    path: "counters",
    who: "support",
    title: kitchenWords.counters,
    icon: "bag",
    load: () => import("#pwa/office/support/all-counters").then((m) => m.AllCounters),
  },
  {
    path: "closed-days",
    title: kitchenWords.calendar,
    icon: "cal",
    load: () => import("#pwa/office/settings/closed-days").then((m) => m.ClosedDays),
  },
  {
    path: "settings",
    who: "manager",
    title: kitchenWords.settings,
    icon: "sliders",
    load: () => import("#pwa/office/settings/settings-form").then((m) => m.SettingsForm),
  },
  {
    path: "areas",
    who: "manager",
    title: areasWords.title,
    icon: "pin",
    load: () => import("#pwa/office/settings/areas").then((m) => m.Areas),
  },
  {
    path: "plans",
    who: "manager",
    title: plansWords.title,
    icon: "star",
    load: () => import("#pwa/office/settings/plans").then((m) => m.Plans),
  },
  {
    path: "operators",
    who: "manager",
    title: kitchenWords.staff,
    icon: "lock",
    load: () => import("#pwa/office/staff/staff").then((m) => m.Staff),
  },
  {
    path: "second-step",
    title: secondStepWords.title,
    load: () => import("#pwa/office/second-step/second-step").then((m) => m.SecondStep),
  },
  {
    path: "jobs",
    who: "manager",
    title: kitchenJobsWords.title,
    icon: "repeat",
    load: () => import("#pwa/office/support/jobs").then((m) => m.Jobs),
  },
  {
    path: "retention",
    who: "manager",
    title: kitchenWords.retention,
    icon: "clock",
    load: () => import("#pwa/office/settings/retention").then((m) => m.Retention),
  },
  {
    path: "trail",
    who: "manager",
    title: kitchenWords.trail,
    icon: "history",
    load: () => import("#pwa/office/support/trail").then((m) => m.Trail),
  },
];
