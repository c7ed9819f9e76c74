import { render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFetching } from "#pwa/menu/fetch-menu";
import { useConfig } from "#pwa/offline/config";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { discountedPrice } from "#pwa/rules/quote/quote";
import { HomePage } from "#pwa/site/home/home-page";
import { example } from "#pwa/site/offers/offers";
import { mariam, menuOf } from "#pwa/testing/sample";

const week = "2026-11-23";
const dates = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];

let db: Db;
let device = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-19T09:30:00+04:00") });
  db = await openDb(`home-${++device}`);
  useDevice.setState({ db });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  useConfig.setState(useConfig.getInitialState(), true);
  useFetching.setState({ fetching: false, failed: false });
});
afterEach(() => vi.useRealTimers());

const open = () =>
  render(
    <MemoryRouter>
      <HomePage />
    </MemoryRouter>,
  );
const leadsTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("a visitor is asked to register their company or to look at the menu", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Lunch at work, sorted for the week");
  expect(leadsTo("Register your company")).toBe("/subscription");
  expect(leadsTo("See this week’s menu")).toBe("/menu");
});

test("somebody who is signed in goes to their lunches", () => {
  useSession.setState({ profile: mariam as Profile, signedIn: true });
  open();
  expect(leadsTo("Go to my lunches")).toBe("/dashboard/home");
  expect(screen.queryByRole("link", { name: "Register your company" })).toBeNull();
});

test("meals of the first week that is offered stand there, and nothing where there is no menu", async () => {
  const { unmount } = open();
  await waitFor(() => expect(screen.queryByRole("heading", { name: /On the menu/ })).toBeNull());
  unmount();
  await db.menus.put({ hash: "H", week, menu: menuOf(week, dates), at: Date.now() });
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
  const bar = within(card as HTMLElement).getByRole("img", {
    name: "Plan discount AED 11.70, Company AED 20.00, Employee AED 15.30",
  });
  expect(bar).toBeInTheDocument();
  expect(share).toBeLessThan(price);
  expect(leadsTo("See plans")).toBe("/subscription");
});

const banner = async () => {
  const { unmount } = open();
  await screen.findByRole("heading", { name: "What it costs a team of 40" });
  const there = screen.queryByRole("region", { name: "New Menu Is Here!" });
  const picture = there?.querySelector("img")?.getAttribute("src") ?? null;
  const to = there && within(there).getByRole("link", { name: "Taste It Today" }).getAttribute("href");
  unmount();
  return there && { picture, to };
};

test("the banner stands with its picture, and leads visitors to the menu and others to their dashboard", async () => {
  expect(await banner()).toEqual({ picture: "/promo.svg", to: "/menu" });
  useSession.setState({ profile: mariam as Profile, signedIn: true });
  expect(await banner()).toEqual({ picture: "/promo.svg", to: "/dashboard/home" });
});

test.each([
  ["between two empty bounds", "", "", true],
  ["from its start", "2026-11-19 09:30:00", "", true],
  ["not a second earlier", "2026-11-19 09:30:01", "", false],
  ["until its end", "", "2026-11-19 09:30:00", true],
  ["not a second longer", "2025-09-11 00:00:00", "2026-11-19 09:29:59", false],
  ["not with bounds that cannot be read", "2025-09-11", "", false],
  ["not without bounds", undefined, undefined, false],
])("the banner stands %s", async (_, from, until, stands) => {
  useConfig.setState({ hello_from: from as string, hello_until: until as string });
  expect((await banner()) !== null).toBe(stands);
});
