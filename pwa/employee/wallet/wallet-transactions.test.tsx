import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { amountOf } from "#pwa/employee/wallet/top-up";
import { WalletTransactions } from "#pwa/employee/wallet/wallet-transactions";
import { useSession } from "#pwa/offline/session";
import type { SavedCard, TopupRequest, WalletEntry } from "#pwa/offline/wire";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { fullStorage, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { lost, reply } from "#pwa/testing/site";

const leave = vi.hoisted(() => vi.fn());
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

let site: Site;
let entries: WalletEntry[];
let cards: SavedCard[];
let owed: number;
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  leave.mockClear();
  entries = [];
  cards = [];
  owed = 0;
  site = await signedIn();
  site.on["GET /api/client-transaction-list/*"] = (_, path) => {
    const page = Number(/page=(\d+)/.exec(path)?.[1]);
    const data = entries.slice((page - 1) * 20, page * 20);
    const balance = (entries[0]?.balance ?? 0) - 500;
    return { status: 200, body: { balance, owed, data, page, per_page: 20, total: entries.length } };
  };
  site.on["GET /api/cards"] = () => ok(cards)();
});

const entry = (n: number, more: Partial<WalletEntry> = {}): WalletEntry => ({
  id: `T${n}`,
  type: "credit",
  amount: 1000,
  balance: 1000 * n,
  note: "",
  date: "2026-11-25T08:00:00Z",
  order_id: null,
  ...more,
});
const wallet = "/dashboard/walletTransactions";
const open = (query = "") => openAt(wallet + query, { [wallet]: <WalletTransactions /> });
const openTopup = async () => {
  open("?topup=1");
  return within(await screen.findByRole("dialog", { name: "Top up your wallet" }));
};
const asked = () => sentTo<TopupRequest>(site, "/api/wallet/topup");

test("the wallet tells its balance, what is set aside, and why everything moved", async () => {
  entries = [
    entry(6, { type: "order", amount: -2500, balance: 4000, order_id: "O1" }),
    entry(5, { type: "amendment", amount: 700, balance: 6500, order_id: "O2" }),
    entry(4, { type: "topup", amount: 5000, balance: 5800 }),
    entry(3, { note: "a late delivery", balance: 800 }),
  ];
  open();
  expect(await screen.findByText("AED 35.00")).toBeInTheDocument();
  expect(screen.getByText(/AED 5.00 more is set aside/)).toBeInTheDocument();
  const rows = within(screen.getByRole("region", { name: "What went in and out" })).getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining("Paid for lunchesyesterday at 12:00−AED 25.00Balance AED 40.00"),
    expect.stringContaining("Back from a change"),
    expect.stringContaining("Top-up by card"),
    expect.stringContaining("Credit from us: a late delivery"),
  ]);
  await leadsTo(/Paid for lunches/, "/dashboard/history?order=O1");
});

test("what is owed for lunches at the counter is told, and what paid it", async () => {
  entries = [entry(2, { type: "debt", amount: -1000, balance: 0 }), entry(1)];
  owed = 780;
  open();
  expect(await screen.findByText(/^You owe AED 7\.80 for lunches at the counter/)).toBeInTheDocument();
  expect(screen.getByText("Paid what you owed at the counter")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Pay at the counter" })).toBeNull();
});

test("who has a till at the company can pay there, and who owes nothing reads nothing of it", async () => {
  useSession.setState(({ profile }) => ({ profile: profile && { ...profile, counter: true } }));
  entries = [entry(1)];
  open();
  await leadsTo("Pay at the counter", "/dashboard/counter");
  expect(screen.queryByText(/^You owe/)).toBeNull();
});

test("what was paid at a counter names till and place and opens the purchase, and so does what came back", async () => {
  const at = { type: "order", sale_id: "S1", till: "Pantry", place: "Level 3" };
  entries = [entry(2, { ...at, type: "refund", amount: 1400 }), entry(1, { ...at, amount: -1400 })];
  open();
  expect(await screen.findByRole("link", { name: /^Back from the counter: Pantry, Level 3/ })).toBeVisible();
  const link = screen.getByRole("link", { name: /^Paid at the counter: Pantry, Level 3/ });
  expect(link).toHaveAttribute("href", "/dashboard/history?sale=S1");
});

test("older entries come page by page, each once", async () => {
  entries = Array.from({ length: 45 }, (_, at) => entry(45 - at));
  open();
  const rows = () => screen.getAllByText(/^Credit from us/);
  await waitFor(() => expect(rows()).toHaveLength(20));
  await press("Show more");
  await waitFor(() => expect(rows()).toHaveLength(40));
  entries = [entry(46), ...entries];
  await press("Show more");
  await screen.findByText("That is everything.");
  expect(rows()).toHaveLength(45);
});

test("with a full storage what moved since is shown all the same", async () => {
  entries = [entry(1)];
  const { unmount } = open();
  await screen.findByText("Credit from us");
  unmount();
  entries = [entry(2, { note: "a late delivery" }), entry(1)];
  fullStorage();
  open();
  expect(await screen.findByText("Credit from us: a late delivery")).toBeInTheDocument();
  expect(screen.queryByText(/^As of today/)).not.toBeInTheDocument();
});

test("without a connection the last known entries are shown with their time", async () => {
  entries = [entry(1)];
  const { unmount } = open();
  await screen.findByText("Credit from us");
  unmount();
  site.online = false;
  vi.setSystemTime(Date.parse("2026-11-26T11:00:00Z"));
  open();
  expect(await screen.findByText("As of today at 13:00.")).toBeInTheDocument();
  expect(screen.getByText("Credit from us")).toBeInTheDocument();
});

test("without a connection and without anything kept it says when it shows, and then it does", async () => {
  site.online = false;
  open();
  expect(await screen.findByText("Your wallet shows after one visit online")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  site.online = true;
  window.dispatchEvent(new Event("online"));
  expect(await screen.findByText("Nothing has moved yet")).toBeInTheDocument();
});

test("a top-up leaves for the card page with the amount and the default card", async () => {
  cards = [{ id: "C1", brand: "VISA", last4: "0001", expiry: "2028-05", default: true }];
  const form = { url: "https://card.example", fields: { amount: "20000" } };
  site.on["POST /api/wallet/topup"] = reply({
    intent: "I1",
    form,
    amount: 20_000,
    expires_at: "2026-11-26T09:15:00Z",
  });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Top up" }));
  const sheet = await screen.findByRole("dialog", { name: "Top up your wallet" });
  expect(await within(sheet).findByRole("radio", { name: "Visa ending in 0001, Expires 05/28" })).toBeChecked();
  await userEvent.click(within(sheet).getByRole("button", { name: "AED 200" }));
  await userEvent.click(within(sheet).getByRole("button", { name: "Pay AED 200.00" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(form));
  expect(asked()).toEqual([{ amount: 20_000, card: "C1", key: expect.stringMatching(/^[0-9A-Z]{26}$/) }]);
});

test("an answer that was lost is asked for again under the same key, another amount under another", async () => {
  site.on["POST /api/wallet/topup"] = lost;
  const sheet = await openTopup();
  await userEvent.click(await sheet.findByRole("checkbox", { name: /Save this card/ }));
  const pay = () => userEvent.click(sheet.getByRole("button", { name: /^Pay/ }));
  await pay();
  expect(await sheet.findByText("A top-up needs a connection.")).toBeInTheDocument();
  site.on["POST /api/wallet/topup"] = refuses(503, { reason: "unavailable" });
  await pay();
  await sheet.findByText(/computer is not answering/);
  await userEvent.click(sheet.getByRole("button", { name: "AED 50" }));
  await pay();
  await waitFor(() => expect(asked()).toHaveLength(3));
  const [first, again, other] = asked();
  expect(first).toMatchObject({ amount: 10_000, save_card: true });
  expect(again).toEqual(first);
  expect(other).toMatchObject({ amount: 5000 });
  expect(other?.key).not.toBe(first?.key);
});

test("while a top-up is unresolved there is no second, and the way to it", async () => {
  site.on["POST /api/wallet/topup"] = refuses(409, { reason: "already_being_paid", detail: { intent: "I7" } });
  const sheet = await openTopup();
  await userEvent.click(sheet.getByRole("button", { name: "Pay AED 100.00" }));
  expect(await sheet.findByText("A top-up of yours is still being paid")).toBeInTheDocument();
  expect(sheet.getByRole("button", { name: "Pay AED 100.00" })).toBeDisabled();
  await leadsTo("See how it stands", "/payment/I7");
  expect(leave).not.toHaveBeenCalled();
});

test("an amount that cannot be is told at the field and sends nothing", async () => {
  const sheet = await openTopup();
  const field = sheet.getByLabelText("Another amount in AED");
  await userEvent.clear(field);
  await userEvent.type(field, "9.99");
  await userEvent.click(sheet.getByRole("button", { name: /^Pay/ }));
  expect(await sheet.findByText("Enter an amount from AED 10 to AED 1,000.")).toBeInTheDocument();
  expect(field).toHaveAttribute("aria-invalid", "true");
  expect(asked()).toEqual([]);
});

test.each([
  ["10", 1000],
  ["75.5", 7550],
  [" 75,05 ", 7505],
  ["1000", 100_000],
  ["9.99", undefined],
  ["1000.01", undefined],
  ["1e3", undefined],
  ["-50", undefined],
  ["", undefined],
  ["50.555", undefined],
])("%s is %s fils", (typed, fils) => {
  expect(amountOf(typed)).toBe(fils);
});
