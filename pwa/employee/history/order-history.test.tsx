import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { OrderHistory } from "#pwa/employee/history/order-history";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import type { Amendment, DiaryEntry, Order } from "#pwa/offline/wire";
import { ok } from "#pwa/testing/answers";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { terms } from "#pwa/testing/sample";
import { reply, siteOf } from "#pwa/testing/site";

const tawook = { meal: "M1", name: "Shish tawook", qty: 2, price: 4_700, discounted: 3_530, total: 7_061 };
// The stored sums do not add up on purpose: what is shown must be what is stored, not what the phone would count.
const stored: Order = {
  id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F",
  status: "Confirmed",
  source: "web",
  week: "2026-11-23",
  rev: 3,
  version: 1,
  gross_amount: 10_101,
  discount: 2_202,
  net_amount: 7_303,
  company_share: 4_004,
  employee_share: 3_305,
  payable_amount: 2_706,
  amount_due: 0,
  wallet_amount: 607,
  vat_amount: 358,
  payment_sources: [
    { kind: "company", amount: 4_004 },
    { kind: "wallet", amount: 607 },
    { kind: "card", amount: 2_708 },
  ],
  order_date: "2026-11-18T20:30:00Z",
  payment_date: "2026-11-18T20:31:00Z",
  first_delivery_date: "2026-11-23",
  terms: { ...terms, discount_amount: 25, share_type: "Flat", share_value: 4_004 },
  deliveries: [
    {
      id: "D1",
      delivery_date: "2026-11-23",
      cutoff: "2026-11-21T20:00:00Z",
      address_id: "A1",
      live: true,
      gross_amount: 10_101,
      net_amount: 7_303,
      company_share: 4_004,
      items: [tawook],
    },
  ],
};

/** The order with its days changed. */
const ofDay = (order: Order, more: Partial<Order["deliveries"][number]>): Order => ({
  ...order,
  deliveries: order.deliveries.map((one) => ({ ...one, ...more })),
});

let db: Db;
let profile = 0;
beforeEach(async () => {
  db = await openDb(`history-${++profile}`);
  useDevice.setState({ db });
});
const open = (query = "") => openAt(`/dashboard/history${query}`, { "/dashboard/history": <OrderHistory /> });
/** Opens the history at one order. */
const openOrder = async (order: Order) => {
  await db.orders.put(order);
  return open(`?order=${order.id}`);
};
const line = (label: string) => within(screen.getByText(label).closest("div") as HTMLElement).getByRole("definition");

test("an order shows its week, its state and what was paid by whom", async () => {
  await db.orders.put(stored);
  open();
  const head = await screen.findByRole("button", { name: /23 – 27 Nov 1 day Confirmed/ });
  expect(head).toHaveAttribute("aria-expanded", "false");
  expect(screen.getByText("You paid").nextSibling).toHaveTextContent("AED 33.05");
  expect(screen.getByText("Company paid AED 40.04")).toBeVisible();
  expect(screen.queryByText("2 × Shish tawook")).toBeNull();
});

test("its details are the stored numbers", async () => {
  await db.orders.put(stored);
  open();
  await userEvent.click(await screen.findByRole("button", { name: /23 – 27 Nov/ }));
  expect(screen.getByText("2 × Shish tawook").nextSibling).toHaveTextContent("94.00 AED 70.61");
  expect(line("Menu price")).toHaveTextContent("AED 101.01");
  expect(line("Plan discount")).toHaveTextContent("−22.02");
  expect(line("Price of the order")).toHaveTextContent("AED 73.03");
  expect(line("Company share")).toHaveTextContent("−40.04");
  expect(line("From your wallet")).toHaveTextContent("AED 6.07");
  expect(line("By card")).toHaveTextContent("AED 27.08");
  expect(screen.getByText(/5% VAT/)).toHaveTextContent("AED 3.58");
  expect(line("Paid")).toHaveTextContent("Thu 19 Nov, 0:31");
  expect(line("Order number")).toHaveTextContent("4C6D8E0F");
  expect(screen.queryByText("Still to pay")).toBeNull();
});

test("an order whose payment is open says what is to pay and leads to the card page", async () => {
  await openOrder({
    ...stored,
    status: "Payment Pending",
    amount_due: 2_706,
    payment_sources: [],
    payment_date: null,
    intent: { id: "INTENT1", status: "open", expires_at: "2026-11-18T21:00:00Z" },
  });
  expect((await screen.findByText("To pay")).nextSibling).toHaveTextContent("AED 27.06");
  await leadsTo("Pay AED 27.06", "/payment/INTENT1");
});

test("a failed payment can be tried again, a cancelled order took nothing", async () => {
  const { unmount } = await openOrder({ ...stored, status: "Payment Failed", amount_due: 2_706 });
  await leadsTo("Pay again", `/checkout/${stored.id}`);
  unmount();
  await db.orders.put({ ...stored, status: "Cancelled", amount_due: 2_706 });
  open();
  expect((await screen.findByText("Nothing taken")).nextSibling).toHaveTextContent("AED 0.00");
});

/** An order whose one day can be changed for years to come. */
const changeable: Order = {
  ...ofDay(stored, {
    cutoff: "2099-11-21T20:00:00Z",
    net_amount: 7_061,
    company_share: 2_000,
    share_before: 3_000,
  }),
  terms: { ...terms, share_type: "Flat", share_value: 2000, share_cap: 5000, share_duration: "Weekly" },
  version: 2,
};

test("why a day costs what it costs follows from what is stored with the order", async () => {
  await openOrder(changeable);
  await userEvent.click(await screen.findByText("Why this price"));
  const day = await screen.findByRole("region", { name: "Why this price, Mon 23 Nov" });
  expect(day).toHaveTextContent("2 × Shish tawook94.00");
  expect(day).toHaveTextContent("20% off each meal, rounded to 10 fils−23.39");
  expect(day).toHaveTextContent(
    "AED 20.00 a day. At most AED 50.00 a week. Before this day AED 30.00 of it was used, so AED 20.00 was left.−20.00",
  );
  expect(day).toHaveTextContent("You50.61");
});

test("an open order can be changed and cancelled, by the day and as a whole", async () => {
  await openOrder(changeable);
  await leadsTo("Change Mon 23 Nov", `/editorder/${stored.id}?day=2026-11-23`);
  await leadsTo("Cancel Mon 23 Nov", `/checkout/edit/${stored.id}?cancel=2026-11-23`);
  await leadsTo("Change the order", `/editorder/${stored.id}`);
  await leadsTo("Cancel the order", `/checkout/edit/${stored.id}?cancel=all`);
});

test("an order that has closed offers no change", async () => {
  await openOrder(stored);
  await screen.findByText("Menu price");
  expect(screen.queryByRole("link", { name: /^(Change|Cancel)/ })).toBeNull();
});

const none = { gross_amount: 0, discount: 0, net_amount: 0, company_share: 0, employee_share: 0, vat_amount: 0 };
const amendment: Amendment = {
  id: "A1",
  status: "Confirmed",
  created_at: "2026-11-19T08:00:00Z",
  days: [{ date: "2026-11-23", cutoff: "2099-11-21T20:00:00Z", change: "changed", before: null, after: null }],
  before: none,
  after: none,
  difference: -900,
  wallet_amount: 0,
  payable_amount: 0,
  refund_amount: 900,
  refund_wallet: 900,
  refund_card: 0,
};

test("its changes are listed with what they cost, and money that went back is told", async () => {
  await openOrder({ ...changeable, wallet_amount: -900, orderAmends: [amendment] });
  const list = await screen.findByRole("region", { name: "Changes of this order" });
  const link = within(list).getByRole("link");
  expect(link).toHaveAttribute("href", `/checkout/edit/${stored.id}?done=A1`);
  expect(link).toHaveTextContent("Change of Thu 19 Nov, 12:00");
  expect(link).toHaveTextContent("Mon · AED 9.00 back");
  expect(line("Back to your wallet")).toHaveTextContent("AED 9.00");
});

test("an order that was cancelled after it was paid says what came back", async () => {
  await db.orders.put({ ...changeable, status: "Cancelled", orderAmends: [amendment] });
  open();
  expect((await screen.findByText("Given back")).nextSibling).toHaveTextContent("AED 9.00");
});

const item = { qty: 1, price: 1, discounted: 1, total: 1, vat: 0 };
const entry: DiaryEntry = {
  id: "E2",
  date: "2026-11-23",
  at: "2026-11-19T08:00:00Z",
  who: { kind: "eater", name: "Mariam" },
  device: "another",
  what: "changed",
  before: [{ ...item, meal: "M2", name: "Biryani" }],
  after: [{ ...item, meal: "M1", name: "Shish tawook", qty: 2 }],
  place_before: { id: "A1", label: "Tower" },
  place_after: { id: "A1", label: "Tower" },
  net_before: 0,
  net_after: 0,
  employee_difference: -900,
  refund_to: "wallet",
  amendment: "A1",
};

const showDiary = async (order: Order, ...entries: object[]) => {
  const site = siteOf([]);
  site.on[`GET /api/orders/${order.id}/diary`] = ok(entries);
  await openOrder(order);
  await userEvent.click(await screen.findByRole("button", { name: "Show what happened" }));
};

test("the diary tells who did what with which device, and the newest entry of an open day can be undone", async () => {
  const ordered = { ...entry, id: "E1", what: "ordered", before: null, employee_difference: 4_200 };
  await showDiary(changeable, entry, ordered);
  const change = (await screen.findByText("Mon 23 Nov · Changed")).closest("li") as HTMLElement;
  expect(change).toHaveTextContent("Biryani → 2 × Shish tawook");
  expect(change).toHaveTextContent("AED 9.00 back to your wallet");
  expect(change).toHaveTextContent("You, another device, Thu 19 Nov, 12:00");
  const undos = screen.getAllByRole("link", { name: /^Undo/ });
  expect(undos.map((link) => link.getAttribute("href"))).toEqual([`/checkout/edit/${stored.id}?undo=E2`]);
});

test("another place stands in the diary and can be undone, a share that was counted anew cannot", async () => {
  const moved = { ...entry, id: "E3", before: entry.after, place_after: { id: "A2", label: "Warehouse" } };
  const share = { ...entry, id: "E4", before: entry.after, employee_difference: 100 };
  await showDiary(changeable, share, moved, entry);
  const change = (await screen.findByText("Tower → Warehouse")).closest("li") as HTMLElement;
  expect(change).not.toHaveTextContent("Shish tawook");
  await leadsTo(/^Undo/, `/checkout/edit/${stored.id}?undo=E3`, change);
  expect(screen.getByText(/share was counted anew/)).toBeVisible();
  expect(screen.getAllByRole("link", { name: /^Undo/ })).toHaveLength(1);
});

test("a meal that was missing stands in the diary with what came back", async () => {
  const places = { place_before: null, place_after: null };
  const who = { kind: "operator", name: "" };
  await showDiary(
    { ...stored, status: "Completed" },
    { ...entry, ...places, what: "missing", who, device: null, after: [] },
  );
  const change = (await screen.findByText("Mon 23 Nov · Missing")).closest("li") as HTMLElement;
  expect(change).toHaveTextContent("BiryaniAED 9.00 back to your walletOur team, Thu 19 Nov, 12:00");
});

test("the first share of a period says why it is what it is", async () => {
  await openOrder(ofDay(changeable, { share_before: undefined }));
  await userEvent.click(await screen.findByText("Why this price"));
  expect(await screen.findByText(/AED 20.00 a day. At most AED 50.00 a week/)).toBeVisible();
});

test("the diary needs a connection, says so, and comes when it is asked for again", async () => {
  const site = siteOf([]);
  site.online = false;
  site.on[`GET /api/orders/${stored.id}/diary`] = ok([]);
  await openOrder(changeable);
  await userEvent.click(await screen.findByRole("button", { name: "Show what happened" }));
  expect(await screen.findByText("The diary needs a connection.")).toBeVisible();
  site.online = true;
  await press("Try again");
  expect(await screen.findByText("Nothing yet.")).toBeVisible();
});

test("a paid order shows its tax invoice and credit notes to save, which need a connection", async () => {
  const site = siteOf([]);
  site.on["GET /api/tax-documents"] = reply({
    data: [
      { id: "D1", kind: "invoice", number: "TI-2026-000007", issued_on: "2026-11-19", vat: 157, total: 3_305 },
      { id: "D2", kind: "credit", number: "TC-2026-000002", issued_on: "2026-11-20", vat: 79, total: 1_652 },
    ],
  });
  site.on["GET /api/tax-documents/D2/pdf"] = reply({ message: "Busy." }, 503);
  await openOrder(stored);
  const list = within(await screen.findByRole("region", { name: "Tax invoices" }));
  expect(list.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
    "Tax invoice TI-2026-000007Thu 19 Nov, AED 33.05PDF",
    "Credit note TC-2026-000002Fri 20 Nov, AED 16.52PDF",
  ]);
  await press("Credit note TC-2026-000002 as PDF");
  expect(await screen.findByRole("alert")).toHaveTextContent("The file could not be fetched.");
  expect(site.sent("GET", "/api/tax-documents/D2/pdf")).toHaveLength(1);
  site.online = false;
  await openOrder({ ...stored, id: "01KZ000000000000000000000A" });
  expect(await screen.findByText("Your tax invoice needs a connection.")).toBeVisible();
});

test("the newest order comes first", async () => {
  await db.orders.bulkPut([stored, { ...stored, id: "01KZ000000000000000000000A", week: "2026-11-30" }]);
  open();
  await screen.findByRole("button", { name: /23 – 27 Nov/ });
  const heads = screen.getAllByRole("button").map((head) => head.textContent);
  expect(heads[0]).toMatch(/^30 Nov – 4 Dec/);
  expect(heads[1]).toMatch(/^23 – 27 Nov/);
});

test("without an order it says where they will be", async () => {
  open();
  expect(await screen.findByRole("heading", { name: "No orders yet" })).toBeVisible();
  await leadsTo("Go to my lunches", "/dashboard/home");
});

test("a meal that was withdrawn says until when another one is free of charge, and what comes without a choice", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T09:00:00Z") });
  const gone = { ...tawook, withdrawn: { until: "2026-11-21T20:00:00Z" } };
  await openOrder(ofDay(stored, { items: [gone] }));
  expect(await screen.findByText("We cannot cook 2 × Shish tawook")).toBeVisible();
  expect(screen.getByText(/free of charge until Sat 21, 23:59/)).toHaveTextContent("pay it back to your wallet");
  const choose = /instead of Shish tawook for Mon 23 Nov, free of charge/;
  await leadsTo(choose, `/editorder/${stored.id}?day=2026-11-23`);
  vi.useRealTimers();
});

test("why a swap was free of charge stands in the price", async () => {
  const salmon = { ...tawook, meal: "M2", name: "Salmon", qty: 1, total: 3_530 };
  await openOrder(ofDay(stored, { items: [{ ...salmon, instead_of: "M1" }, salmon] }));
  await userEvent.click(await screen.findByText("Why this price"));
  expect(await screen.findAllByText(/Free of charge: at the price of the meal/)).toHaveLength(1);
});
