import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const calm = {
  cooking: [
    { date: "2025-09-08", meals: 158, people: 120 },
    { date: "2025-09-09", meals: 0, people: 0 },
  ],
  weeks_offered: 4,
  weeks_without_menu: [] as string[],
  support: {
    companies_waiting: 0,
    overdue_invoices: 0,
    overdue_amount: 0,
    unresolved: 0,
    unresolved_amount: 0,
    silent: [] as string[],
  },
};

/** The first page of an operator, whom the server tells this. */
async function home(role: string, overview: object, cases: object[] = []) {
  const site = await signInOperator(role);
  site.on["GET /api/kitchen/overview"] = reply(overview);
  site.on["GET /api/kitchen/cases"] = reply({ data: cases, more: false });
  openAt("/kitchen", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("158 meals");
  return site;
}
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
      silent: ["Lobby", "Level 3"],
    },
  });
  expect(screen.queryByText("Nothing needs attention")).toBeNull();
  expect(waits()).toEqual([
    [expect.stringContaining("2 card payments have no outcome: AED 42.00"), "/kitchen/payments?status=open"],
    [expect.stringContaining("1 of the 4 weeks that people can choose has no menu"), "/kitchen/menus"],
    ["1 company waits for approval", "/kitchen/companies?status=Pending"],
    ["3 invoices are overdue: AED 88,276.00", "/kitchen/invoices?state=overdue"],
    ["2 tills have not been online for three daysLobby, Level 3", "/kitchen/counters"],
  ]);
  expect(screen.getByRole("link", { name: /To cook today/ })).toHaveAttribute("href", "/kitchen/production/2025-09-08");
});

test("a quiet day is called one, and support is not sent to the production that only cooks open", async () => {
  await home("support", calm);
  await screen.findByText("Nothing needs attention");
  expect(screen.queryByRole("link", { name: /To cook today/ })).toBeNull();
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
