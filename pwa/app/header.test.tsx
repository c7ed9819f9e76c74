import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Header } from "#pwa/app/header";
import type { Page } from "#pwa/app/page";
import { type Profile, useSession } from "#pwa/offline/session";
import { openAt } from "#pwa/testing/open-at";

const mariam = { name: "Mariam Saleh", client_type: "Employee", company_type: "Corporate" } as unknown as Profile;
const page = (path: string, header: Page["header"]) => ({ path, header }) as Page;
const logout = vi.fn();
const show = (at: string, of: Page, has: (path: string) => boolean = () => true) =>
  openAt(at, { "*": <Header page={of} has={has} onLogout={logout} /> });
/** What leads somewhere, apart from the logo. */
const ways = () =>
  within(screen.getByRole("banner"))
    .queryAllByRole("link")
    .filter((link) => !link.classList.contains("logo"))
    .map((link) => `${link.textContent} ${link.getAttribute("href")}`);

beforeEach(() => useSession.setState({ profile: null, signedIn: false }));

const cash = { ...mariam, company_type: "Cash" };
const site = ["HOME /", "THE MENU /menu"];
const visitors = [...site, "SIGN IN /login", "Register your company /subscription"];
const dashboard = "DASHBOARD /dashboard/home";

test.each<[string, Page["header"], Profile | null, string[]]>([
  ["a visitor's home header leads to the registration of a company", "home", null, visitors],
  ["a signed-in person sees DASHBOARD, and no SIGN IN", "home", mariam, [...site, dashboard]],
  ["a Cash person has no DASHBOARD in the header", "home", cash, site],
  ["the way through an order has BACK and DASHBOARD", "flow", mariam, [dashboard, " /dashboard/home"]],
  ["a Cash person's way through an order has BACK alone", "flow", cash, []],
])("%s", (_, header, profile, offered) => {
  useSession.setState({ profile, signedIn: profile !== null });
  show("/checkout", page("/checkout/:orderId?", header));
  expect(ways()).toEqual(offered);
  expect(screen.queryAllByRole("button", { name: "BACK" })).toHaveLength(header === "flow" ? 1 : 0);
});

test.each([
  ["/login", ["Register your company /subscription"]],
  ["/subscription", ["Sign In /login"]],
  ["/company/details", []],
  ["/register", []],
  ["/company/register", []],
  ["/paymentselection", []],
  ["/completion", []],
])("the registration header on %s offers %j", (path, offered) => {
  show(path, page(path, "registration"));
  expect(ways()).toEqual(offered);
  expect(screen.getByRole("button", { name: "BACK" })).toBeInTheDocument();
});

test.each([
  ["/company/01J/login", "/company/:companyId/login", ["Join your company /company/01J/register"]],
  ["/company/01J/register", "/company/:companyId/register", ["Sign In /company/01J/login"]],
])("the company header on %s leads to the company's other page", (path, of, offered) => {
  show(path, page(of, "company"));
  expect(ways()).toEqual(offered);
});

test("the name opens what is the person's, and another page closes it", async () => {
  useSession.setState({ profile: mariam, signedIn: true });
  show("/dashboard/home", page("/dashboard/home", "home"));
  const name = screen.getByRole("button", { name: /Hi Mariam/ });
  await userEvent.click(name);
  expect(name).toHaveAttribute("aria-expanded", "true");
  fireEvent.click(screen.getByRole("link", { name: "DASHBOARD" }));
  expect(name).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(name);
  expect(name).toHaveAttribute("aria-expanded", "true");
  await userEvent.click(name);
  expect(name).toHaveAttribute("aria-expanded", "false");
});

test("no way leads to a page that is not there", () => {
  show("/login", page("/login", "registration"), () => false);
  expect(ways()).toEqual([]);
});

test("somebody who is signed in has their name and no SIGN IN on a registration page either", () => {
  useSession.setState({ profile: mariam, signedIn: true });
  show("/subscription", page("/subscription", "registration"));
  expect(screen.getByText("Hi Mariam")).toBeInTheDocument();
  expect(ways()).toEqual([]);
});

test("the picture stands beside the name, and the initials where there is none or it cannot be had", () => {
  useSession.setState({ profile: { ...mariam, profile_picture: "/pictures/m.webp" }, signedIn: true });
  show("/", page("/", "home"));
  const hi = screen.getByRole("button", { name: "Hi Mariam" });
  const picture = hi.querySelector("img");
  expect(picture).toHaveAttribute("src", "/pictures/m.webp");
  fireEvent.error(picture as Element);
  expect(hi.querySelector("img")).toBeNull();
  expect(hi.querySelector(".ava")).toHaveTextContent("MS");
});

test("the menu under the name leads to the profile, also somebody who sees no DASHBOARD", async () => {
  useSession.setState({ profile: cash, signedIn: true });
  show("/", page("/", "home"));
  await userEvent.click(screen.getByRole("button", { name: "Hi Mariam" }));
  expect(screen.getByRole("link", { name: "My Profile" })).toHaveAttribute("href", "/dashboard/profile");
});

test("the menu under the name logs out, and Escape closes it and gives the focus back", async () => {
  useSession.setState({ profile: mariam, signedIn: true });
  show("/", page("/", "home"));
  const hi = screen.getByRole("button", { name: "Hi Mariam" });
  await userEvent.click(hi);
  expect(screen.getByRole("button", { name: "Logout" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
  expect(hi).toHaveFocus();
  await userEvent.click(hi);
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(logout).toHaveBeenCalledOnce();
});
