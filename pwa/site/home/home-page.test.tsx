import { render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { useFetching } from "#pwa/menu/fetch-menu";
import { useConfig } from "#pwa/offline/config";
import { openDb, useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { discountedPrice } from "#pwa/rules/quote/quote";
import { HomePage } from "#pwa/site/home/home-page";
import { example } from "#pwa/site/offers/offers";
import { mariam, menuOf } from "#pwa/testing/sample";
import { keepMenu, timeIs } from "#pwa/testing/signed-in";

const week = "2026-11-23";
const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];

let device = 0;
timeIs("2026-11-19T09:30:00+04:00");
beforeEach(async () => {
  useDevice.setState({ db: await openDb(`home-${++device}`) });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  useConfig.setState(useConfig.getInitialState(), true);
  useFetching.setState({ fetching: false, failed: false });
});

const open = () => render(<HomePage />, { wrapper: MemoryRouter });
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("a visitor is asked to register their company or to look at the menu", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Lunch at work, sorted for the week");
  expect(leadsTo("Register your company")).toBe("/subscription");
  expect(leadsTo("See this week’s menu")).toBe("/menu");
});

test("somebody who is signed in goes to their lunches", () => {
  useSession.setState({ profile: mariam, signedIn: true });
  open();
  expect(leadsTo("Go to my lunches")).toBe("/dashboard/home");
  expect(screen.queryByRole("link", { name: "Register your company" })).toBeNull();
});

test("meals of the first week that is offered stand there, and nothing where there is no menu", async () => {
  const { unmount } = open();
  await waitFor(() => expect(screen.queryByRole("heading", { name: /On the menu/ })).toBeNull());
  unmount();
  await keepMenu(menuOf(week, dates));
  open();
  expect(await screen.findByRole("heading", { name: "Meal a" })).toBeInTheDocument();
  expect(screen.getByRole("heading", { name: "On the menu next week" })).toBeInTheDocument();
  expect(leadsTo("Explore the full menu")).toBe("/menu");
});

test("a team's lunch costs in the example what it costs at the checkout", async () => {
  const { menu, percent, price, share } = example;
  expect(discountedPrice({ ...mariam, discount_type: "Percentage", discount_amount: percent }, menu)).toBe(price);
  open();
  const card = (await screen.findByRole("heading", { name: "What it costs a team of 40" })).closest("section");
  const parts = "Plan discount AED 11.70, Company AED 20.00, Employee AED 15.30";
  expect(within(card as HTMLElement).getByRole("img", { name: parts })).toBeInTheDocument();
  expect(share).toBeLessThan(price);
  expect(leadsTo("See plans")).toBe("/subscription");
});

const banner = async () => {
  const { unmount } = open();
  await screen.findByRole("heading", { name: "What it costs a team of 40" });
  const there = screen.queryByRole("region", { name: "New Menu Is Here!" });
  const picture = there?.querySelector("img")?.className;
  const to = there && within(there).getByRole("link", { name: "Taste It Today" }).getAttribute("href");
  unmount();
  return there && { picture, to };
};

test("the banner stands with its picture, and leads visitors to the menu and others to their dashboard", async () => {
  expect(await banner()).toEqual({ picture: "promo", to: "/menu" });
  useSession.setState({ profile: mariam, signedIn: true });
  expect(await banner()).toEqual({ picture: "promo", to: "/dashboard/home" });
});

test.each([
  ["between two empty bounds", "", "", true],
  ["not a second before its start", "2026-11-19 09:30:01", "", false],
  ["not a second after its end", "", "2026-11-19 09:29:59", false],
  ["not without bounds", undefined, undefined, false],
])("the banner stands %s", async (_, hello_from, hello_until, stands) => {
  useConfig.setState({ hello_from, hello_until });
  expect((await banner()) !== null).toBe(stands);
});
