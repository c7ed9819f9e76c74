import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { type Db, openDb, useDevice } from "#pwa/db";
import { OrderHistory } from "#pwa/order/OrderHistory";
import type { Order } from "#pwa/wire";

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
  deliveries: [
    {
      id: "D1",
      delivery_date: "2026-11-23",
      cutoff: "2026-11-21T20:00:00Z",
      address_id: "A1",
      live: true,
      net_amount: 7_303,
      company_share: 4_004,
      items: [{ meal: "M1", name: "Shish tawook", qty: 2, price: 4_700, discounted: 3_530, total: 7_061 }],
    },
  ],
};

let db: Db;
let profile = 0;
beforeEach(async () => {
  db = await openDb(`history-${++profile}`);
  useDevice.setState({ db });
});
const open = (at = "/dashboard/history") =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <OrderHistory />
    </MemoryRouter>,
  );
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
  await db.orders.put({
    ...stored,
    status: "Payment Pending",
    amount_due: 2_706,
    payment_sources: [],
    payment_date: null,
    intent: { id: "INTENT1", status: "open", expires_at: "2026-11-18T21:00:00Z" },
  });
  open(`/dashboard/history?order=${stored.id}`);
  expect((await screen.findByText("To pay")).nextSibling).toHaveTextContent("AED 27.06");
  expect(screen.getByRole("link", { name: "Pay AED 27.06" })).toHaveAttribute("href", "/payment/INTENT1");
});

test("a failed payment can be tried again, a cancelled order took nothing", async () => {
  await db.orders.put({ ...stored, status: "Payment Failed", amount_due: 2_706 });
  const { unmount } = open(`/dashboard/history?order=${stored.id}`);
  expect(await screen.findByRole("link", { name: "Pay again" })).toHaveAttribute("href", `/checkout/${stored.id}`);
  unmount();
  await db.orders.put({ ...stored, status: "Cancelled", amount_due: 2_706 });
  open();
  expect((await screen.findByText("Nothing taken")).nextSibling).toHaveTextContent("AED 0.00");
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
  expect(screen.getByRole("link", { name: "Go to my lunches" })).toHaveAttribute("href", "/dashboard/home");
});
