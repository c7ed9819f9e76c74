import { cleanup, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import type { CookingDay } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

vi.mock("#pwa/i18n/food", () => import("#pwa/i18n/ar/food"));

const today = "2025-09-08";
const cutoffOf = (date: string) => `${addDays(date, -2)}T20:00:00Z`;
const dayOf = (date: string, change: Partial<CookingDay> = {}): CookingDay => ({
  date,
  cutoff: cutoffOf(date),
  meals: 158,
  people: 120,
  places: 12,
  run: 0,
  run_meals: 158,
  handed: 0,
  printed: true,
  ...change,
});
const empty = { meals: 0, people: 0, places: 0, run: -1, run_meals: 0, printed: false };
const calm = {
  cooking: [dayOf(today), dayOf(addDays(today, 1), empty)],
  weeks_offered: 4,
  weeks_without_menu: [] as string[],
  support: {
    companies_waiting: 0,
    overdue_invoices: 0,
    overdue_amount: 0,
    unresolved: 0,
    unresolved_amount: 0,
    einvoices_stuck: 0,
    silent: [] as string[],
  },
};

/** The first page of an operator, whom the server tells this. */
async function home(role: string, overview: object, cases: object[] = []) {
  const site = await signInOperator(role);
  site.on["GET /api/kitchen/overview"] = reply(overview);
  site.on["GET /api/kitchen/cases"] = reply({ data: cases, more: false });
  openAt("/kitchen", { "/kitchen/*": <KitchenPage /> });
  await screen.findAllByText("158 meals");
  return site;
}
const card = (title: string) => screen.getByRole("region", { name: new RegExp(`^${title}`) });
const waits = () =>
  within(screen.getByRole("region", { name: "Needs attention" }))
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);

test("a manager who opens the app sees what is overdue, missing, unresolved and silent", async () => {
  await home("manager", {
    ...calm,
    weeks_without_menu: ["2025-09-22"],
    support: {
      companies_waiting: 1,
      overdue_invoices: 3,
      overdue_amount: 8_827_600,
      unresolved: 2,
      unresolved_amount: 4200,
      einvoices_stuck: 2,
      silent: ["Lobby", "Level 3"],
    },
  });
  expect(screen.queryByText("Nothing needs attention")).toBeNull();
  expect(waits()).toEqual([
    [expect.stringContaining("2 card payments have no outcome: AED\u00a042.00"), "/kitchen/payments?status=open"],
    [expect.stringContaining("1 of the 4 weeks that people can choose has no menu"), "/kitchen/menus"],
    ["1 company waits for approval", "/kitchen/companies?status=Pending"],
    ["3 invoices are overdue: AED\u00a088,276.00", "/kitchen/invoices?state=overdue"],
    ["2 e-invoices were not delivered", "/kitchen/invoices?state=unsent"],
    ["2 tills have not been online for three daysLobby, Level 3", "/kitchen/counters"],
  ]);
});

test("a quiet day is called one, and support is not sent to the production that only cooks open", async () => {
  await home("support", calm);
  await screen.findByText("Nothing needs attention");
  expect(within(card("To cook today")).queryByRole("link")).toBeNull();
});

test("each day has the buttons of its moment, the next thing to do first", async () => {
  vi.useFakeTimers({ now: Date.parse(`${today}T08:14:00+04:00`), toFake: ["Date"] });
  const site = await home("kitchen", {
    ...calm,
    support: undefined,
    cooking: [dayOf(today, { handed: 30 }), dayOf(addDays(today, 1), { run: -1, printed: false })],
  });
  const steps = (title: string) =>
    [...card(title).querySelectorAll("a, button")].map(
      (one) => `${one.textContent}${one.classList.contains("pri") ? "!" : ""}`,
    );
  const cases: [CookingDay, string[], string][] = [
    [dayOf(today, { handed: 30 }), ["Print labels", "Hand over!", "To cook"], "30 of 120 handed over"],
    [dayOf(today, { printed: false }), ["Print labels!", "Hand over", "To cook"], "Labels to print"],
    [dayOf(today, { handed: 120 }), ["Print labels", "To cook"], "120 of 120 handed over"],
    [dayOf(today, { run_meals: 160 }), ["Print labels", "Hand over!", "To cook"], "Change 1 to lock"],
    [dayOf(today, { run: -1 }), ["Lock the list!", "To cook"], "Not locked"],
    [dayOf(today, { run: -1, cutoff: cutoffOf("2025-09-11") }), ["See what is ordered"], "Closes Tue 9 Sep, 23:59"],
    [dayOf(today, empty), [], "Nothing to cook"],
  ];
  for (const [day, buttons, said] of cases) {
    site.on["GET /api/kitchen/overview"] = reply({
      ...calm,
      support: undefined,
      cooking: [day, dayOf(addDays(today, 1))],
    });
    cleanup();
    openAt("/kitchen", { "/kitchen/*": <KitchenPage /> });
    expect(await screen.findByText(said)).toBeVisible();
    expect([said, steps("To cook today")]).toEqual([said, buttons]);
  }
  expect(steps("To cook tomorrow")).toEqual(["Print labels", "To cook"]);
});

test("who locks the list from here is told, and the day goes on", async () => {
  vi.useFakeTimers({ now: Date.parse(`${today}T08:14:00+04:00`), toFake: ["Date"] });
  const due = dayOf(today, { run: -1, printed: false });
  const site = await home("kitchen", { ...calm, support: undefined, cooking: [due, dayOf(addDays(today, 1), empty)] });
  site.on[`POST /api/kitchen/production/${today}/write`] = reply({ data: {} });
  site.on["GET /api/kitchen/overview"] = reply({
    ...calm,
    support: undefined,
    cooking: [dayOf(today, { printed: false }), dayOf(addDays(today, 1), empty)],
    next: dayOf(addDays(today, 3)),
  });
  await press("Lock the list");
  expect(await screen.findByText("Labels to print")).toBeVisible();
  expect(within(card("Next to cook")).getByText("120 people · 12 places")).toBeVisible();
});

test("whoever reads the kitchen in Arabic sees the next closed day by its Arabic name", async () => {
  const closed = { date: "2025-12-02", name: "UAE National Day", name_ar: "عيد الاتحاد" };
  await home("kitchen", { ...calm, support: undefined, next_closed: closed });
  expect(screen.getByRole("link", { name: /عيد الاتحاد/ })).toBeVisible();
});

test("a case alone is something to look at", async () => {
  await home("support", calm, [{ kind: "job", id: "1", at: "2025-09-08T06:00:00Z" }]);
  await screen.findByText("1 case to look at");
});

test("a cook is not asked for what is support's", async () => {
  const site = await home("kitchen", { ...calm, support: undefined });
  await screen.findByText("Every week that people can choose has its menu.");
  expect(site.sent("GET", "/api/kitchen/cases")).toEqual([]);
});
