import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EditOrderPage } from "#pwa/employee/amend/edit-order-page";
import { useDevice } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { Order } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { mariam, menuOf, orderOf } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";
import { Toasts } from "#pwa/ui/toasts";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const [monday = "", tuesday = ""] = dates;

const base = orderOf("O1", "Confirmed", dates);
const order: Order = {
  ...base,
  rev: 1,
  version: 4,
  deliveries: base.deliveries.map((one) => ({ ...one, cutoff: new Date(cutoffOf(one.delivery_date)).toISOString() })),
};

let site: Site;
let person = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  useToasts.setState({ toasts: [] });
  const me = { ...mariam, id: `P-edit-${++person}` };
  site = siteOf([me]);
  site.server.state.live = { wallet: 0, share_used: {}, portions: {}, taken: dates, closed: [] };
  await signInWithPassword(me.email, "secret");
  await useDevice.getState().db?.menus.put({ hash: "H", week, menu: menuOf(week, dates), at: Date.now() });
});
afterEach(() => {
  stopSync();
  vi.useRealTimers();
});

/** The order comes, and then the network goes: this screen needs none. */
const keep = async (one: Order = order) => {
  site.server.order(one);
  await syncNow();
  site.online = false;
};
const open = (at = "/editorder/O1") =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/editorder/:orderId?" element={<EditOrderPage />} />
      </Routes>
      <Toasts />
    </MemoryRouter>,
  );
const meant = async (date: string) => {
  const { db } = useDevice.getState();
  const day = db && (await draftOf(await readRows(db))).get(date);
  return day && { items: day.items, base: day.base };
};
const heading = (day: string) => screen.findByRole("heading", { level: 1, name: new RegExp(`^${day}`) });

test("one lunch stays one lunch: another meal takes its place, on this phone and without a network", async () => {
  await keep();
  open(`/editorder/O1?day=${tuesday}`);
  await heading("Tuesday");
  expect(screen.getByText("Nothing changed yet")).toBeVisible();
  expect(screen.getByText(/Open until Sun 29 Nov, 23:59/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Add Meal b to Tuesday" }));
  expect(await screen.findByText("1 day changed")).toBeVisible();
  expect(screen.getByText("about AED 4.00 more")).toBeVisible();
  expect(await meant(tuesday)).toEqual({ items: [{ meal: "b", qty: 1 }], base: 4 });
  expect(screen.getByRole("link", { name: "Review the change" })).toHaveAttribute("href", "/checkout/edit/O1");
  expect(screen.getByText("Meal b instead of Meal a")).toBeVisible();
});

test("both can be kept, and more portions be had", async () => {
  await keep();
  open();
  await heading("Monday");
  await userEvent.click(screen.getByRole("button", { name: "Add Meal b to Monday" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep both" }));
  await waitFor(async () =>
    expect((await meant(monday))?.items).toEqual([
      { meal: "a", qty: 1 },
      { meal: "b", qty: 1 },
    ]),
  );
  await userEvent.click(await screen.findByRole("button", { name: "One more Meal b" }));
  await waitFor(async () => expect((await meant(monday))?.items[1]).toEqual({ meal: "b", qty: 2 }));
});

test("who comes back to what is ordered has no change any more", async () => {
  await keep();
  open();
  await heading("Monday");
  await userEvent.click(screen.getByRole("button", { name: "Add Meal b to Monday" }));
  await screen.findByText("1 day changed");
  await userEvent.click(screen.getByRole("button", { name: "Keep as ordered" }));
  expect(await screen.findByText("Nothing changed yet")).toBeVisible();
  expect((await meant(monday))?.base ?? null).toBeNull();
  expect(screen.getByRole("button", { name: "Review the change" })).toBeDisabled();
});

test("a day that shall be cancelled says that it is not yet, and can be kept", async () => {
  await keep();
  open();
  await heading("Monday");
  await userEvent.click(screen.getByRole("button", { name: "Cancel Monday" }));
  expect(await screen.findByRole("heading", { name: "Monday will be cancelled" })).toBeVisible();
  expect(screen.getByText("about AED 16.00 back")).toBeVisible();
  expect(await meant(monday)).toEqual({ items: [], base: 4 });
  await userEvent.click(screen.getByRole("button", { name: "Keep as ordered" }));
  expect(await screen.findByText("Nothing changed yet")).toBeVisible();
});

test("a day that has closed shows what comes and takes no change", async () => {
  const late = order.deliveries.map((one) =>
    one.delivery_date === monday ? { ...one, cutoff: "2026-11-26T08:00:00Z" } : one,
  );
  await keep({ ...order, deliveries: late });
  open(`/editorder/O1?day=${monday}`);
  expect(await screen.findByRole("heading", { name: "Monday has closed" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Add / })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Tue/ }));
  expect(await heading("Tuesday")).toHaveFocus();
});

test("without an order in the address the next one that can be changed comes up", async () => {
  await keep();
  open("/editorder");
  expect(await heading("Monday")).toBeVisible();
});

test("an order that is over, and one that nobody knows, say so", async () => {
  await keep({ ...order, status: "Completed" });
  const { unmount } = open();
  expect(await screen.findByRole("heading", { name: "This order cannot be changed any more" })).toBeVisible();
  unmount();
  open("/editorder/O2");
  expect(await screen.findByRole("heading", { name: "This order is not here" })).toBeVisible();
});

test("a change that is being paid comes first", async () => {
  const intent = { id: "I9", status: "open", expires_at: "2026-11-26T09:10:00Z" };
  const sums = { gross_amount: 0, discount: 0, net_amount: 0, company_share: 0, employee_share: 0, vat_amount: 0 };
  const money = {
    difference: 0,
    wallet_amount: 0,
    payable_amount: 0,
    refund_amount: 0,
    refund_wallet: 0,
    refund_card: 0,
  };
  const amendment = {
    id: "A1",
    status: "Payment Pending",
    created_at: "2026-11-26T08:59:00Z",
    days: [],
    intent,
  } as const;
  await keep({ ...order, orderAmends: [{ ...amendment, days: [], before: sums, after: sums, ...money }] });
  open();
  expect(await screen.findByRole("link", { name: "See the payment" })).toHaveAttribute("href", "/payment/I9");
});

test("meals that no portion is left of cannot be added, but those that the day holds count as its own", async () => {
  site.server.state.live = { ...site.server.state.live, portions: { [monday]: { a: 0, b: 0 } } };
  await keep();
  open();
  await heading("Monday");
  const row = (name: string) => screen.getByRole("button", { name }).closest("article") as HTMLElement;
  expect(within(row("Meal b")).getByText("Sold out")).toBeVisible();
  expect(within(row("Meal b")).getByRole("button", { name: "Add Meal b to Monday" })).toBeDisabled();
  expect(within(row("Meal a")).getByRole("button", { name: "One more Meal a" })).toBeDisabled();
});

const without = (qty: number): Order => ({
  ...order,
  deliveries: order.deliveries.map((one) =>
    one.delivery_date === tuesday
      ? {
          ...one,
          net_amount: one.net_amount * qty,
          company_share: one.company_share * qty,
          items: one.items.map((item) => ({ ...item, qty, withdrawn: { until: one.cutoff } })),
        }
      : one,
  ),
});

test("a meal that was withdrawn is told, and another one comes in for it at its price", async () => {
  const menu = menuOf(week, dates);
  menu.days = menu.days.map((day) => (day.date === tuesday ? { ...day, meals: ["b", "c"] } : day));
  await useDevice.getState().db?.menus.put({ hash: "H", week, menu, at: Date.now() });
  await keep(without(2));
  open(`/editorder/O1?day=${tuesday}`);
  await heading("Tuesday");
  expect(await screen.findByText(/free of charge until Sun 29, 23:59/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Add Meal b to Tuesday" }));
  await waitFor(async () =>
    expect((await meant(tuesday))?.items).toEqual([
      { meal: "a", qty: 1 },
      { meal: "b", qty: 1 },
    ]),
  );
  expect(await screen.findByText("about the same price")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "One more Meal b" }));
  await waitFor(async () => expect((await meant(tuesday))?.items).toEqual([{ meal: "b", qty: 2 }]));
  await userEvent.click(await screen.findByRole("button", { name: "One more Meal b" }));
  expect(await screen.findByText(/about AED .* more/)).toBeVisible();
});
