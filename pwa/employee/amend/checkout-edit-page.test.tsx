import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CheckoutEditPage } from "#pwa/employee/amend/checkout-edit-page";
import { propose } from "#pwa/employee/choose/edit-day";
import { readValue, writeValue } from "#pwa/offline/db";
import { termsOf } from "#pwa/offline/session";
import { flush, syncNow } from "#pwa/offline/sync/start-sync";
import type {
  Address,
  AmendAsk,
  Amendment,
  AmendmentQuote,
  AmendmentRequest,
  DayState,
  Order,
} from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { ok, sentTo } from "#pwa/testing/answers";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { liveOf, mariam, menuOf, orderOf } from "#pwa/testing/sample";
import { deviceDb, draftAt, keepMenu, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { lost } from "#pwa/testing/site";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const [monday = "", tuesday = ""] = dates;
const leave = vi.hoisted(() => vi.fn());
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

let site: Site;

const plain = orderOf("O1", "Confirmed", dates);
const order: Order = {
  ...plain,
  rev: 1,
  version: 4,
  payable_amount: 4800,
  employee_share: 4800,
  amount_due: 0,
  terms: termsOf(mariam),
  deliveries: plain.deliveries.map((one) => ({ ...one, share_before: 0 })),
};
const state = (meal: string, price: number, qty = 1): DayState => {
  const total = (price * 8 * qty) / 10;
  return {
    address_id: "a1",
    items: [{ meal, name: `Meal ${meal}`, qty, price, discounted: (price * 8) / 10, total, vat: 0 }],
    gross_amount: price * qty,
    discount: price * qty - total,
    net_amount: total,
    company_share: total / 2,
    employee_share: total / 2,
    share_before: 0,
  };
};
const sums = (days: (DayState | null)[]) => {
  const add = (of: keyof DayState) => days.reduce((sum, day) => sum + Number(day?.[of] ?? 0), 0);
  return {
    gross_amount: add("gross_amount"),
    discount: add("discount"),
    net_amount: add("net_amount"),
    company_share: add("company_share"),
    employee_share: add("employee_share"),
    vat_amount: 0,
  };
};
/** What one portion of meal "b" costs on the server. */
let price: number;
const issues: AmendmentQuote["issues"] = [];

/** A small server: one meal more or less a day, half of it the company's. */
function quoteOf({ days, wallet, refund }: AmendAsk): AmendmentQuote {
  const all = dates.map((date) => {
    const proposal = days.find((day) => day.date === date);
    const before = state("a", 4000);
    const [first] = proposal?.items ?? [];
    const after = !proposal ? before : first ? state(first.meal, first.meal === "b" ? price : 4000, first.qty) : null;
    return { date, before, after, proposal };
  });
  const [before, after] = [sums(all.map((one) => one.before)), sums(all.map((one) => one.after))];
  const difference = after.employee_share - before.employee_share;
  const fromWallet = wallet ? Math.max(0, Math.min(difference, 300)) : 0;
  const back = Math.max(0, -difference);
  return {
    order: "O1",
    version: order.version,
    days: all
      .filter(({ proposal }) => proposal)
      .map(({ date, before: was, after: is }) => ({
        date,
        cutoff: new Date(cutoffOf(date)).toISOString(),
        change: is ? "changed" : "cancelled",
        before: was,
        after: is,
      })),
    before,
    after,
    difference,
    wallet_amount: fromWallet,
    payable_amount: Math.max(0, difference) - fromWallet,
    refund_amount: back,
    refund_wallet: refund === "card" ? Math.max(0, back - 4800) : back,
    refund_card: refund === "card" ? Math.min(back, 4800) : 0,
    issues: [...issues],
    hash: `${difference} ${wallet} ${refund} ${price}`,
  };
}
const amendmentOf = (ask: AmendAsk, more: Partial<Amendment> = {}): Amendment => ({
  ...quoteOf(ask),
  id: "A1",
  status: "Confirmed",
  created_at: "2026-11-26T09:00:00Z",
  ...more,
});

timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  leave.mockClear();
  price = 5000;
  issues.length = 0;
  site = await signedIn({}, ({ server, on }) => {
    server.state.live = liveOf({ wallet: 300, taken: dates });
    server.order(order);
    on["POST /api/amendment/quote"] = (body) => ({ status: 200, body: quoteOf(body as AmendAsk) });
  });
  await syncNow();
  await keepMenu(menuOf(week, dates));
});

const open = (query = "", id = "O1") =>
  openAt(`/checkout/edit/${id}${query}`, { "/checkout/edit/:orderId?": <CheckoutEditPage /> });
const sent = () => sentTo<AmendmentRequest>(site, "/api/amendment");
/** The change can be made: the server does so, and answers unless the answer gets lost. */
const makes = (answer: () => ReturnType<typeof placed> = placed) => {
  site.on["POST /api/amendment"] = (body) => {
    settle(body as AmendAsk);
    return answer();
  };
};
const cancelTuesday = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Cancel, AED 16.00 back" }));
const diaryIs = (entry: object) => {
  site.on["GET /api/orders/O1/diary"] = ok([entry]);
};
const proposeMore = async () => {
  await propose(tuesday, [{ meal: "b", qty: 1 }], order.version);
  await flush();
};
const placed = (more = {}) => ({
  status: 200,
  body: { order: "O1", amendment: "A1", status: "Confirmed", amount: 0, ...more },
});
const settle = (ask: AmendAsk, more: Partial<Order> = {}) => {
  site.server.order({ ...order, version: 5, orderAmends: [amendmentOf(ask)], ...more });
};

test("a dearer meal is shown before and after, and the difference stands on the button", async () => {
  await proposeMore();
  open();
  expect(await screen.findByRole("button", { name: "Pay AED 4.00" })).toBeVisible();
  const day = screen.getByRole("region", { name: "Tue 1 Dec" });
  expect(within(day).getByText("Meal a")).toBeVisible();
  expect(within(day).getByText("Meal b")).toBeVisible();
  expect(within(day).getByText("AED 20.00").tagName).toBe("B");
  expect(screen.getByText("You pay more").nextSibling).toHaveTextContent("AED 4.00");
  const you = screen.getByRole("row", { name: /^You/ });
  expect(
    within(you)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["48.00", "52.00"]);
  expect(screen.getByText(/counts once it is paid/)).toBeVisible();
});

test("the wallet pays first when asked, and the preview is asked for anew", async () => {
  await proposeMore();
  open();
  await screen.findByRole("button", { name: "Pay AED 4.00" });
  await userEvent.click(screen.getByRole("switch", { name: /Use my wallet first/ }));
  expect(await screen.findByRole("button", { name: "Pay AED 1.00" })).toBeVisible();
  expect(screen.getByText("From your wallet").nextSibling).toHaveTextContent("AED 3.00");
});

test("saving sends what was seen, with the drafts it came from, and leaves for the card page once", async () => {
  site.on["POST /api/amendment"] = () =>
    placed({ status: "Payment Pending", intent: "I1", amount: 400, form: { url: "https://card.example", fields: {} } });
  await proposeMore();
  open();
  await userEvent.dblClick(await screen.findByRole("button", { name: "Pay AED 4.00" }));
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
  expect(sent()).toHaveLength(1);
  const [request] = sent();
  expect(request).toMatchObject({
    order: "O1",
    days: [{ date: tuesday, items: [{ meal: "b", qty: 1 }] }],
    quote: quoteOf({ order: "O1", days: request?.days ?? [], wallet: false, refund: "wallet" }).hash,
    revs: { [tuesday]: expect.any(Number) },
  });
  expect(request?.key).toHaveLength(26);
});

test("a preview that is no longer true is refused, and what differs is shown before anything can be saved", async () => {
  await proposeMore();
  open();
  const pay = await screen.findByRole("button", { name: "Pay AED 4.00" });
  price = 6000;
  site.on["POST /api/amendment"] = (body) => ({
    status: 409,
    body: { message: "", reason: "amendment_changed", detail: { quote: quoteOf(body as AmendAsk) } },
  });
  await userEvent.click(pay);
  const news = await screen.findByRole("region", { name: /changed while you looked/ });
  const line = within(news).getByText("Price").closest("li") as HTMLElement;
  expect(line).toHaveTextContent("Tue 1 Dec, Meal b");
  expect(within(line).getByText("AED 40.00").tagName).toBe("S");
  expect(within(line).getByText("AED 48.00").tagName).toBe("B");
  expect(await screen.findByRole("button", { name: "Pay AED 8.00" })).toBeVisible();
  expect(leave).not.toHaveBeenCalled();
});

test("money back goes to the wallet at once, or to the card when asked", async () => {
  open("?cancel=2026-12-01");
  expect(await screen.findByRole("button", { name: "Cancel, AED 16.00 back" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Cancel Tuesday" })).toBeVisible();
  expect(screen.getByText(/can be cancelled until Sun 29 Nov, 23:59/)).toHaveTextContent(
    /keep their price and discount/,
  );
  expect(screen.getByRole("radio", { name: /My wallet/ })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: /Back to my card/ }));
  makes();
  await cancelTuesday();
  expect(await screen.findByRole("heading", { name: "Tuesday is cancelled" })).toBeVisible();
  expect(screen.getByText(/AED 16.00 go back to your card/)).toBeVisible();
  expect(sent()[0]).toMatchObject({ refund: "card", days: [{ date: tuesday, items: [] }] });
  expect(screen.getByText("at /checkout/edit/O1?done=A1")).toBeInTheDocument();
});

test("cancelling every day says that it cannot be undone, and keeps the order when asked", async () => {
  open("?cancel=all");
  await screen.findByRole("button", { name: "Cancel, AED 48.00 back" });
  expect(screen.getByRole("heading", { name: "Cancel your order" })).toBeVisible();
  expect(screen.getByText("The whole order is cancelled. That cannot be undone, only ordered again.")).toBeVisible();
  await press("Keep my order");
  expect(screen.getByText("at /dashboard/history?order=O1")).toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test("days that have closed still come, and the last open one does not cancel them", async () => {
  const late = { ...order.deliveries[0], cutoff: "2026-11-26T08:00:00Z" } as Order["deliveries"][number];
  site.server.order({ ...order, deliveries: [late, ...order.deliveries.slice(1)] });
  await syncNow();
  open("?cancel=all");
  await screen.findByRole("button", { name: "Cancel, AED 32.00 back" });
  expect(screen.getByText("Monday has closed and will still come.")).toBeVisible();
  expect(screen.queryByText(/cannot be undone/)).not.toBeInTheDocument();
});

test("what is in the way has an answer of one tap: the day stays as it was", async () => {
  issues.push({ code: "sold_out", date: tuesday, meal: "b", from: 3, to: 2 });
  await propose(tuesday, [{ meal: "b", qty: 3 }], order.version);
  open();
  const problem = await screen.findByRole("region", { name: "1 thing needs you first" });
  expect(within(problem).getByText("Only 2 of Meal b can be had")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Solve this first", busy: false })).toBeDisabled();
  await leadsTo("Choose another", "/editorder/O1?day=2026-12-01", problem);
  issues.length = 0;
  await userEvent.click(within(problem).getByRole("button", { name: "Take 2" }));
  expect(await screen.findByRole("button", { name: "Pay AED 24.00" })).toBeVisible();
});

test("a proposal that is given up leaves nothing to save", async () => {
  issues.push({ code: "withdrawn", date: tuesday, meal: "b" });
  await proposeMore();
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Keep what I had" }));
  expect(await screen.findByRole("heading", { name: "Nothing is changed" })).toBeVisible();
});

test("without a connection the proposal stays, nothing is sent, and it goes on when the network is back", async () => {
  await proposeMore();
  site.online = false;
  open();
  expect(await screen.findByRole("heading", { name: "Kept on this device" })).toBeVisible();
  expect(screen.getByText("Meal b")).toBeVisible();
  expect(screen.getByText(/Do it before Sun 29 Nov, 23:59/)).toBeVisible();
  site.online = true;
  await press("Try now");
  expect(await screen.findByRole("button", { name: "Pay AED 4.00" })).toBeVisible();
});

test("cancelling without a connection claims nothing", async () => {
  site.online = false;
  open("?cancel=all");
  expect(await screen.findByRole("heading", { name: "Nothing is cancelled yet" })).toBeVisible();
});

test("an answer that got lost is asked for again under the same key", async () => {
  site.on["POST /api/amendment"] = lost;
  open("?cancel=2026-12-01");
  await cancelTuesday();
  expect(await screen.findByRole("alert")).toHaveTextContent("done once at most");
  makes();
  await cancelTuesday();
  await screen.findByRole("heading", { name: "Tuesday is cancelled" });
  const keys = sent().map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(await readValue(deviceDb(), "amendment")).toBeUndefined();
});

test("a change that was made although its answer got lost is found with the order", async () => {
  makes(lost);
  open("?cancel=2026-12-01");
  await cancelTuesday();
  await screen.findByRole("alert");
  await syncNow();
  expect(await screen.findByRole("heading", { name: "Tuesday is cancelled" })).toBeVisible();
});

test("a change that is being paid keeps everybody from making another", async () => {
  const intent = { id: "I9", status: "open", expires_at: "2026-11-26T09:10:00Z" };
  const ask: AmendAsk = { order: "O1", days: [{ date: monday, items: [] }], wallet: false, refund: "wallet" };
  site.server.order({ ...order, orderAmends: [amendmentOf(ask, { status: "Payment Pending", intent })] });
  await syncNow();
  await proposeMore();
  open();
  expect(await screen.findByRole("heading", { name: "A change of this order is being paid" })).toBeVisible();
  await leadsTo("See the payment", "/payment/I9");
});

test("an entry of the diary is taken back by what was there before", async () => {
  diaryIs({ id: "E1", date: tuesday, what: "changed", before: state("b", 5000).items });
  open("?undo=E1");
  expect(await screen.findByRole("button", { name: "Pay AED 4.00" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Put Tuesday back" })).toBeVisible();
});

test("a place that was changed alone is taken back too", async () => {
  const { items } = state("a", 4000);
  const places = { place_before: { id: "a1", label: "Tower" }, place_after: { id: "a2", label: "Warehouse" } };
  diaryIs({ id: "E1", date: tuesday, what: "changed", before: items, after: items, ...places });
  open("?undo=E1");
  await screen.findByRole("heading", { name: "Put Tuesday back" });
  const was = [{ date: tuesday, items: [{ meal: "a", qty: 1 }], address_id: "a1" }];
  await waitFor(() => expect(sentTo<AmendAsk>(site, "/api/amendment/quote")[0]?.days).toEqual(was));
});

test("a day whose place was closed says where it goes now", async () => {
  await writeValue(deviceDb(), "addresses", [{ id: "a9", label: "Warehouse" } as Address]);
  diaryIs({ id: "E1", date: tuesday, what: "cancelled", before: state("a", 4000).items, after: [] });
  site.on["POST /api/amendment/quote"] = (body) => {
    const quote = quoteOf(body as AmendAsk);
    const after = { ...state("a", 4000), address_id: "a9" };
    return {
      status: 200,
      body: { ...quote, days: quote.days.map((day) => ({ ...day, change: "restored", before: null, after })) },
    };
  };
  open("?undo=E1");
  expect(await screen.findByText(/It goes to Warehouse/)).toBeVisible();
});

test("a wholly cancelled order is ordered again with one tap, for its own days", async () => {
  site.server.state.live = liveOf({ wallet: 300 });
  const days = [{ date: tuesday, items: [] }];
  const deliveries = order.deliveries.slice(1, 2).map((one) => ({ ...one, live: false, cancelled: true, items: [] }));
  settle({ order: "O1", days, wallet: false, refund: "wallet" }, { status: "Cancelled", deliveries });
  await syncNow();
  open("?done=A1");
  await screen.findByRole("heading", { name: "Your order is cancelled" });
  expect(await screen.findByText(/The same for Tue/)).toBeVisible();
  await press("Order it again");
  expect(await screen.findByText(`at /checkout?week=${week}`)).toBeInTheDocument();
  expect((await draftAt(tuesday))?.items).toEqual([{ meal: "a", qty: 1 }]);
});

test("an order that nobody knows, and one that is over, say so", async () => {
  const { unmount } = open("", "O2");
  expect(await screen.findByRole("heading", { name: "This order is not here" })).toBeVisible();
  unmount();
  site.server.order({ ...order, status: "Cancelled" });
  await syncNow();
  open();
  expect(await screen.findByRole("heading", { name: "This order cannot be changed any more" })).toBeVisible();
});
