import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { historyRows } from "#pwa/employee/history/history-rows";
import { OrderHistory } from "#pwa/employee/history/order-history";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { errorsWords } from "#pwa/i18n/errors";
import { notMeWords, purchaseWords } from "#pwa/i18n/history";
import { openDb, useDevice, writeValue } from "#pwa/offline/db";
import type { Order, Purchase } from "#pwa/offline/wire";
import { openAt, press } from "#pwa/testing/open-at";
import { lost, reply, type Site, siteOf } from "#pwa/testing/site";

const bought: Purchase = {
  id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E01",
  source: "pos",
  status: "Completed",
  receipt: "P7-31-8E01",
  till: "Pantry",
  place: "Level 3",
  company_name: "Qasr Studio",
  day: "2026-11-24",
  order_date: "2026-11-24T08:30:00Z",
  voided_at: null,
  items: [{ meal: "M1", name: "Shish tawook", qty: 2, price: 1_700, total: 3_400 }],
  net_amount: 3_400,
  difference: 0,
  vat_amount: 162,
  company_share: 2_000,
  wallet_amount: 1_000,
  cash: 400,
  terminal: 0,
  owed: 0,
  dispute: "",
};

let site: Site;
let profile = 0;
beforeEach(async () => {
  site = siteOf();
  useDevice.setState({ db: await openDb(`purchases-${++profile}`) });
});
const open = (query = "") => openAt(`/dashboard/history${query}`, { "/dashboard/history": <OrderHistory /> });
const line = (label: string) => within(screen.getByText(label).closest("div") as HTMLElement).getByRole("definition");

test("a purchase at a counter stands among the orders and opens to its receipt", async () => {
  site.on["GET /api/pos-purchases"] = reply({ data: [bought], next: "" });
  open(`?sale=${bought.id}`);
  expect(await screen.findByRole("button", { name: /Level 3, Qasr Studio Tue 24 Nov, 12:30 Paid/ })).toBeVisible();
  expect(screen.getByText("You paid").nextSibling).toHaveTextContent("AED 14.00");
  expect(screen.getByText("Company paid AED 20.00")).toBeVisible();
  expect(screen.getByText("2 × Shish tawook").nextSibling).toHaveTextContent("AED 34.00");
  expect(line("Company share")).toHaveTextContent("AED 20.00");
  expect(line("From your wallet")).toHaveTextContent("AED 10.00");
  expect(line(purchaseWords.cash)).toHaveTextContent("AED 4.00");
  expect(screen.getByText(/5% VAT/)).toHaveTextContent("AED 1.62");
  expect(line("Till")).toHaveTextContent("Pantry");
  expect(line("Receipt")).toHaveTextContent("P7-31-8E01");
  expect(screen.queryByText(purchaseWords.terminal)).toBeNull();
});

test("what was taken beyond the menu's price is in what the person pays, and what nothing paid yet stands on the receipt", async () => {
  const owed = { ...bought, difference: 25, wallet_amount: 0, cash: 0, owed: 1_425 };
  site.on["GET /api/pos-purchases"] = reply({ data: [owed], next: "" });
  open(`?sale=${owed.id}`);
  expect((await screen.findByText(purchaseWords.yours)).nextSibling).toHaveTextContent("AED 14.25");
  expect(line(purchaseWords.rounding)).toHaveTextContent("AED 0.25");
  expect(line(purchaseWords.owed)).toHaveTextContent("AED 14.25");
});

test("one that was undone says that its money is back, and one that is owed does not say that it was paid", async () => {
  const undone = { ...bought, status: "Refunded", voided_at: "2026-11-24T09:00:00Z" };
  const owed = { ...bought, id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E02", wallet_amount: 0, owed: 1_000 };
  site.on["GET /api/pos-purchases"] = reply({ data: [undone, owed], next: "" });
  open(`?sale=${undone.id}`);
  expect(await screen.findByText(/^Undone .*is back\.$/)).toBeVisible();
  expect(screen.getByText(dashboardWords.order.refunded)).toBeVisible();
  expect(screen.getAllByText("Company paid AED 20.00")).toHaveLength(1);
  expect(screen.getByText(purchaseWords.yours).nextSibling).toHaveTextContent("AED 14.00");
});

test("older purchases come page by page, each in its place, and what is here stays readable without a network", async () => {
  const older = { ...bought, id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E00", place: "Lobby", order_date: "2026-11-10T08:30:00Z" };
  site.on["GET /api/pos-purchases"] = reply({ data: [bought], next: bought.id });
  site.on[`GET /api/pos-purchases?before=${bought.id}`] = reply({ data: [older], next: "" });
  const { unmount } = open();
  await press(purchaseWords.older);
  expect(await screen.findByRole("button", { name: /Lobby/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: purchaseWords.older })).toBeNull();
  unmount();
  site.online = false;
  open();
  await press(purchaseWords.older);
  expect(await screen.findByText(purchaseWords.offline)).toBeVisible();
  expect(screen.getByRole("button", { name: /Level 3/ })).toBeVisible();
});

test("the newest purchases are here at once, also before the server has answered", async () => {
  const { db } = useDevice.getState();
  if (db) await writeValue(db, "purchases", { list: [bought], next: "", at: 1 });
  site.online = false;
  open();
  expect(await screen.findByRole("button", { name: /Level 3/ })).toBeVisible();
});

test("a gap stands where older purchases belong, and every order stays in its place", () => {
  const order = (order_date: string) => ({ order_date }) as Order;
  const rows = historyRows([order("2026-11-25T00:00:00Z"), order("2026-11-01T00:00:00Z")], [bought], true);
  expect(rows.map((row) => Object.keys(row)[0])).toEqual(["order", "purchase", "gap", "order"]);
});

test("a purchase is reported only after it is said what that does, and then says how it stands", async () => {
  site.on["GET /api/pos-purchases"] = reply({ data: [bought], next: "" });
  site.on["POST /api/pos-report"] = lost;
  open(`?sale=${bought.id}`);
  await press(purchaseWords.notMe);
  for (const step of notMeWords.steps) expect(screen.getByText(step)).toBeVisible();
  expect(site.sent("POST", "/api/pos-report")).toEqual([]);
  await press(notMeWords.go);
  expect(await screen.findByRole("alert")).toHaveTextContent(errorsWords.offline);
  site.on["POST /api/pos-report"] = reply({ id: bought.id });
  site.on["GET /api/pos-purchases"] = reply({ data: [{ ...bought, dispute: "open" }], next: "" });
  await press(notMeWords.go);
  expect(await screen.findByText(purchaseWords.disputes.open ?? "")).toBeVisible();
  expect(await screen.findByText(purchaseWords.reported)).toBeVisible();
  expect(screen.queryByRole("button", { name: purchaseWords.notMe })).toBeNull();
});
