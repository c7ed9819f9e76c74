import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { EditOrderPage } from "#pwa/employee/amend/edit-order-page";
import { syncNow } from "#pwa/offline/sync/start-sync";
import type { Amendment, Order } from "#pwa/offline/wire";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { liveOf, menuOf, orderOf } from "#pwa/testing/sample";
import { draftAt, keepMenu, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";
import { Toasts } from "#pwa/ui/toasts";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const [monday = "", tuesday = ""] = dates;

const order: Order = { ...orderOf("O1", "Confirmed", dates), rev: 1, version: 4 };

let site: Site;
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  site = await signedIn({}, ({ server }) => {
    server.state.live = liveOf({ taken: dates });
  });
  await keepMenu(menuOf(week, dates));
});

type Delivery = Order["deliveries"][number];
/** The order, with one of its days changed. */
const changed = (date: string, change: (one: Delivery) => Delivery): Order => ({
  ...order,
  deliveries: order.deliveries.map((one) => (one.delivery_date === date ? change(one) : one)),
});
/** The order comes, and then the network goes: this screen needs none. */
const keep = async (one: Order = order) => {
  site.server.order(one);
  await syncNow();
  site.online = false;
};
const open = (at = "/editorder/O1") => openAt(at, { "/editorder/:orderId?": <EditOrderPage /> }, <Toasts />);
const meant = async (date: string, ...portions: [meal: string, qty: number][]) =>
  waitFor(async () => expect((await draftAt(date))?.items).toEqual(portions.map(([meal, qty]) => ({ meal, qty }))));
const heading = (day: string) => screen.findByRole("heading", { level: 1, name: new RegExp(`^${day}`) });

test("one lunch stays one lunch: another meal takes its place, on this phone and without a network", async () => {
  await keep();
  open(`/editorder/O1?day=${tuesday}`);
  await heading("Tuesday");
  expect(screen.getByText("Nothing changed yet")).toBeVisible();
  expect(screen.getByText(/Open until Sun 29 Nov, 23:59/)).toBeVisible();
  expect(await screen.findByText("+AED 4.00")).toBeVisible();
  await press("Add Meal b to Tuesday");
  expect(await screen.findByText("1 day changed")).toBeVisible();
  expect(screen.getByText("about AED 4.00 more")).toBeVisible();
  expect(await draftAt(tuesday)).toMatchObject({ items: [{ meal: "b", qty: 1 }], base: 4 });
  await leadsTo("Review the change", "/checkout/edit/O1");
  expect(screen.getByText("Meal b instead of Meal a")).toBeVisible();
});

test("both can be kept, and more portions be had", async () => {
  await keep();
  open();
  await heading("Monday");
  await press("Add Meal b to Monday");
  await userEvent.click(await screen.findByRole("button", { name: "Keep both" }));
  await meant(monday, ["a", 1], ["b", 1]);
  await userEvent.click(await screen.findByRole("button", { name: "One more Meal b" }));
  await meant(monday, ["a", 1], ["b", 2]);
});

test("the ordered meal comes first", async () => {
  await keep(
    changed(monday, (one) => ({ ...one, items: one.items.map((item) => ({ ...item, meal: "b", name: "Meal b" })) })),
  );
  open();
  await heading("Monday");
  await screen.findByRole("button", { name: "One more Meal b" });
  expect(screen.getAllByRole("article")[0]).toHaveTextContent("Meal b");
});

test("who comes back to what is ordered has no change any more", async () => {
  await keep();
  open();
  await heading("Monday");
  await press("Add Meal b to Monday");
  await screen.findByText("1 day changed");
  await press("Keep as ordered");
  expect(await screen.findByText("Nothing changed yet")).toBeVisible();
  expect((await draftAt(monday))?.base ?? null).toBeNull();
  expect(screen.getByRole("button", { name: "Review the change" })).toBeDisabled();
});

test("a day that shall be cancelled says that it is not yet, and can be kept", async () => {
  await keep();
  open();
  await heading("Monday");
  await press("Cancel Monday");
  expect(await screen.findByRole("heading", { name: "Monday will be cancelled" })).toBeVisible();
  expect(screen.getByText("about AED 16.00 back")).toBeVisible();
  expect(await draftAt(monday)).toMatchObject({ items: [], base: 4 });
  await press("Keep as ordered");
  expect(await screen.findByText("Nothing changed yet")).toBeVisible();
});

test("a day that has closed shows what comes and takes no change", async () => {
  await keep(changed(monday, (one) => ({ ...one, cutoff: "2026-11-26T08:00:00Z" })));
  open(`/editorder/O1?day=${monday}`);
  expect(await screen.findByRole("heading", { name: "Monday has closed" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Add / })).not.toBeInTheDocument();
  await press(/^Tue/);
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
  const amendment = { id: "A1", status: "Payment Pending", created_at: "2026-11-26T08:59:00Z", days: [], intent };
  await keep({ ...order, orderAmends: [amendment as unknown as Amendment] });
  open();
  await leadsTo("See the payment", "/payment/I9");
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

test("a meal that was withdrawn is told, and another one comes in for it at its price", async () => {
  const menu = menuOf(week, dates);
  menu.days = menu.days.map((day) => (day.date === tuesday ? { ...day, meals: ["b", "c"] } : day));
  await keepMenu(menu);
  const twice = changed(tuesday, (one) => ({
    ...one,
    net_amount: one.net_amount * 2,
    company_share: one.company_share * 2,
    items: one.items.map((item) => ({ ...item, qty: 2, withdrawn: { until: one.cutoff } })),
  }));
  await keep(twice);
  open(`/editorder/O1?day=${tuesday}`);
  await heading("Tuesday");
  expect(await screen.findByText(/free of charge until Sun 29, 23:59/)).toBeVisible();
  await press("Add Meal b to Tuesday");
  await meant(tuesday, ["a", 1], ["b", 1]);
  expect(await screen.findByText("about the same price")).toBeVisible();
  await press("One more Meal b");
  await meant(tuesday, ["b", 2]);
  await userEvent.click(await screen.findByRole("button", { name: "One more Meal b" }));
  expect(await screen.findByText(/about AED .* more/)).toBeVisible();
});
