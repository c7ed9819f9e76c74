import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { matchPath, Navigate, Route, Routes, useParams } from "react-router";
import { Layout } from "#pwa/app/layout";
import type { Page } from "#pwa/app/page";
import { titlesWords } from "#pwa/i18n/app";
import { Arrival } from "#pwa/shell/arrival";
import { Guard } from "#pwa/shell/guard";
import type { UnsentWork } from "#pwa/shell/logout-modal";
import { NotFoundPage } from "#pwa/shell/not-found-page";
import { Waiting } from "#pwa/ui/waiting";

/** A step in the registration of a company, which sets its own title. */
const step = {
  who: "any",
  header: "registration",
  footer: "standard",
} as const;

const joining = { ...step, title: () => titlesWords.register } as const;

/** One screen under two paths, so that the till keeps running while a sale is open. */
const till = {
  who: "any",
  title: () => titlesWords.till,
  header: "home",
  footer: "standard",
  bleed: true,
  steady: true,
  load: () => import("#pwa/till/till-page").then((m) => m.TillPage),
} as const;

/** The route table: path, who may open it, what surrounds the page, and the chunk that loads on demand. */
export const pages: Page[] = [
  {
    path: "/",
    who: "any",
    title: () => titlesWords.home,
    header: "home",
    footer: "home",
    bleed: true,
    load: () => import("#pwa/site/home/home-page").then((m) => m.HomePage),
  },
  {
    path: "/menu",
    who: "any",
    title: () => titlesWords.menu,
    header: "home",
    footer: "home",
    tabs: true,
    load: () => import("#pwa/menu/menu-page").then((m) => m.MenuPage),
  },
  {
    path: "/faq",
    who: "any",
    title: () => titlesWords.faq,
    header: "home",
    footer: "home",
    load: () => import("#pwa/site/faq-page").then((m) => m.FaqPage),
  },
  {
    path: "/privacy-policy",
    who: "any",
    title: () => titlesWords.privacy,
    header: "home",
    footer: "home",
    load: () => import("#pwa/site/privacy-page").then((m) => m.PrivacyPage),
  },
  {
    path: "/terms-and-conditions",
    who: "any",
    title: () => titlesWords.terms,
    header: "home",
    footer: "home",
    load: () => import("#pwa/site/terms-page").then((m) => m.TermsPage),
  },
  {
    path: "/login",
    who: "any",
    title: () => titlesWords.login,
    header: "registration",
    footer: "none",
    load: () => import("#pwa/auth/login-page").then((m) => m.LoginPage),
  },
  {
    path: "/sign-on/:companyId",
    who: "any",
    title: () => titlesWords.login,
    header: "registration",
    footer: "none",
    load: () => import("#pwa/auth/sign-on/sign-on-page").then((m) => m.SignOnPage),
  },
  {
    path: "/password-reset",
    who: "any",
    title: () => titlesWords.reset,
    header: "home",
    footer: "standard",
    load: () => import("#pwa/auth/password-reset/password-reset-page").then((m) => m.PasswordResetPage),
  },
  {
    path: "/register",
    ...joining,
    load: () => import("#pwa/auth/registration/register-page").then((m) => m.RegisterPage),
  },
  {
    path: "/subscription",
    ...step,
    load: () => import("#pwa/auth/registration/subscription-page").then((m) => m.SubscriptionPage),
  },
  {
    path: "/company/details",
    ...step,
    load: () => import("#pwa/auth/registration/company-details-page").then((m) => m.CompanyDetailsPage),
  },
  {
    path: "/company/register",
    ...step,
    load: () => import("#pwa/auth/registration/plan-selection-page").then((m) => m.PlanSelectionPage),
  },
  {
    path: "/paymentselection",
    ...step,
    load: () => import("#pwa/auth/registration/payment-selection-page").then((m) => m.PaymentSelectionPage),
  },
  {
    path: "/completion",
    ...step,
    load: () => import("#pwa/auth/registration/completion-page").then((m) => m.CompletionPage),
  },
  {
    path: "/company/:companyId/login",
    who: "any",
    title: () => titlesWords.login,
    header: "company",
    footer: "none",
    load: () => import("#pwa/auth/company-login-page").then((m) => m.CompanyLoginPage),
  },
  {
    path: "/company/:companyId/register",
    ...joining,
    header: "company",
    load: () => import("#pwa/auth/registration/company-user-register-page").then((m) => m.CompanyUserRegisterPage),
  },
  {
    path: "/dashboard/:tab",
    who: "signed-in",
    title: ({ tab }) => titlesWords.dashboard[tab ?? ""] ?? titlesWords.notFound,
    header: "home",
    footer: "standard",
    tabs: true,
    load: () => import("#pwa/app/dashboard-page").then((m) => m.DashboardPage),
  },
  {
    path: "/dashboard/:tab/:invoiceID/details",
    who: "signed-in",
    title: () => titlesWords.invoice,
    header: "home",
    footer: "standard",
    tabs: true,
    load: () => import("#pwa/admin/invoices/invoice-details-page").then((m) => m.InvoiceDetailsPage),
  },
  {
    path: "/delivery/:date?",
    who: "signed-in",
    title: () => titlesWords.delivery,
    header: "flow",
    footer: "standard",
    load: () => import("#pwa/employee/choose/delivery-page").then((m) => m.DeliveryPage),
  },
  {
    path: "/mealselection/:orderId?",
    who: "signed-in",
    title: () => titlesWords.meals,
    header: "flow",
    footer: "standard",
    cart: true,
    load: () => import("#pwa/employee/choose/meal-selection-page").then((m) => m.MealSelectionPage),
  },
  {
    path: "/editorder/:orderId?",
    who: "signed-in",
    title: () => titlesWords.editOrder,
    header: "flow",
    footer: "standard",
    cart: true,
    load: () => import("#pwa/employee/amend/edit-order-page").then((m) => m.EditOrderPage),
  },
  {
    path: "/checkout/edit/:orderId?",
    who: "signed-in",
    title: () => titlesWords.checkout,
    header: "flow",
    footer: "standard",
    load: () => import("#pwa/employee/amend/checkout-edit-page").then((m) => m.CheckoutEditPage),
  },
  {
    path: "/checkout/:orderId?",
    who: "signed-in",
    title: () => titlesWords.checkout,
    header: "flow",
    footer: "standard",
    load: () => import("#pwa/employee/checkout/checkout-page").then((m) => m.CheckoutPage),
  },
  {
    path: "/payment/:intent",
    who: "signed-in",
    title: () => titlesWords.payment,
    header: "flow",
    footer: "standard",
    load: () => import("#pwa/payment/payment-page").then((m) => m.PaymentPage),
  },
  {
    path: "/not-me",
    who: "any",
    title: () => titlesWords.notMe,
    header: "home",
    footer: "standard",
    load: () => import("#pwa/employee/not-me/not-me-page").then((m) => m.NotMePage),
  },
  {
    path: "/kitchen/*",
    who: "operator",
    title: () => titlesWords.kitchen,
    header: "home",
    footer: "none",
    bare: true,
    load: () => import("#pwa/office/kitchen-page").then((m) => m.KitchenPage),
  },
  { path: "/pos", ...till },
  { path: "/pos/checkout/:orderId?", ...till },
];

type Load = Page["load"];
const later = new Map<Load, ComponentType>();
for (const { load } of pages)
  if (!later.has(load))
    later.set(
      load,
      lazy(async () => ({ default: await load() })),
    );

/** Pages whose code is loaded before anything is drawn: they need no placeholders. */
const here = new Map<Load, ComponentType>();

export async function fetchPage(path: string): Promise<void> {
  const page = pages.find((known) => matchPath(known.path, path));
  if (page) here.set(page.load, await page.load());
}

function Titled({ page, children }: { page: Page; children: ReactNode }) {
  const params = useParams();
  return (
    <Suspense fallback={<Waiting />}>
      {children}
      {page.title && <Arrival title={page.title(params)} />}
    </Suspense>
  );
}

type Props = { connection?: ReactNode; work: UnsentWork };

function routeOf(page: Page) {
  const Screen = here.get(page.load) ?? later.get(page.load) ?? NotFoundPage;
  // The kitchen's screens set their own titles.
  if (page.who === "operator")
    return (
      <Route key={page.path} path={page.path} element={<Suspense fallback={<Waiting />}>{<Screen />}</Suspense>} />
    );
  const titled = (
    <Titled page={page}>
      <Screen />
    </Titled>
  );
  return <Route key={page.path} path={page.path} element={page.who === "any" ? titled : <Guard>{titled}</Guard>} />;
}

/** Every route in the one layout, except pages without it; any other path shows Page not found. */
export const AppRoutes = ({ connection, work }: Props) => (
  <Routes>
    {pages.filter(({ bare }) => bare).map(routeOf)}
    <Route element={<Layout pages={pages} connection={connection} work={work} />}>
      {pages.filter(({ bare }) => !bare).map(routeOf)}
      <Route path="/dashboard" element={<Navigate to="/dashboard/home" replace />} />
      <Route
        path="*"
        element={
          <>
            <NotFoundPage />
            <Arrival title={titlesWords.notFound} />
          </>
        }
      />
    </Route>
  </Routes>
);
