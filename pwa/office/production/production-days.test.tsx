import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { productionWords as words } from "#pwa/i18n/production";
import { longDate } from "#pwa/i18n/say-day";
import { ProductionDay } from "#pwa/office/production/production-day";
import { ProductionDays } from "#pwa/office/production/production-days";
import { sayWhen } from "#pwa/office/say-when";
import { readValue } from "#pwa/offline/db";
import type { CookingDay } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";
import { productionOf, signInOperator, storage } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";

// A Friday, so that the next day with lunches is a Monday.
const today = "2026-11-27";
const at = (time: string) => Date.parse(`${today}T${time}:00+04:00`);
const days = [-3, -2, -1, 0, 3, 4, 5].map((from) => addDays(today, from));
const [monday = "", tuesday = "", thursday = ""] = [days[4], days[5], days[2]];
const [oldest = "", old = ""] = days;
const far = days[6] ?? "";
const tomorrow = addDays(today, 1);

const line = (date: string): CookingDay => ({
  date,
  cutoff: `${addDays(date, -2)}T20:00:00Z`,
  meals: 1,
  people: 1,
  places: 1,
  printed: true,
  run: 0,
  run_meals: 1,
  handed: 0,
});

let site: Site;
const asked = () =>
  site.asked.flatMap(({ path }) => (path.includes("/production/") ? [path.slice(path.lastIndexOf("/") + 1)] : []));

const open = (path = "") =>
  openAt(`/kitchen/production${path}`, {
    "/kitchen/production": <ProductionDays />,
    "/kitchen/production/:date": <ProductionDay />,
  });
const kept = async () => Object.keys((await readValue(storage(), "cooking"))?.dates ?? {}).sort();
/** Opens a date, reads it, and goes. */
const reads = async (date: string) => {
  const shown = open(`/${date}`);
  expect(await screen.findByText(`MARK-${date}`)).toBeVisible();
  shown.unmount();
};

beforeEach(async () => {
  vi.useFakeTimers({ now: at("08:14"), toFake: ["Date"] });
  site = await signInOperator();
  site.on["GET /api/kitchen/days"] = reply({ data: days.map(line) });
  site.on["GET /api/kitchen/production/*"] = (_, path) => ({
    status: 200,
    body: { data: productionOf(path.slice(path.lastIndexOf("/") + 1)) },
  });
});

test("today and the day after it are read without a connection though nobody opened them", async () => {
  open();
  await waitFor(async () => expect(await kept()).toEqual([today, monday]));
  expect(asked()).toEqual([today, monday]);
  site.online = false;
  await userEvent.click(await screen.findByRole("link", { name: new RegExp(longDate(today)) }));
  expect(await screen.findByText(`MARK-${today}`)).toBeVisible();
  expect(await screen.findByText(words.seen(sayWhen(new Date(at("08:14")).toISOString())))).toBeVisible();
});

test("what was fetched ahead is not fetched again with every look at the list, and is when it is old", async () => {
  const first = open();
  await waitFor(async () => expect(await kept()).toEqual([today, monday]));
  first.unmount();
  // Monday has nothing to cook any more: what is fetched now is fetched after today was looked at and left as it is.
  site.on["GET /api/kitchen/days"] = reply({ data: [today, tuesday].map(line) });
  const second = open();
  await waitFor(async () => expect(await kept()).toEqual([today, monday, tuesday]));
  expect(asked()).toEqual([today, monday, tuesday]);
  second.unmount();
  vi.setSystemTime(at("08:20"));
  open();
  await waitFor(() => expect(asked()).toEqual([today, monday, tuesday, today, tuesday]));
});

test("the days that are over are let go of first, and never today", async () => {
  const list = open();
  await waitFor(async () => expect(await kept()).toEqual([today, monday]));
  list.unmount();
  for (const date of [oldest, old, thursday]) await reads(date);
  expect(await kept()).toEqual([thursday, today, monday, old].sort());
  await reads(far);
  expect(await kept()).toEqual([thursday, today, monday, far].sort());
  await reads(days[5] ?? "");
  expect(await kept()).toEqual([today, monday, days[5], far]);
  await reads(oldest);
  expect(await kept()).toEqual([oldest, today, monday, days[5]].sort());
});

test("without a connection each page says when it was seen itself", async () => {
  await reads(far);
  vi.setSystemTime(at("09:30"));
  const list = open();
  await waitFor(async () => expect(await kept()).toEqual([today, monday, far]));
  list.unmount();
  site.online = false;
  vi.setSystemTime(at("11:00"));
  const seen = (time: string) => words.seen(sayWhen(new Date(at(time)).toISOString()));
  const again = open();
  expect(await screen.findByText(seen("09:30"))).toBeVisible();
  again.unmount();
  open(`/${far}`);
  expect(await screen.findByText(seen("08:14"))).toBeVisible();
});

test("today and tomorrow come first, also with nothing to cook, and days that are over are folded, the last of them first", async () => {
  const due = { ...line(tomorrow), run: -1, cutoff: `${addDays(today, -1)}T20:00:00Z`, printed: false };
  const later = { ...line(monday), run: -1 };
  site.on["GET /api/kitchen/days"] = reply({ data: [line(oldest), line(old), due, later] });
  open();
  const rows = async (title: string) =>
    within((await screen.findByRole("heading", { name: title })).parentElement as HTMLElement);
  expect((await rows(words.today)).getByText(words.nothingToCook)).toBeVisible();
  expect((await rows(words.tomorrow)).getByRole("link")).toHaveTextContent(words.notLocked);
  expect((await rows(words.next)).getByRole("link")).toHaveTextContent("Closes Sat 28 Nov, 23:59");
  const folded = within(screen.getByText(words.past(2)).parentElement as HTMLElement);
  expect(folded.getByText(longDate(old))).not.toBeVisible();
  await userEvent.click(screen.getByText(words.past(2)));
  expect(folded.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    [old, oldest].map((date) => `/kitchen/production/${date}`),
  );
});
