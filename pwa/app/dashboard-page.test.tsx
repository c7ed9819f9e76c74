import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DashboardPage } from "#pwa/app/dashboard-page";
import { useFetching } from "#pwa/menu/fetch-menu";
import { type Db, openDb, useDevice, writeValue } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { useStatus } from "#pwa/offline/sync/start-sync";
import type { MenuWeek, Op, Order, OrderStatus } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
const meal = (id: string, name: string, price: number) =>
  ({ id, name, price, art: { id } }) as unknown as MenuWeek["meals"][0];
const menu = {
  week,
  cuisines: [],
  meals: [meal("M1", "Shish tawook", 4_000), meal("M2", "Vegetable biryani", 3_000)],
  days: dates.map((date) => ({ date, meals: ["M1", "M2"] })),
} as MenuWeek;
const profile = {
  id: "P1",
  name: "Mariam Al Suwaidi",
  company_name: "Harbour Line",
  company_type: "Corporate",
  minimum_day: 3,
  minimum_meal_count: 1,
  discount_type: "Percentage",
  discount_amount: 25,
  share_type: "Flat",
  share_value: 2_000,
  share_cap: null,
  share_duration: "Daily",
  delivery_window: "12:15–12:45",
} as unknown as Profile;
const order = (status: OrderStatus, of: string[], intent?: Order["intent"]) =>
  ({
    id: `01ORDER${of[0]}`,
    status,
    week,
    intent,
    deliveries: of.map((date) => ({
      id: `D${date}`,
      delivery_date: date,
      live: status !== "Payment Failed",
      address_id: "A1",
      items: [{ meal: "M1", name: "Shish tawook", qty: 1 }],
    })),
  }) as unknown as Order;
const draft = (date: string, ...meals: string[]) => ({
  date,
  rev: 1,
  items: meals.map((id) => ({ meal: id, qty: 1 })),
});
const op = (n: number, date: string, id: string): Op => ({
  n,
  id: `01KAHJ8Z3Q5V7X9Y2B4C6D8E0${n}`,
  k: "day.set/1",
  a: { date, items: [{ meal: id, qty: 1 }], seen: 0 },
});

let db: Db;
let device = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T09:30:00+04:00") });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  db = await openDb(`dashboard-${++device}`);
  await writeValue(db, "live", { wallet: 0, share_used: {}, portions: {}, taken: [], closed: [] });
  await db.menus.put({ hash: "H", week, menu, at: Date.now() });
  useDevice.setState({ db });
  useSession.setState({ profile, signedIn: true, locked: null });
  useFetching.setState(useFetching.getInitialState(), true);
  useStatus.setState({ sending: false, paused: null, trouble: null });
});
afterEach(() => vi.useRealTimers());

const open = (at = `/dashboard/home?week=${week}`) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/dashboard/:tab" element={<DashboardPage />} />
      </Routes>
    </MemoryRouter>,
  );
const ordered = async (of: Order) => {
  await db.orders.put(of);
  const taken = of.deliveries.filter(({ live }) => live).map(({ delivery_date }) => delivery_date);
  await writeValue(db, "live", { wallet: 0, share_used: {}, portions: {}, taken, closed: [] });
};
const row = (day: string) => screen.getByRole("heading", { name: day }).closest<HTMLElement>(".day") as HTMLElement;
const link = (name: string | RegExp, within_?: HTMLElement) =>
  (within_ ? within(within_) : screen).getByRole("link", { name });

test("a week with an order asks for the days that are left, and each ordered one can be changed", async () => {
  await ordered(order("Confirmed", dates.slice(0, 3)));
  open();
  expect(await screen.findByRole("link", { name: "Order for Thu and Fri" })).toHaveAttribute(
    "href",
    `/delivery/${week}`,
  );
  expect(link("Thu 3, Open until Tue 1")).toHaveAttribute("href", "/mealselection?day=2026-12-03");
  expect(within(row("Mon 30 Nov")).getByText("Confirmed")).toBeVisible();
  expect(link("Change Mon 30 Nov", row("Mon 30 Nov"))).toHaveAttribute(
    "href",
    `/editorder/01ORDER${dates[0]}?day=2026-11-30`,
  );
  expect(link("Change Tue 1 Dec", row("Tue 1 Dec"))).toHaveAttribute(
    "href",
    `/editorder/01ORDER${dates[0]}?day=2026-12-01`,
  );
  expect(link("Choose meals for Fri 4 Dec", row("Fri 4 Dec"))).toHaveAttribute("href", "/mealselection?day=2026-12-04");
});

test("an open payment is paid once for the whole order", async () => {
  const intent = { id: "INTENT1", status: "open", expires_at: "2026-11-23T06:00:00Z" };
  await ordered(order("Payment Pending", dates.slice(0, 3), intent));
  open();
  expect(await screen.findByRole("link", { name: "Pay for Mon 30 Nov" })).toHaveAttribute("href", "/payment/INTENT1");
  expect(screen.getAllByText("Payment Pending")).toHaveLength(3);
  expect(within(row("Tue 1 Dec")).queryByRole("link")).toBeNull();
});

test("a failed payment leads to its checkout", async () => {
  const failed = order("Payment Failed", dates.slice(0, 3));
  await ordered(failed);
  open();
  expect(await screen.findByRole("link", { name: "Pay again, Mon 30 Nov" })).toHaveAttribute(
    "href",
    `/checkout/${failed.id}`,
  );
});

test("enough chosen days show what this person pays and lead to the checkout", async () => {
  await db.base.bulkPut(dates.slice(0, 3).map((date) => draft(date, "M1")));
  open();
  expect(await screen.findByRole("link", { name: "Checkout 3 days" })).toHaveAttribute(
    "href",
    `/checkout?week=${week}`,
  );
  // 40.00 less 25 % is 30.00, of which the company pays 20.00, on three days.
  expect(screen.getByText("You pay, 3 days").nextSibling).toHaveTextContent("AED 30.00");
  expect(screen.getByText("Company pays").nextSibling).toHaveTextContent("AED 60.00");
  expect(link("Order for Thu and Fri")).toBeVisible();
  expect(within(row("Mon 30 Nov")).getByText("Edit until Sat 28, 23:59")).toBeVisible();
});

test("too few chosen days go on with the others and say how many it takes", async () => {
  await db.base.put(draft("2026-11-30", "M1", "M2"));
  open();
  expect(await screen.findByRole("link", { name: "Continue with the other days" })).toBeVisible();
  expect(screen.getByText("Choose at least 3 days.")).toBeVisible();
  expect(within(row("Mon 30 Nov")).getByText("Shish tawook and Vegetable biryani")).toBeVisible();
});

test("a holiday says so and cannot be chosen", async () => {
  await writeValue(db, "live", { wallet: 0, share_used: {}, portions: {}, taken: [], closed: ["2026-12-02"] });
  open();
  expect(await screen.findByText("Holiday")).toBeVisible();
  expect(within(row("Wed 2 Dec")).getByText("No delivery on this day")).toBeVisible();
  expect(within(row("Wed 2 Dec")).queryByRole("link")).toBeNull();
  expect(link("Order for Mon, Tue, Thu and Fri")).toBeVisible();
});

test("days that are over say when they closed", async () => {
  open("/dashboard/home?week=2026-11-23");
  await waitFor(() => expect(within(row("Tue 24 Nov")).getByText("Closed Sun 22, 23:59")).toBeVisible());
  expect(link("Order for Wed, Thu and Fri")).toBeVisible();
});

test("offline, what waits is counted with the day that closes first", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await db.ops.bulkPut([op(1, "2026-12-04", "M2"), op(2, "2026-12-03", "M1")]);
  open();
  expect(await screen.findByRole("heading", { name: "2 changes saved on this phone" })).toBeVisible();
  expect(await screen.findByText("Tue 1 Dec, 23:59")).toBeVisible();
  expect(await screen.findAllByText("Waiting to send")).toHaveLength(2);
});

test("offline in the last hours of an unsent day it warns", async () => {
  vi.setSystemTime(cutoffOf("2026-12-03") - 3_600_000);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await db.ops.put(op(1, "2026-12-03", "M1"));
  open();
  expect(await screen.findByText(/Go online before then, or it will not be ordered/)).toBeVisible();
});

test("a choice that was refused is shown until it has been seen", async () => {
  await db.notes.put({ id: "N1", date: "2026-11-25", code: 3, detail: { reason: "cutoff_passed" }, at: 0 });
  open();
  expect(await screen.findByRole("heading", { name: "1 choice was not taken" })).toBeVisible();
  expect(screen.getByText("It is too late for this day.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "OK" }));
  await waitFor(() => expect(screen.queryByText("It is too late for this day.")).toBeNull());
});

test("the lunch that comes next says when and where", async () => {
  await writeValue(db, "addresses", [{ id: "A1", label: "Level 14 reception" } as never]);
  await ordered(order("Confirmed", ["2026-11-23", "2026-11-24"]));
  open();
  const next = await screen.findByRole("region", { name: "Next delivery" });
  expect(within(next).getByText("Today, 12:15 – 12:45")).toBeVisible();
  expect(await within(next).findByText("Level 14 reception")).toBeVisible();
  expect(within(next).getByText("Shish tawook")).toBeVisible();
});

test("another week is one press away", async () => {
  open("/dashboard/home");
  expect(screen.getByRole("button", { name: "23 – 27 Nov" })).toHaveAttribute("aria-pressed", "true");
  await userEvent.click(screen.getByRole("button", { name: "7 – 11 Dec" }));
  expect(await screen.findByRole("heading", { name: "Mon 7 Dec" })).toBeVisible();
});

test("a phone that never saw a menu says what helps", async () => {
  await db.menus.clear();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  expect(await screen.findByRole("heading", { name: "No menu saved yet" })).toBeVisible();
});

test("on a phone's first visit the menu is on its way, and no lunch is called unknown meanwhile", async () => {
  await db.menus.clear();
  await db.base.bulkPut(dates.slice(0, 3).map((date) => draft(date, "M1")));
  open();
  await waitFor(() => expect(within(row("Mon 30 Nov")).getByText("Chosen, not ordered yet")).toBeVisible());
  expect(screen.getByRole("status")).toHaveTextContent("The menu is on its way.");
  expect(screen.queryByText(/not on this phone/)).toBeNull();
  expect(screen.queryByRole("link", { name: /^(Continue|Checkout)/ })).toBeNull();

  // Stored, and not read yet: still on its way.
  act(() => useFetching.setState({ fetching: false, stored: [week] }));
  expect(screen.getByRole("status")).toHaveTextContent("The menu is on its way.");
  expect(screen.queryByText(/not on this phone/)).toBeNull();
  await db.menus.put({ hash: "H", week, menu, at: Date.now() });
  expect(await screen.findByRole("link", { name: "Checkout 3 days" })).toBeVisible();
  expect(within(row("Mon 30 Nov")).getByText("Shish tawook")).toBeVisible();
  expect(screen.queryByText("The menu is on its way.")).toBeNull();
});

test("without a connection a lunch whose menu never came is called unknown", async () => {
  await db.menus.clear();
  await db.base.put(draft("2026-11-30", "M1"));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  expect(await screen.findByText("A meal that is not on this phone")).toBeVisible();
  expect(screen.queryByText("The menu is on its way.")).toBeNull();
});

test("an admin of an approved company finds the link for colleagues in the profile, an employee does not", async () => {
  const admin = { ...profile, email: "", mobile: "", client_type: "Admin", company_status: "Active", company_id: "C1" };
  useSession.setState({ profile: admin as Profile });
  const { unmount } = open();
  expect(await screen.findByRole("link", { name: "Invite colleagues" })).toHaveAttribute("href", "/dashboard/profile");
  unmount();
  const mine = open("/dashboard/profile");
  expect(await screen.findByLabelText("Your company’s link")).toHaveValue(
    `${window.location.origin}/company/C1/register`,
  );
  mine.unmount();
  useSession.setState({ profile: { ...admin, client_type: "Employee" } as Profile });
  open("/dashboard/profile");
  expect(await screen.findByRole("heading", { name: "My Profile" })).toBeVisible();
  expect(screen.queryByLabelText("Your company’s link")).toBeNull();
});

test("a company's tab is a page for its admins alone", async () => {
  useSession.setState({ profile: { ...profile, client_type: "Employee" } as Profile });
  const { unmount } = open("/dashboard/company-profile");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
  unmount();
  useSession.setState({ profile: { ...profile, client_type: "Admin" } as Profile });
  open("/dashboard/company-profile");
  expect(await screen.findByRole("heading", { name: "Company Profile" })).toBeVisible();
});

test("a tab that does not exist is a page that does not exist", () => {
  open("/dashboard/treasure");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a week of which something changed says how many lunches, and is decided here, also offline", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await db.base.bulkPut(dates.slice(0, 3).map((date) => draft(date, "M1")));
  const days = dates.map((date) => ({ date, meals: date === dates[1] ? ["M2"] : ["M1", "M2"] }));
  const full = menu.meals.map((one) => ({ ...one, diets: [], allergens: {}, protein: 30 }));
  await db.menus.put({ hash: "H2", week, menu: { ...menu, meals: full, days } as MenuWeek, at: Date.now() + 1 });
  open();
  expect(await screen.findByText("1 of 3 lunches needs you")).toBeVisible();
  expect(within(row("Tue 1 Dec")).getByText("Needs you")).toBeVisible();
  expect(link("Decide about Tue 1 Dec", row("Tue 1 Dec"))).toHaveAttribute(
    "href",
    `/dashboard/home?week=${week}&decide`,
  );
  await userEvent.click(link("Decide about Tue 1 Dec", row("Tue 1 Dec")));
  const sheet = await screen.findByRole("dialog", { name: "One thing changed" });
  expect(within(sheet).getByText("Not on the menu")).toBeVisible();
  expect(within(sheet).getByRole("radio", { name: /Vegetable biryani/ })).toBeChecked();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("1 of 3 lunches needs you")).toBeVisible();
});
