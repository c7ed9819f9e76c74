import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useDevice } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { stopSync } from "#pwa/offline/sync/start-sync";
import type { Intent, Order } from "#pwa/offline/wire";
import { PaymentPage } from "#pwa/payment/payment-page";
import { mariam, menuOf, orderOf } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

const week = "2026-11-30";
const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
const leave = vi.hoisted(() => vi.fn());
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

let site: Site;
let person = 0;
/** Each test has a payment of its own: what the page before still asks about is not counted by the next. */
let own = "";
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  leave.mockClear();
  const me = { ...mariam, id: `P-payment-${++person}` };
  own = `I${person}`;
  site = siteOf([me]);
  site.on[`POST /api/intent/${own}/check`] = () => ({ status: 202, body: {} });
  await signInWithPassword(me.email, "secret");
  await useDevice.getState().db?.menus.put({ hash: "H", week, menu: menuOf(week, dates), at: Date.now() });
});
afterEach(() => {
  stopSync();
  vi.useRealTimers();
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
  site.on["GET /api/intent/*"] = (_, path) =>
    path.endsWith(`/${own}`) ? { status: 200, body: intent } : { status: 404, body: { message: "Not found." } };
};
const keep = (order: Partial<Order>) => site.server.order({ ...orderOf("O1", "Confirmed", dates), ...order });
const open = (id = own) =>
  render(
    <MemoryRouter initialEntries={[`/payment/${id}`]}>
      <Routes>
        <Route path="/payment/:intent" element={<PaymentPage />} />
      </Routes>
    </MemoryRouter>,
  );

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
  const again = screen.getByRole("link", { name: "Try again · AED 48.00" });
  expect(again).toHaveAttribute("href", "/checkout/O1");
});

test("a confirmed order says who paid what, and what comes next", async () => {
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
  expect(
    await screen.findByText(/You paid AED 38.00 with VISA •••• 4242 and AED 10.00 from your wallet/),
  ).toBeInTheDocument();
  expect(screen.getByText("First delivery Mon 30 Nov")).toBeInTheDocument();
  expect(screen.getByText("Your company").nextSibling).toHaveTextContent("AED 48.00");
});

test("a payment that waits asks nobody to pay again and can go on on the card page", async () => {
  stands({ form: { url: "https://card.example", fields: { a: "b" } } });
  open();
  await screen.findByRole("heading", { name: "Waiting for your bank" });
  expect(screen.getByText(/Please do not pay again/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Continue on the card page" }));
  expect(leave).toHaveBeenCalledWith({ url: "https://card.example", fields: { a: "b" } });
});

test("after the card page has closed there is no way back to it", async () => {
  stands({ form: { url: "https://card.example", fields: {} }, expires_at: "2026-11-26T08:59:00Z" });
  open();
  await screen.findByRole("heading", { name: "Waiting for your bank" });
  expect(screen.queryByRole("button", { name: "Continue on the card page" })).not.toBeInTheDocument();
});

test("the person can have the bank asked at once, and hears that it was", async () => {
  stands({});
  open();
  await screen.findByRole("heading", { name: "Waiting for your bank" });
  const asked = () => site.asked.filter(({ path }) => path === `/api/intent/${own}/check`).length;
  await waitFor(() => expect(asked()).toBe(1));
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
  expect(await screen.findByText("We asked the bank again.")).toBeInTheDocument();
  expect(asked()).toBe(2);
});

test("money that went back is said to be on its way", async () => {
  stands({ status: "refunded", order_status: "Refunded" });
  open();
  expect(await screen.findByText(/AED 48.00 go back to your card/)).toBeInTheDocument();
});

test("without a connection nothing is claimed", async () => {
  site.online = false;
  open();
  expect(await screen.findByText("You are offline")).toBeInTheDocument();
  expect(screen.queryByText("Your week is set")).not.toBeInTheDocument();
  expect(screen.getAllByText(/offline/i)).toHaveLength(1);
});

test("who asks again without a connection is told that there still is none, and nothing twice", async () => {
  stands({});
  open();
  await screen.findByRole("heading", { name: "Waiting for your bank" });
  site.online = false;
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));
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
  expect(screen.getByRole("link", { name: "Open my wallet" })).toHaveAttribute("href", "/dashboard/walletTransactions");
  expect(screen.queryByText("Confirmed")).not.toBeInTheDocument();
});

test("a top-up that waits speaks of the wallet and offers no second one", async () => {
  stands(topup);
  open();
  await screen.findByRole("heading", { name: "Waiting for your bank" });
  expect(screen.getByText("Money is in your wallet")).toBeInTheDocument();
  expect(screen.queryByText(/Kitchen/)).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /Try again/ })).not.toBeInTheDocument();
});

test("a top-up that failed can be tried again where it began", async () => {
  stands({ ...topup, status: "failed", reason: "declined" });
  open();
  const again = await screen.findByRole("link", { name: "Try again · AED 48.00" });
  expect(again).toHaveAttribute("href", "/dashboard/walletTransactions?topup=1");
  expect(screen.queryByText(/are kept until/)).not.toBeInTheDocument();
});

test("a change that was paid leads to its order; one that was not leaves the order as it was", async () => {
  stands({ purpose: "amendment", status: "paid", order_status: "Confirmed" });
  keep({});
  const { unmount } = open();
  await screen.findByRole("heading", { name: "Your change is set" });
  expect(screen.getByRole("link", { name: "Open my order" })).toHaveAttribute("href", "/dashboard/history?order=O1");
  unmount();
  stands({ purpose: "amendment", status: "failed", order_status: "Confirmed", reason: "declined" });
  open();
  await screen.findByText(/Your order stands as it was before the change/);
  expect(screen.getByRole("link", { name: /Try again/ })).toHaveAttribute("href", "/checkout/edit/O1");
  expect(screen.queryByText(/are kept until/)).not.toBeInTheDocument();
});
