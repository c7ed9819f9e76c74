import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CheckoutPage } from "#pwa/employee/checkout/checkout-page";
import { setDay } from "#pwa/employee/choose/edit-day";
import { checkoutWords } from "#pwa/i18n/checkout";
import { termsOf, useSession } from "#pwa/offline/session";
import { flush } from "#pwa/offline/sync/start-sync";
import type { Live } from "#pwa/offline/wire";
import { priceQuote, type Quote } from "#pwa/rules/quote/quote";
import { refuses, sentTo } from "#pwa/testing/answers";
import { gate } from "#pwa/testing/gate";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { dates, liveOf, mariam, menuOf, orderOf, monday as week } from "#pwa/testing/sample";
import { deviceDb, keepLive, keepMenu, keepOrder, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { reply } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

const chosen = dates.slice(0, 3);
const menu = menuOf(week, dates);
const leave = vi.hoisted(() => vi.fn());
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

let site: Site;
/** What the server thinks that one portion of meal "a" costs. */
let price: number;

function quoteNow(body: unknown): Quote {
  const { dates: asked, wallet } = body as { dates: string[]; wallet: boolean };
  const docs = site.server.docs();
  const meals = menu.meals.map((meal) => (meal.id === "a" ? { ...meal, price } : meal));
  const quote = priceQuote({
    days: asked.map((date) => ({ date, items: docs.find((doc) => doc.date === date)?.items ?? [] })),
    menu: { [week]: { ...menu, meals } },
    terms: termsOf(mariam),
    live: site.server.state.live,
    use_wallet: wallet,
    now: Date.now(),
  });
  return { ...quote, hash: `hash-of-${quote.payable_amount}-${wallet}` };
}

timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  leave.mockClear();
  price = 4000;
  site = await signedIn();
  site.on["POST /api/quote"] = (body) => ({ status: 200, body: { quote: quoteNow(body), revs: {} } });
  await keepMenu(menu);
  for (const date of chosen) await setDay(date, [{ meal: "a", qty: 1 }]);
  await flush();
});

const open = (at = `/checkout?week=${week}`) =>
  openAt(at, { "/checkout/:orderId?": <CheckoutPage /> }, <Link to="/checkout/O8">the other one</Link>);
const payButton = (amount: string) => screen.findByRole("button", { name: `Pay AED ${amount}` });
const pay = async () => userEvent.click(await payButton("48.00"));
const changes = (many: string) => screen.findByRole("dialog", { name: `${many} changed` });
const handoffs = () => sentTo<{ quote: string }>(site, "/api/handoff");
const form = { url: "https://card.example", fields: { a: "b" } };
const placed = (more = {}) =>
  reply({ order: "O1", intent: "I1", status: "Payment Pending", form, amount: 4800, ...more });
/** The price rises when the person presses the button. */
const priceRises = () => {
  site.on["POST /api/handoff"] = () => {
    price = 4500;
    const quote = quoteNow({ dates: chosen, wallet: false });
    return { status: 409, body: { message: "", reason: "quote_changed", detail: { quote, differences: [] } } };
  };
};
/** What the server says of now is on the device, too. */
const liveIs = async (more: Partial<Live>) => {
  site.server.state.live = liveOf(more);
  await flush();
  await keepLive(more);
};
const itemsOf = (date: string) => site.server.docs().find((doc) => doc.date === date)?.items;
const waiting = { week, intent: { id: "I9", status: "open", expires_at: "2026-11-26T09:10:00Z" } };

test("shows how the server's sum comes about and carries it on the button", async () => {
  open();
  await payButton("48.00");
  expect(screen.getByText("AED 120.00")).toBeInTheDocument();
  expect(screen.getByText("20%")).toBeInTheDocument();
  expect(screen.getByText("−24.00")).toBeInTheDocument();
  expect(screen.getByText("−48.00")).toBeInTheDocument();
  expect(screen.getByText(/AED 4.56 of AED 96.00/)).toBeInTheDocument();
  expect(screen.queryByText(/Estimate/)).not.toBeInTheDocument();
});

test("a double tap hands off once and leaves for the card page once", async () => {
  const { opened: promise, open: answer } = gate<ReturnType<ReturnType<typeof placed>>>();
  site.on["POST /api/handoff"] = () => promise;
  open();
  const button = await payButton("48.00");
  await userEvent.dblClick(button);
  expect(button).toHaveAttribute("aria-busy", "true");
  answer(placed()());
  await waitFor(() => expect(leave).toHaveBeenCalledWith(form));
  expect(handoffs()).toHaveLength(1);
  expect(leave).toHaveBeenCalledTimes(1);
});

test("a changed price is shown old and new, and paid only after it was accepted", async () => {
  priceRises();
  open();
  await pay();
  const sheet = await changes("Three things");
  const monday = within(sheet).getByRole("region", { name: "Mon 30 Nov" });
  expect(within(monday).getByText("New price")).toBeVisible();
  expect(within(monday).getByText("AED 40.00").tagName).toBe("S");
  expect(within(monday).getByText("AED 45.00").tagName).toBe("B");
  expect(within(monday).getByRole("radio", { name: "Keep it" })).toBeChecked();
  expect(within(sheet).getByText("AED 48.00").tagName).toBe("S");
  expect(screen.queryByRole("button", { name: /^Pay/, hidden: true })).not.toBeInTheDocument();

  site.on["POST /api/handoff"] = placed({ amount: 5400 });
  await userEvent.click(within(sheet).getByRole("button", { name: "Accept AED 54.00" }));
  expect(handoffs()).toHaveLength(1);
  await userEvent.click(await payButton("54.00"));
  await waitFor(() => expect(leave).toHaveBeenCalled());
  expect(handoffs().map(({ quote }) => quote)).toEqual(["hash-of-4800-false", "hash-of-5400-false"]);
});

test("closing the sheet answers nothing: the way on leads back to it, never past it", async () => {
  priceRises();
  open();
  await pay();
  await changes("Three things");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  await press("Decide 3 changes");
  await changes("Three things");
  expect(handoffs()).toHaveLength(1);
});

test("a price that rose while the person was away is a change, although no hand-off was tried", async () => {
  open();
  await payButton("48.00");
  await waitFor(async () => expect(await deviceDb().facts.get("seen")).toBeDefined());
  cleanup();
  price = 4500;
  open();
  const sheet = await changes("Three things");
  await userEvent.click(within(sheet).getByRole("button", { name: "Accept AED 54.00" }));
  await payButton("54.00");
  cleanup();
  open();
  await payButton("54.00");
});

test("one day can be answered alone; the others stay open", async () => {
  priceRises();
  open();
  await pay();
  await changes("Three things");
  await press("Apply Tuesday only");
  const sheet = await changes("Two things");
  expect(within(sheet).queryByRole("region", { name: "Tue 1 Dec" })).not.toBeInTheDocument();
  expect(within(sheet).getByRole("region", { name: "Mon 30 Nov" })).toBeVisible();
  expect(within(sheet).getByRole("region", { name: "Wed 2 Dec" })).toBeVisible();
});

test("money in the wallet pays first, unless the person says otherwise", async () => {
  await liveIs({ wallet: 1000 });
  open();
  await payButton("38.00");
  await userEvent.click(await screen.findByRole("switch", { name: /Use my wallet/ }));
  await payButton("48.00");
});

test("the meals that are bought are named with their prices", async () => {
  open();
  await payButton("48.00");
  const list = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(list).toContain("Mon 30Meal a40.00");
});

test("nothing due is confirmed without a card", async () => {
  await liveIs({ wallet: 9000 });
  site.on["POST /api/handoff"] = placed({ intent: null, form: null, status: "Confirmed", amount: 0 });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Confirm order" }));
  await screen.findByText("at /checkout/O1");
  expect(leave).not.toHaveBeenCalled();
});

test("without a connection it says what is safe, shows an estimate and offers no payment", async () => {
  site.online = false;
  open();
  await screen.findByRole("heading", { name: "Saved on this device" });
  expect(await screen.findByText(/Estimate/)).toBeInTheDocument();
  expect(screen.getByText("AED 48.00")).toBeInTheDocument();
  expect(screen.getByText("Pay about AED 48.00")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
  site.online = true;
  await press("Try now");
  await payButton("48.00");
});

test("a meal that is sold out gives its place to one that fits, with one tap and a way back", async () => {
  await liveIs({ portions: { "2026-12-01": { a: 0 } } });
  open();
  const sheet = await changes("One thing");
  const tuesday = within(sheet).getByRole("region", { name: "Tue 1 Dec" });
  expect(within(tuesday).getByText("Sold out")).toBeVisible();
  expect(within(sheet).getByText(/Your other 2 lunches are fine/)).toBeVisible();
  expect(within(tuesday).getByRole("radio", { name: /Meal b/ })).toBeChecked();
  expect(within(tuesday).getByText("30 g protein, AED 10.00 more")).toBeVisible();
  await leadsTo("See all meals", `/mealselection?week=${week}&day=2026-12-01`, tuesday);
  await userEvent.click(within(sheet).getByRole("button", { name: "Apply" }));
  await payButton("52.00");
  expect(itemsOf("2026-12-01")).toEqual([{ meal: "b", qty: 1 }]);

  useToasts.getState().toasts[0]?.action?.onPress();
  await changes("One thing");
  await waitFor(() => expect(itemsOf("2026-12-01")).toEqual([{ meal: "a", qty: 1 }]));
});

test("without the day there are too few, and the page says what is missing", async () => {
  site.server.state.live = liveOf({ portions: { "2026-12-01": { a: 0 } } });
  open();
  const sheet = await changes("One thing");
  await userEvent.click(within(sheet).getByRole("radio", { name: "Skip Tuesday" }));
  await userEvent.click(within(sheet).getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(itemsOf("2026-12-01")).toEqual([]));
  expect(await screen.findByRole("button", { name: "Solve this first", busy: false })).toBeDisabled();
  expect(screen.getByText("2 of at least 3 days")).toBeVisible();
  await leadsTo("Choose 1 more day", `/mealselection?week=${week}`);
});

test("a day that closed moves to an open one of its week", async () => {
  vi.setSystemTime(Date.parse("2026-11-28T21:00:00Z"));
  open();
  const sheet = await changes("One thing");
  const monday = within(sheet).getByRole("region", { name: "Mon 30 Nov" });
  expect(within(monday).getByText("Closed Sat 23:59")).toBeVisible();
  expect(within(monday).getByText("Too late for Monday")).toBeVisible();
  expect(within(monday).getByRole("radio", { name: "Thu 3" })).toBeChecked();
  await userEvent.click(within(monday).getByRole("radio", { name: "Fri 4" }));
  await userEvent.click(within(sheet).getByRole("button", { name: "Apply" }));
  await payButton("48.00");
  const held = site.server.docs().filter(({ items }) => items.length > 0);
  expect(held.map(({ date }) => date)).toEqual(["2026-12-01", "2026-12-02", "2026-12-04"]);
});

test("a week that is being paid elsewhere leads to its payment instead of a second one", async () => {
  site.on["POST /api/handoff"] = refuses(409, {
    reason: "already_being_paid",
    detail: { order: "O1", intent: "I1" },
  });
  open();
  await pay();
  await leadsTo("See the payment", "/payment/I1");
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("an order of this week with an open card page is known before anything is asked", async () => {
  await keepOrder({ ...orderOf("O9", "Payment Pending", chosen), ...waiting });
  site.server.state.live = liveOf({ taken: chosen });
  open();
  await leadsTo("See the payment", "/payment/I9");
  await waitFor(() => expect(site.asked.some(({ path }) => path === "/api/quote")).toBe(true));
  expect(screen.queryByText("Already ordered")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("card payment that is away is said, and the week is kept", async () => {
  site.on["POST /api/handoff"] = refuses(503, { reason: "unavailable" });
  open();
  await pay();
  expect(await screen.findByRole("alert")).toHaveTextContent("Nothing was taken and your week is kept");
  await payButton("48.00");
});

test("a day that two devices chose differently must be decided first, and nothing is decided for the person", async () => {
  const date = "2026-12-01";
  const seen = site.server.docs().find((doc) => doc.date === date)?.rev ?? 0;
  site.online = false;
  await setDay(date, []);
  await setDay(date, [{ meal: "a", qty: 1 }]);
  site.server.write("01JQ0000000000000000000001", { date, items: [{ meal: "b", qty: 1 }], seen });
  site.online = true;
  expect(await flush()).toBe(true);
  open();
  const sheet = await changes("One thing");
  const pick = within(sheet).getByRole("group", { name: "What to do about Tuesday" });
  const mine = within(pick).getByRole("radio", { name: /Meal a Chosen on this device/ });
  expect(within(pick).getByRole("radio", { name: /Meal b Chosen on another device/ })).not.toBeChecked();
  expect(mine).not.toBeChecked();
  expect(within(sheet).getByRole("button", { name: "Apply" })).toBeDisabled();
  await userEvent.click(mine);
  await userEvent.click(within(sheet).getByRole("button", { name: "Apply" }));
  await payButton("48.00");
});

test("drafts of two weeks are paid one week at a time", async () => {
  await setDay("2026-12-08", [{ meal: "a", qty: 1 }]);
  open("/checkout");
  await screen.findByRole("heading", { name: "Which week do you want to pay for?" });
  await leadsTo(/7 – 11 Dec/, "/checkout?week=2026-12-07");
});

test("without a draft there is nothing to pay for", async () => {
  for (const date of chosen) await setDay(date, []);
  open();
  expect(await screen.findByText("Nothing to pay for yet")).toBeInTheDocument();
});

test("another try of a failed order goes on with the wallet when the first one did", async () => {
  site.server.order({ ...orderOf("O5", "Payment Failed", chosen), week, wallet_amount: 1000 });
  await liveIs({ wallet: 1000 });
  open("/checkout/O5");
  await payButton("38.00");
});

test("another try that is quicker than the news of the failure is not led back to it", async () => {
  await keepOrder({ ...orderOf("O9", "Payment Pending", chosen), ...waiting });
  site.server.order({ ...orderOf("O9", "Payment Failed", chosen), week });
  open("/checkout/O9");
  await payButton("48.00");
  expect(screen.getByText("at /checkout/O9")).toBeInTheDocument();
});

test("an order that this phone does not know yet is waited for, whatever was said of the one before it", async () => {
  open("/checkout/O7");
  expect(await screen.findByText(checkoutWords.gone)).toBeVisible();
  const { opened: answered, open: release } = gate();
  const sync = site.on["POST /api/sync"] as NonNullable<(typeof site.on)[string]>;
  site.on["POST /api/sync"] = async (...asked) => {
    await answered;
    return sync(...asked);
  };
  site.server.order({ ...orderOf("O8", "Payment Failed", chosen), week });
  await userEvent.click(screen.getByRole("link", { name: "the other one" }));
  expect(screen.queryByText(checkoutWords.gone)).not.toBeInTheDocument();
  release();
  await payButton("48.00");
});

test("an order that is being paid leads to its payment, also without a connection", async () => {
  await keepOrder({ ...orderOf("O9", "Payment Pending", chosen), ...waiting });
  site.online = false;
  open("/checkout/O9");
  await screen.findByText("at /payment/I9");
});

test("a meal that has what the person avoids by now is named before it is paid", async () => {
  const nutty = menu.meals.map((meal) => ({ ...meal, allergens: { peanuts: "contains" as const } }));
  await keepMenu({ ...menu, meals: nutty });
  open();
  await payButton("48.00");
  expect(screen.queryByText("Contains peanuts")).not.toBeInTheDocument();
  useSession.setState(({ profile }) => ({
    profile: profile && { ...profile, diet: { ...profile.diet, avoid: ["peanuts"] } },
  }));
  const warned = await screen.findByRole("region", { name: "Please look at these once more" });
  expect(within(warned).getByText("Mon 30 Nov", { exact: false })).toHaveTextContent("Meal a");
  expect(within(warned).getAllByText("Contains peanuts")).toHaveLength(3);
});
