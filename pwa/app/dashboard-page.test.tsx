import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { DashboardPage } from "#pwa/app/dashboard-page";
import { useFetching } from "#pwa/menu/fetch-menu";
import { type Db, openDb, useDevice, writeValue } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { useStatus } from "#pwa/offline/sync/start-sync";
import type { Op, Order, OrderItem, OrderStatus } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { dates, liveOf, mariam, mealOf, menuOf, orderOf, monday as week } from "#pwa/testing/sample";
import { keepLive, keepMenu, keepOrder, timeIs } from "#pwa/testing/signed-in";

const menu = menuOf(week, dates, [
  mealOf("M1", 4_000, { name: "Shish tawook" }),
  mealOf("M2", 3_000, { name: "Vegetable biryani" }),
]);
const profile: Profile = { ...mariam, discount_amount: 25, share_type: "Flat", share_value: 2_000 };
const order = (status: OrderStatus, of: string[]) => ({ ...orderOf(`01ORDER${of[0]}`, status, of), week });
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
timeIs("2026-11-23T09:30:00+04:00");
beforeEach(async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  db = await openDb(`dashboard-${++device}`);
  await writeValue(db, "live", liveOf());
  await db.menus.put({ hash: "H", week, menu, at: Date.now() });
  useDevice.setState({ db });
  useSession.setState({ profile, signedIn: true, locked: null });
  useFetching.setState(useFetching.getInitialState(), true);
  useStatus.setState({ sending: false, paused: null, trouble: null });
});

const open = (at = `/dashboard/home?week=${week}`) => openAt(at, { "/dashboard/:tab": <DashboardPage /> });
const goOffline = () => vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
const choose = (...of: string[]) => db.base.bulkPut(of.map((date) => draft(date, "M1")));
const ordered = async (of: Omit<Order, "rev">) => {
  await keepOrder(of);
  await keepLive({ taken: of.deliveries.map(({ delivery_date }) => delivery_date) });
};
const row = (day: string) => screen.getByRole("heading", { name: day }).closest<HTMLElement>(".day") as HTMLElement;
const link = (name: string) => screen.getByRole("link", { name });

test("a week with an order asks for the days that are left, and each ordered one can be changed", async () => {
  await ordered(order("Confirmed", dates.slice(0, 3)));
  open();
  await leadsTo("Order for Thu and Fri", `/delivery/${week}`);
  await leadsTo("Thu 3, Open until Tue 1", "/mealselection?day=2026-12-03");
  expect(within(row("Mon 30 Nov")).getByText("Confirmed")).toBeVisible();
  await leadsTo("Change Mon 30 Nov", `/editorder/01ORDER${dates[0]}?day=2026-11-30`, row("Mon 30 Nov"));
  await leadsTo("Change Tue 1 Dec", `/editorder/01ORDER${dates[0]}?day=2026-12-01`, row("Tue 1 Dec"));
  await leadsTo("Choose meals for Fri 4 Dec", "/mealselection?day=2026-12-04", row("Fri 4 Dec"));
});

test("an open payment says until when it can be paid, once for the whole order", async () => {
  const intent = { id: "INTENT1", status: "open", expires_at: "2026-11-23T06:00:00Z" };
  await ordered({ ...order("Payment Pending", dates.slice(0, 3)), intent });
  open();
  await leadsTo(/^Pay AED/, "/payment/INTENT1");
  expect(screen.getByText("3 lunches are not paid yet").parentElement).toHaveTextContent(
    "30 Nov – 4 Dec. Pay until 10:00.",
  );
  expect(screen.getAllByText("Payment Pending")).toHaveLength(3);
  expect(within(row("Mon 30 Nov")).queryByRole("link")).toBeNull();
});

test("a failed payment comes first, with its amount, until when, and one way to pay; last week is not offered meanwhile", async () => {
  const eaten = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
  const last = orderOf("01ORDEREATEN", "Completed", eaten);
  const items = [{ ...last.deliveries[0]?.items[0], meal: "M1", name: "Shish tawook", qty: 1 }] as OrderItem[];
  await keepOrder({ ...last, deliveries: last.deliveries.map((one) => ({ ...one, items })) });
  const { unmount } = open();
  expect(await screen.findByRole("heading", { name: "Repeat 16 – 20 Nov?" })).toBeVisible();
  const failed = order("Payment Failed", dates.slice(0, 3));
  await keepOrder({ ...failed, deliveries: failed.deliveries.map((one) => ({ ...one, live: false })) });
  unmount();
  open();
  await leadsTo(/^Pay AED/, `/checkout/${failed.id}`);
  const [banner] = screen.getAllByText("Payment for 3 lunches failed");
  expect(banner?.parentElement).toHaveTextContent("30 Nov – 4 Dec. Kept until Sat 28 Nov, 23:59.");
  expect(screen.queryByRole("button", { name: "Repeat and review" })).toBeNull();
});

test("enough chosen days show what this person pays and lead to the checkout", async () => {
  await choose(...dates.slice(0, 3));
  open();
  await leadsTo("Checkout 3 days", `/checkout?week=${week}`);
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

test("a closed day says so and cannot be chosen", async () => {
  await keepLive({ closed: ["2026-12-02"] });
  open();
  expect(await screen.findByText("No delivery on this day")).toBeVisible();
  expect(within(row("Wed 2 Dec")).getByText("Closed")).toBeVisible();
  expect(within(row("Wed 2 Dec")).queryByRole("link")).toBeNull();
  expect(link("Order for Mon, Tue, Thu and Fri")).toBeVisible();
});

test("days that are over leave the room to the others, and say when they closed", async () => {
  open("/dashboard/home?week=2026-11-23");
  const days = await screen.findByText("2 closed days");
  expect(row("Tue 24 Nov")).not.toBeVisible();
  expect(row("Wed 25 Nov")).toBeVisible();
  await userEvent.click(days);
  await waitFor(() => expect(within(row("Tue 24 Nov")).getByText("Closed Sun 22, 23:59")).toBeVisible());
  expect(link("Order for Wed, Thu and Fri")).toBeVisible();
});

test("offline, what waits is counted with the day that closes first", async () => {
  goOffline();
  await db.ops.bulkPut([op(1, "2026-12-04", "M2"), op(2, "2026-12-03", "M1")]);
  open();
  expect(await screen.findByRole("heading", { name: "2 changes saved on this device" })).toBeVisible();
  expect(await screen.findByText("Tue 1 Dec, 23:59")).toBeVisible();
  expect(await screen.findAllByText("Waiting to send")).toHaveLength(2);
});

test("offline in the last hours of an unsent day it warns", async () => {
  vi.setSystemTime(cutoffOf("2026-12-03") - 3_600_000);
  goOffline();
  await db.ops.put(op(1, "2026-12-03", "M1"));
  open();
  expect(await screen.findByText(/Go online before then, or it will not be ordered/)).toBeVisible();
});

test("a choice that was refused is shown until it has been seen", async () => {
  await db.notes.put({ id: "N1", date: "2026-11-25", code: 3, detail: { reason: "cutoff_passed" }, at: 0 });
  open();
  expect(await screen.findByRole("heading", { name: "1 choice was not taken" })).toBeVisible();
  expect(screen.getByText("It is too late for this day.")).toBeVisible();
  await press("OK");
  await waitFor(() => expect(screen.queryByText("It is too late for this day.")).toBeNull());
});

test("the lunch that comes next says when and where", async () => {
  await writeValue(db, "addresses", [{ id: "a1", label: "Level 14 reception" } as never]);
  await ordered(order("Confirmed", ["2026-11-23", "2026-11-24"]));
  open();
  const next = await screen.findByRole("region", { name: "Next delivery" });
  expect(within(next).getByText("Today, 12:15 – 12:45")).toBeVisible();
  expect(await within(next).findByText("Level 14 reception")).toBeVisible();
  expect(within(next).getByText("Meal a")).toBeVisible();
});

test("another week is one press away", async () => {
  open("/dashboard/home");
  expect(screen.getByRole("button", { name: "23 – 27 Nov" })).toHaveAttribute("aria-pressed", "true");
  await press("7 – 11 Dec");
  expect(await screen.findByRole("heading", { name: "Mon 7 Dec" })).toBeVisible();
});

test("a phone that never saw a menu says what helps", async () => {
  await db.menus.clear();
  goOffline();
  open();
  // The page is drawn anew when the device's storage has answered.
  await waitFor(() => expect(screen.getByRole("heading", { name: "No menu saved yet" })).toBeVisible());
});

test("on a phone's first visit the menu is on its way, and no lunch is called unknown meanwhile", async () => {
  await db.menus.clear();
  await choose(...dates.slice(0, 3));
  open();
  await waitFor(() => expect(within(row("Mon 30 Nov")).getByText("Chosen, not ordered yet")).toBeVisible());
  expect(screen.getByRole("status")).toHaveTextContent("The menu is on its way.");
  expect(screen.queryByText(/not on this device/)).toBeNull();
  expect(screen.queryByRole("link", { name: /^(Continue|Checkout)/ })).toBeNull();

  // Stored, and not read yet: still on its way.
  act(() => useFetching.setState({ fetching: false, stored: [week] }));
  expect(screen.getByRole("status")).toHaveTextContent("The menu is on its way.");
  expect(screen.queryByText(/not on this device/)).toBeNull();
  await keepMenu(menu);
  expect(await screen.findByRole("link", { name: "Checkout 3 days" })).toBeVisible();
  expect(within(row("Mon 30 Nov")).getByText("Shish tawook")).toBeVisible();
  expect(screen.queryByText("The menu is on its way.")).toBeNull();
});

test("without a connection a lunch whose menu never came is called unknown", async () => {
  await db.menus.clear();
  await choose("2026-11-30");
  goOffline();
  open();
  expect(await screen.findByText("A meal that is not on this device")).toBeVisible();
  expect(screen.queryByText("The menu is on its way.")).toBeNull();
});

test("an admin of an approved company finds the link for colleagues in the profile, an employee does not", async () => {
  useSession.setState({ profile: { ...profile, client_type: "Admin" } });
  const { unmount } = open();
  await leadsTo("Invite colleagues", "/dashboard/profile");
  unmount();
  const mine = open("/dashboard/profile");
  const link = `${window.location.origin}/company/c1/register`;
  expect(await screen.findByLabelText("Your company’s link")).toHaveValue(link);
  mine.unmount();
  useSession.setState({ profile });
  open("/dashboard/profile");
  expect(await screen.findByRole("heading", { name: "My Profile" })).toBeVisible();
  expect(screen.queryByLabelText("Your company’s link")).toBeNull();
});

test("a company's tab is a page for its admins alone", async () => {
  const { unmount } = open("/dashboard/company-profile");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
  unmount();
  useSession.setState({ profile: { ...profile, client_type: "Admin" } });
  open("/dashboard/company-profile");
  expect(await screen.findByRole("heading", { name: "Company Profile" })).toBeVisible();
});

test("a tab that does not exist is a page that does not exist", () => {
  open("/dashboard/treasure");
  expect(screen.getByRole("heading", { name: "Page not found" })).toBeVisible();
});

test("a week of which something changed says how many lunches, and is decided here, also offline", async () => {
  goOffline();
  await choose(...dates.slice(0, 3));
  const days = dates.map((date) => ({ date, meals: date === dates[1] ? ["M2"] : ["M1", "M2"] }));
  await db.menus.put({ hash: "H2", week, menu: { ...menu, days }, at: Date.now() + 1 });
  open();
  expect(await screen.findByText("1 of 3 lunches needs you")).toBeVisible();
  expect(within(row("Tue 1 Dec")).getByText("Needs you")).toBeVisible();
  await leadsTo("Decide about Tue 1 Dec", `/dashboard/home?week=${week}&decide`, row("Tue 1 Dec"));
  await userEvent.click(link("Decide about Tue 1 Dec"));
  const sheet = await screen.findByRole("dialog", { name: "One thing changed" });
  expect(within(sheet).getByText("Not on the menu")).toBeVisible();
  expect(within(sheet).getByRole("radio", { name: /Vegetable biryani/ })).toBeChecked();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("1 of 3 lunches needs you")).toBeVisible();
});
