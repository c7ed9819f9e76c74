import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { pages } from "#pwa/app/routes";
import { appWords, titlesWords } from "#pwa/i18n/app";
import { listedPages as listedInArabic } from "#pwa/i18n/ar/pages";
import { kitchenSignInWords } from "#pwa/i18n/kitchen";
import { listedPages } from "#pwa/i18n/pages";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/subscription";
import { kitchenScreens } from "#pwa/office/screens";

/** The titles that steps of a company's registration set themselves. */
const steps: Record<string, string> = {
  "/subscription": subscriptionWords.title,
  "/company/details": detailsWords.title,
  "/company/register": planWords.title,
  "/paymentselection": payWords.title,
  "/completion": completionWords.title,
};

const pageAt = (path: string) => pages.find((page) => matchPath(page.path, path));

test.each([
  ["/", "home", "home"],
  ["/menu", "home", "home"],
  ["/faq", "home", "home"],
  ["/privacy-policy", "home", "home"],
  ["/terms-and-conditions", "home", "home"],
  ["/login", "registration", "none"],
  ["/subscription", "registration", "standard"],
  ["/company/details", "registration", "standard"],
  ["/register", "registration", "standard"],
  ["/company/register", "registration", "standard"],
  ["/paymentselection", "registration", "standard"],
  ["/completion", "registration", "standard"],
  ["/password-reset", "home", "standard"],
  ["/sign-on/01J", "registration", "none"],
  ["/company/01J/login", "company", "none"],
  ["/company/01J/register", "company", "standard"],
  ["/dashboard/home", "home", "standard"],
  ["/delivery/", "flow", "standard"],
  ["/delivery/2026-11-23", "flow", "standard"],
  ["/mealselection", "flow", "standard"],
  ["/editorder/01J", "flow", "standard"],
  ["/checkout", "flow", "standard"],
  ["/checkout/edit/01J", "flow", "standard"],
  ["/pos", "home", "standard"],
  ["/pos/checkout/01J", "home", "standard"],
])("%s has the %s header and the %s footer", (path, header, footer) => {
  expect(pageAt(path)).toMatchObject({ header, footer });
});

test("every page stands in the one layout, except the kitchen's", () => {
  expect(pages.filter(({ bare }) => bare).map(({ path }) => path)).toEqual(["/kitchen/*"]);
});

test("the cart is where meals are chosen, and nowhere else", () => {
  expect(pages.filter(({ cart }) => cart).map(({ path }) => path)).toEqual([
    "/mealselection/:orderId?",
    "/editorder/:orderId?",
  ]);
});

test("the legal pages are called Privacy Policy and Terms & Conditions", () => {
  expect(pageAt("/privacy-policy")?.title?.({})).toBe("Privacy Policy");
  expect(pageAt("/terms-and-conditions")?.title?.({})).toBe("Terms & Conditions");
});

test("a fixed path is never taken for a company's", () => {
  expect(pageAt("/company/register")?.path).toBe("/company/register");
  expect(pageAt("/company/details")?.path).toBe("/company/details");
  expect(pageAt("/nowhere")).toBeUndefined();
});

test("every page loads on demand, and is there", async () => {
  for (const page of pages) expect(await page.load()).toBeTypeOf("function");
});

test("the server announces every page of the table with its own title, and no other page", () => {
  const listed = listedPages();
  const listedAt = (path: string) => listed.find((one) => matchPath(one.path, path));
  const expand = (path: string) => {
    if (path === "/dashboard/:tab") return Object.keys(titlesWords.dashboard).map((tab) => `/dashboard/${tab}`);
    if (path === "/kitchen/*") return ["/kitchen/login", ...kitchenScreens.map((screen) => `/kitchen/${screen.path}`)];
    return [path];
  };
  for (const page of pages)
    for (const path of expand(page.path)) {
      const at = path.replace("/:tab/", "/company-invoices/").replaceAll(/:(\w+)\??/g, "x");
      const tab = at.split("/")[2];
      const screen = kitchenScreens.find((one) => `/kitchen/${one.path}` === path);
      const own =
        path === "/kitchen/login"
          ? kitchenSignInWords.title
          : (screen?.title ?? page.title?.({ tab }) ?? steps[path] ?? "its own title");
      expect(listedAt(at)?.title, path).toBe(appWords.titled(own));
    }
  for (const { path, description } of listed) {
    expect(description.length).toBeGreaterThan(15);
    const at = path.replaceAll(/:(\w+)\??/g, "x");
    if (path !== "404" && path !== "/dashboard") expect(pageAt(at), path).toBeDefined();
  }
  const own = listed.filter(({ path }) => path !== "404" && path !== "/dashboard" && !path.startsWith("/pos"));
  expect(own.map(({ description }) => description).filter((one, at, all) => all.indexOf(one) !== at)).toEqual([]);
});

test.each([
  ["English", listedPages],
  ["Arabic", listedInArabic],
])("in %s no two steps of a registration have one title", (_, list) => {
  const titles = list().filter(({ path }) => path === "/register" || path in steps);
  expect(new Set(titles.map(({ title }) => title)).size).toBe(6);
});

test("whoever reads Arabic is not told that a page of the kitchen does not exist", () => {
  const arabic = listedInArabic();
  expect(arabic.map(({ path }) => path)).toEqual(listedPages().map(({ path }) => path));
  for (const { path, title, description } of arabic)
    for (const said of [title, description]) expect(said, path).toMatch(/\p{Script=Arabic}/u);
});
