import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { pages } from "#pwa/app/routes";

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
  ["/company/01J/login", "company", "none"],
  ["/company/01J/register", "company", "standard"],
  ["/dashboard/home", "home", "standard"],
  ["/delivery/", "flow", "standard"],
  ["/delivery/2026-11-23", "flow", "standard"],
  ["/mealselection", "flow", "standard"],
  ["/editorder/01J", "flow", "standard"],
  ["/checkout", "flow", "standard"],
  ["/checkout/edit/01J", "flow", "standard"],
])("%s has the %s header and the %s footer", (path, header, footer) => {
  expect(pageAt(path)).toMatchObject({ header, footer });
});

test("the cart is where meals are chosen, and nowhere else", () => {
  expect(pages.filter(({ cart }) => cart).map(({ path }) => path)).toEqual([
    "/mealselection/:orderId?",
    "/editorder/:orderId?",
  ]);
});

test("the legal pages are called Privacy Policy and Terms & Conditions", () => {
  expect(pageAt("/privacy-policy")?.title({})).toBe("Privacy Policy");
  expect(pageAt("/terms-and-conditions")?.title({})).toBe("Terms & Conditions");
});

test("a fixed path is never taken for a company's", () => {
  expect(pageAt("/company/register")?.path).toBe("/company/register");
  expect(pageAt("/company/details")?.path).toBe("/company/details");
  expect(pageAt("/nowhere")).toBeUndefined();
});

test("every page loads on demand, and is there", async () => {
  for (const page of pages) expect(await page.load()).toBeTypeOf("function");
});
