import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useFetching } from "#pwa/menu/fetch-menu";
import { MenuPage } from "#pwa/menu/menu-page";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import type { MenuWeek } from "#pwa/offline/wire";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { mariam, mealOf, menuOf } from "#pwa/testing/sample";
import { keepLive, timeIs } from "#pwa/testing/signed-in";

const first = "2026-11-23";
const second = "2026-11-30";
const daysOf = (week: string) =>
  [0, 1, 2, 3, 4].map((at) => new Date(Date.parse(week) + at * 864e5).toISOString().slice(0, 10));
/** Two meals a day, an Indian and an Arabic one, and none on Tuesday. */
const menu = (week: string): MenuWeek => {
  const made = menuOf(week, daysOf(week), [
    mealOf("a", 4000, { name: "Palak paneer", diets: ["Vegetarian", "Under 450 kcal", "High protein"] }),
    mealOf("b", 5000, { name: "Lamb kofta", cuisine: 2 }),
  ]);
  const days = made.days.map((day, at) => (at === 1 ? { ...day, meals: [] } : day));
  return { ...made, days, cuisines: [...made.cuisines, { id: 2, name: "Arabic" }] };
};

let db: Db;
let device = 0;
timeIs("2026-11-19T09:30:00+04:00");
beforeEach(async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  db = await openDb(`menu-${++device}`);
  await db.menus.bulkPut([first, second].map((week) => ({ hash: week, week, menu: menu(week), at: Date.now() })));
  useDevice.setState({ db });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  useFetching.setState({ fetching: false, failed: false });
});

const open = (query = "") => openAt(`/menu${query}`, { "/menu": <MenuPage /> });
const meals = () => [...document.querySelectorAll("article h3")].map((heading) => heading.textContent);
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole("radio", { name }));

test("a visitor sees four weeks and the meals of the first day at menu prices, and can sign in to order", async () => {
  open();
  await screen.findByText("2 meals on Monday 23 November");
  expect(meals()).toEqual(["Palak paneer", "Lamb kofta"]);
  for (const week of ["23 – 27 Nov", "30 Nov – 4 Dec", "7 – 11 Dec", "14 – 18 Dec"])
    expect(screen.getByText(week)).toBeInTheDocument();
  expect(screen.getByText("AED 40.00")).toBeInTheDocument();
  await leadsTo("Sign in to order", "/login?returnTo=%2Fdelivery%2F2026-11-23");
});

test("somebody who is signed in sees their own price beside the menu's, and can order the week", async () => {
  useSession.setState({ profile: mariam, signedIn: true });
  open();
  await screen.findByText("2 meals on Monday 23 November");
  const tile = screen.getByRole("heading", { name: "Palak paneer" }).closest("article") as HTMLElement;
  expect(tile).toHaveTextContent("AED 32.0040.00");
  await leadsTo("Order from this week", "/delivery/2026-11-23");
  expect(screen.queryByRole("link", { name: "Sign in to order" })).toBeNull();
});

test("in Ramadan the date is also the Hijri calendar's, as operators set its first day", async () => {
  await keepLive({ ramadan: [{ first: "2026-11-24", last: "2026-12-23" }] });
  open();
  await screen.findByText("2 meals on Monday 23 November");
  expect(screen.queryByText(/Ramadan/)).toBeNull();
  await choose(/25/);
  expect(
    await screen.findByRole("heading", { name: "2 meals on Wednesday 25 November · 2 Ramadan 1448" }),
  ).toBeVisible();
});

test("a link to a week and a day opens there, and one to a week that is not offered opens the first", async () => {
  const { unmount } = open("?week=2026-11-30&day=2026-12-03");
  expect(await screen.findByText("2 meals on Thursday 3 December")).toBeInTheDocument();
  unmount();
  open("?week=2026-01-05");
  expect(await screen.findByText("2 meals on Monday 23 November")).toBeInTheDocument();
});

test.each([
  ["on a Wednesday", "2026-11-25T09:30:00+04:00", "2 meals on Wednesday 25 November"],
  ["on a day without meals", "2026-11-24T09:30:00+04:00", "2 meals on Wednesday 25 November"],
  ["on a Saturday", "2026-11-28T09:30:00+04:00", "2 meals on Monday 30 November"],
])("the menu opens on today or the next open day: %s", async (_, now, opened) => {
  vi.setSystemTime(now);
  open();
  expect(await screen.findByText(opened)).toBeInTheDocument();
});

test("a day without meals says so, and a week without a menu too", async () => {
  open("?day=2026-11-24");
  expect(await screen.findByText("No delivery on this day")).toBeInTheDocument();
  await press("7 – 11 Dec");
  expect(await screen.findByText("This week’s menu is not out yet")).toBeInTheDocument();
});

test("a menu that cannot be had without a connection says so and offers to try again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open("?week=2026-12-07");
  expect(await screen.findByText("No menu saved yet")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
});

test("cuisine and diet leave the meals that fit", async () => {
  open();
  await screen.findByText("2 meals on Monday 23 November");
  await press("Arabic");
  expect(meals()).toEqual(["Lamb kofta"]);
  // Energy and protein are on each meal, and filters with limits of their own are where one orders.
  expect(screen.queryByRole("button", { name: /kcal|protein/ })).toBeNull();
  await press("All cuisines");
  await press("Vegetarian");
  expect(screen.getByText("1 meal on Monday 23 November")).toBeInTheDocument();
  expect(meals()).toEqual(["Palak paneer"]);
  await press("Arabic");
  expect(meals()).toEqual([]);
});

test("a meal opens its details, and another day shows its own meals", async () => {
  open();
  await screen.findByText("2 meals on Monday 23 November");
  await press("Lamb kofta");
  const sheet = screen.getByRole("dialog");
  expect(within(sheet).getByRole("heading", { name: "Lamb kofta" })).toBeInTheDocument();
  expect(sheet).toHaveTextContent("AED 50.00");
  await userEvent.keyboard("{Escape}");
  await choose(/^Wed/);
  expect(await screen.findByText("2 meals on Wednesday 25 November")).toBeInTheDocument();
});
