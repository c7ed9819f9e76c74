import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const steps = (...done: boolean[]) =>
  ["manager", "window", "plan", "menu", "order"].map((step, n) => ({ step, done: done[n] }));

async function openHome(role: string, data: unknown[]) {
  const site = await signInOperator(role);
  site.on["GET /api/kitchen/overview"] = reply({ cooking: [], weeks_offered: 4, weeks_without_menu: [] });
  site.on["GET /api/kitchen/cases"] = reply({ data: [], more: false });
  site.on["GET /api/kitchen/first-run"] = reply({ data });
  openAt("/kitchen", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("No closed day ahead");
  return site;
}

test("a manager sees what is missing until the first order, and where to do it", async () => {
  await openHome("manager", steps(true, false, true, false, false));
  const list = within(await screen.findByRole("region", { name: "Until the first order" }));
  list.getByText("3 steps are left. This list goes when all are done.");
  const hrefs = list.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/kitchen/areas", "/kitchen/menus", "/kitchen/companies"]);
  expect(list.getAllByText("Done")).toHaveLength(2);
});

test("once the first order is paid the list is gone", async () => {
  const site = await openHome("manager", steps(true, true, true, true, true));
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/first-run")).toHaveLength(1));
  expect(screen.queryByText("Until the first order")).toBeNull();
});

test("a cook is not asked to set anything up", async () => {
  const site = await openHome("kitchen", steps(false, false, false, false, false));
  expect(site.sent("GET", "/api/kitchen/first-run")).toEqual([]);
});
