import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Intent, Order } from "#pwa/offline/wire";
import { PaymentPage } from "#pwa/payment/payment-page";
import { sentTo } from "#pwa/testing/answers";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { menuOf, orderOf } from "#pwa/testing/sample";
import { keepMenu, signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { reply } from "#pwa/testing/site";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const leave = vi.hoisted(() => vi.fn());
const saved = vi.hoisted(() => vi.fn());
vi.mock("#pwa/ui/save-file", () => ({ saveFile: saved }));
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

let site: Site;
let payments = 0;
/** Each test has a payment of its own: what the page before still asks about is not counted by the next. */
let own = "";
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  leave.mockClear();
  own = `I${++payments}`;
  site = await signedIn();
  site.on[`POST /api/intent/${own}/check`] = () => ({ status: 202, body: {} });
  await keepMenu(menuOf(week, dates));
});

const stands = (more: Partial<Intent>) => {
  const intent = {
    id: own,
    order: "O1",
    status: "open",
    order_status: "Payment Pending",
    amount: 4800,
    expires_at: "2026-11-26T09:10:00Z",
    ...more,
  };
  site.on[`GET /api/intent/${own}`] = reply(intent);
};
const keep = (order: Partial<Order>) => site.server.order({ ...orderOf("O1", "Confirmed", dates), ...order });
const open = (id = own) => openAt(`/payment/${id}`, { "/payment/:intent": <PaymentPage /> });
const waits = () => screen.findByRole("heading", { name: "Waiting for your bank" });
const form = { url: "https://card.example", fields: { a: "b" } };

test.each([
  ["declined", "Your bank declined the card."],
  ["insufficient_funds", "There was not enough money on the card."],
  ["cancelled", "You left the card page before paying."],
  ["expired", "The card page was open too long."],
  ["authentication_failed", "Your bank could not check that it was you."],
  ["card_expired", "The card has expired."],
  ["something_new", "The bank did not accept it."],
])("a payment that failed because of %s says so, and that nothing was taken", async (reason, sentence) => {
  stands({ status: "failed", order_status: "Payment Failed", reason });
  keep({ status: "Payment Failed" });
  open();
  await screen.findByRole("heading", { name: "The payment did not go through" });
  expect(screen.getByText(`${sentence} Nothing was taken.`)).toBeInTheDocument();
  // The order follows with the sync, and with it the week.
  await screen.findByText(/Your 3 lunches are kept until/);
  await leadsTo("Try again · AED 48.00", "/checkout/O1");
});

test("a confirmed order says who paid and until when each day can be changed, leads to its week, and goes into the calendar", async () => {
  stands({ status: "paid", order_status: "Confirmed", card: "VISA 4242" });
  keep({
    company_share: 4800,
    wallet_amount: 1000,
    payment_sources: [
      { kind: "company", amount: 4800 },
      { kind: "wallet", amount: 1000 },
      { kind: "card", amount: 3800 },
    ],
  } as Partial<Order>);
  open();
  await screen.findByRole("heading", { name: "Your week is set" });
  await screen.findByText(/You paid AED 38.00 with VISA •••• 4242 and AED 10.00 from your wallet/);
  expect(screen.getByText("First delivery Mon 30 Nov")).toBeInTheDocument();
  await screen.findByText("Change until Sat 28 Nov, 23:59");
  expect(screen.getByText("Change until Mon 30 Nov, 23:59")).toBeInTheDocument();
  await leadsTo("Done", `/dashboard/home?week=${week}`);
  site.online = false;
  await press("Add to calendar");
  const [file] = saved.mock.lastCall as [{ name: string; blob: Blob }];
  expect(file.name).toBe("Lunch 30 Nov – 4 Dec.ics");
  expect(await file.blob.text()).toContain("UID:O1-2026-11-30@sahn");
  expect(screen.getByText("Your company").nextSibling).toHaveTextContent("AED 48.00");
});

test("before any card was reported nobody waits for a bank: it says that nothing is paid, how much, and for how long", async () => {
  stands({ form });
  open();
  await screen.findByRole("heading", { name: "You have not paid yet" });
  expect(screen.queryByText("Waiting for your bank")).not.toBeInTheDocument();
  expect(screen.getByText("Open for 10 more minutes")).toBeInTheDocument();
  await press("Pay AED 48.00");
  expect(leave).toHaveBeenCalledWith(form);
});

test("once a card was reported the bank is waited for, and there is nothing to pay again with", async () => {
  stands({ form, tried: true });
  open();
  await waits();
  expect(screen.getByText(/Please do not pay again/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("after the card page has closed there is no way back to it", async () => {
  stands({ form, expires_at: "2026-11-26T08:59:00Z" });
  open();
  await screen.findByRole("heading", { name: "Checking your payment" });
  expect(screen.queryByRole("button", { name: /^Pay/ })).not.toBeInTheDocument();
});

test("the person can have the bank asked at once, and hears that it was", async () => {
  stands({ tried: true });
  open();
  await waits();
  const asked = () => sentTo(site, `/api/intent/${own}/check`);
  await waitFor(() => expect(asked()).toHaveLength(1));
  await press("Check now");
  expect(await screen.findByText("We asked the bank again.")).toBeInTheDocument();
  expect(asked()).toHaveLength(2);
});

test.each([
  ["Refunded", false],
  ["Confirmed", true],
] as const)(
  "money that went back is said to be on its way, and what stands all the same",
  async (order_status, still) => {
    stands({ status: "refunded", purpose: "order", order_status });
    open();
    expect(await screen.findByText(/AED 48.00 go back to your card/)).toBeInTheDocument();
    expect(screen.queryByText(/Your order was paid by another payment already and stands/) !== null).toBe(still);
  },
);

test("without a connection nothing is claimed", async () => {
  site.online = false;
  open();
  expect(await screen.findByText("You are offline")).toBeInTheDocument();
  expect(screen.queryByText("Your week is set")).not.toBeInTheDocument();
  expect(screen.getAllByText(/offline/i)).toHaveLength(1);
});

test("who asks again without a connection is told that there still is none, and nothing twice", async () => {
  stands({ tried: true });
  open();
  await waits();
  site.online = false;
  await press("Check now");
  expect(await screen.findByText("Still no connection.")).toBeInTheDocument();
  expect(screen.queryAllByText(/offline/i).length).toBeLessThan(2);
});

test("somebody else's payment and one that does not exist look the same", async () => {
  stands({});
  open("I2");
  expect(await screen.findByText("We do not know this payment")).toBeInTheDocument();
});

const topup = { purpose: "topup", order: "", order_status: "" } as unknown as Partial<Intent>;

test("a paid top-up says that it is in the wallet and leads there", async () => {
  stands({ ...topup, status: "paid" });
  open();
  await screen.findByRole("heading", { name: "It is in your wallet" });
  expect(screen.getByText("AED 48.00 can pay for lunches from now on.")).toBeInTheDocument();
  await leadsTo("Open my wallet", "/dashboard/walletTransactions");
  expect(screen.queryByText("Confirmed")).not.toBeInTheDocument();
});

test("a top-up that waits speaks of the wallet and offers no second one", async () => {
  stands({ ...topup, tried: true });
  open();
  await waits();
  expect(screen.getByText("Money is in your wallet")).toBeInTheDocument();
  expect(screen.queryByText(/Kitchen/)).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /Try again/ })).not.toBeInTheDocument();
});

test("a top-up that failed can be tried again where it began", async () => {
  stands({ ...topup, status: "failed", reason: "declined" });
  open();
  await leadsTo("Try again · AED 48.00", "/dashboard/walletTransactions?topup=1");
  expect(screen.queryByText(/are kept until/)).not.toBeInTheDocument();
});

test("a change that was paid leads to its order; one that was not leaves the order as it was", async () => {
  stands({ purpose: "amendment", status: "paid", order_status: "Confirmed" });
  keep({});
  const { unmount } = open();
  await screen.findByRole("heading", { name: "Your change is set" });
  await leadsTo("Open my order", "/dashboard/history?order=O1");
  unmount();
  stands({ purpose: "amendment", status: "failed", order_status: "Confirmed", reason: "declined" });
  open();
  await screen.findByText(/Your order stands as it was before the change/);
  await leadsTo(/Try again/, "/checkout/edit/O1");
  expect(screen.queryByText(/are kept until/)).not.toBeInTheDocument();
});
