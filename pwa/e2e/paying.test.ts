// Paying when something is in the way. Whatever happens, one order, and nothing is taken twice.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { atCheckout, pay, payButton } from "#pwa/e2e/at-checkout";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { behave, kept, payments } from "#pwa/e2e/provider";
import { dayLine, filsOf, like } from "#pwa/e2e/screen";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { checkoutWords } from "#pwa/i18n/checkout";
import { conflictWords } from "#pwa/i18n/conflict";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { orderStatusWords } from "#pwa/i18n/order";
import { paymentWords } from "#pwa/i18n/payment";
import { dayAndDate } from "#pwa/i18n/say-day";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let phone: Phone;
let before: Set<string>;

beforeAll(async () => {
  sahn = await startSahn("paying");
});
beforeEach(async ({ task }) => {
  await behave(sahn, { no_return: false, feedback: "before", api: "up" });
  before = new Set((await payments(sahn)).map(({ reference }) => reference));
  phone = await openPhone(`paying/${task.name.split(/[:,]/)[0]}`, { restarts: true });
});

/** What the provider has heard since the test began. */
const mine = async () => (await payments(sahn)).filter(({ reference }) => !before.has(reference));

const confirmed = () => phone.page.getByRole("heading", { name: paymentWords.setTitle, exact: true });
const title = (name: string) => phone.page.getByRole("heading", { name, exact: true });

const failures: [what: string, email: string, reason: string, fail: () => Promise<void>][] = [
  ["is declined", "omar@harbourline.example", "declined", () => payByCard(phone.page, "Declined")],
  [
    "is cancelled on the card page",
    "priya@harbourline.example",
    "cancelled",
    () => phone.page.getByRole("button", { name: "Cancel", exact: true }).click(),
  ],
];

test.runIf(soak).each(failures)(
  "a payment that %s takes nothing and keeps the lunches, and the next one pays",
  async (_, email, reason, fail) => {
    const { desk, dates } = await atCheckout(sahn, phone, email);
    const amount = filsOf(await payButton(phone).innerText());
    await payButton(phone).click();
    await fail();
    await title(paymentWords.failed).waitFor();
    await phone.page.getByText(paymentWords.reasons[reason] ?? "", { exact: true }).waitFor();
    await phone.snap("failed to pay", { whole: true });
    expect(kept(await mine())).toBe(0);
    const [failed] = await desk.orders();
    expect(failed?.status).toBe("Payment Failed");
    const { live } = await desk.sync();
    expect(live.taken.filter((date) => dates.includes(date))).toEqual([]);

    // Once the phone knows, too, that the order was not paid: before, the way there leads back.
    await phone.page.locator(".plate.needs-you").first().waitFor();
    await phone.page.getByRole("link", { name: like(paymentWords.againFor("…")) }).click();
    await pay(phone);
    await phone.snap("paid");
    expect(kept(await mine())).toBe(amount);
    expect((await desk.orders()).map(({ id, status }) => [id, status])).toEqual([[failed?.id, "Confirmed"]]);
  },
);

/** Pays with the browser closed before the way back, and comes home to that week later. */
async function closesOnTheWay(email: string, provider: Record<string, unknown> = {}) {
  await behave(sahn, { no_return: true, ...provider });
  const checkout = await atCheckout(sahn, phone, email);
  await payButton(phone).click();
  await payByCard(phone.page);
  await title("Closed").waitFor();
  await phone.close();
  await behave(sahn, { no_return: false, feedback: "before" });
  await phone.reopen();
  await phone.page.goto(`${sahn.url}/dashboard/home`);
  await phone.page.getByRole("button", { name: checkout.label, exact: true }).click();
  return checkout;
}

test("the browser closes before the way back: the provider's notification confirms the order", async () => {
  const { dates } = await closesOnTheWay("fatima@meridianwp.example");
  for (const date of dates) {
    await dayLine(phone.page, dayAndDate(date)).getByText(orderStatusWords.Confirmed, { exact: true }).waitFor();
  }
  await phone.snap("confirmed meanwhile");
});

test.runIf(soak)("no way back and no notification: asking the provider finds the payment", async () => {
  // Nor does it answer the server, which would ask by itself before long.
  const { dates, desk } = await closesOnTheWay("joel@harbourline.example", { feedback: "never", api: "down" });
  expect((await desk.orders()).map(({ status }) => status)).toEqual(["Payment Pending"]);
  const [first = ""] = dates;
  const line = dayLine(phone.page, dayAndDate(first));
  await line.getByText(orderStatusWords["Payment Pending"], { exact: true }).waitFor();
  await phone.snap("pending");
  // Not before the phone asks: the server asks by itself too, and then nobody is asked to pay.
  await phone.page.route(/\/api\/intent\/[^/]+\/check$/, async (route) => {
    await behave(sahn, { api: "up" });
    await route.continue();
  });
  await phone.page.getByRole("link", { name: like(dashboardWords.order.pay("…")) }).click();
  await confirmed().waitFor();
  await phone.snap("found");
  expect((await desk.orders()).map(({ status }) => status)).toEqual(["Confirmed"]);
  expect((await mine()).map(({ status }) => status)).toEqual(["paid"]);
});

test.runIf(soak)("two tabs pay at once: one order, taken once", async () => {
  phone.expect(409);
  const { desk, week } = await atCheckout(sahn, phone, "ahmed@qasrdesign.example");
  const one = phone.page;
  const two = await phone.context.newPage();
  await two.goto(`${sahn.url}/checkout?week=${week}`);
  const amount = filsOf(await payButton({ page: two }).innerText());
  const taps = await Promise.all([one, two].map((page) => payButton({ page }).elementHandle()));
  await Promise.all(taps.map((button) => button?.dispatchEvent("click")));
  // Both say the same hand-off and land on the same card page, or one comes too late and is shown the way there.
  const onCard = (page: typeof one) => page.url().startsWith(sahn.sandboxUrl);
  const first = await until("a tab on the card page", async () => [one, two].find(onCard));
  const second = first === one ? two : one;
  const follow = second.getByRole("link", { name: checkoutWords.busyGo, exact: true });
  await until("the other tab's answer", async () => (await follow.isVisible()) || onCard(second));
  if (!onCard(second)) {
    await follow.click();
    await second.getByRole("button", { name: like(paymentWords.payNow("…")) }).click();
    await second.waitForURL(/127\.0\.0\.1/);
  }
  expect(second.url()).toBe(first.url());
  await payByCard(first);
  await first.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  await payByCard(second);
  await second.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  await phone.snap("both tabs");
  expect(kept(await mine())).toBe(amount);
  expect((await desk.orders()).map(({ status }) => status)).toEqual(["Confirmed"]);
});

test.runIf(soak)("a wallet spent elsewhere meanwhile: every difference is shown before anything is paid", async () => {
  phone.expect(409);
  const { desk, week } = await atCheckout(sahn, phone, "mariam@harbourline.example");
  const wallet = phone.page.getByRole("switch", { name: checkoutWords.useMyWallet });
  await expect.poll(() => wallet.isChecked()).toBe(true);
  const old = filsOf(await payButton(phone).innerText());

  // The wallet goes into an order of another week; the phone does not know yet.
  const other = (await desk.weeks()).find(({ value, open }) => value !== week && open.length >= 3);
  if (!other) throw new Error("no other week has three open days");
  const elsewhere = other.open.slice(0, 3);
  await desk.chooseFirst(other.menu, elsewhere);
  expect((await desk.handOff(elsewhere, true)).status).toBe(200);

  await payButton(phone).click();
  const accept = phone.page.getByRole("button", { name: like(checkoutWords.acceptNew("…")) });
  await accept.waitFor();
  await phone.page.getByText(conflictWords.notices.wallet, { exact: true }).waitFor();
  await phone.snap("differences", { whole: true });
  expect(filsOf(await accept.innerText())).toBe(old + 2250);
  expect((await desk.orders()).filter((order) => order.week === week)).toEqual([]);
  await accept.click();
  await payButton(phone).click();
  await payByCard(phone.page, "3-D Secure");
  await phone.page.getByLabel("Code from your bank").fill("123456");
  await phone.page.getByRole("button", { name: /^Confirm / }).click();
  await confirmed().waitFor();
  await phone.snap("paid after all");
  expect(kept(await mine())).toBe(old + 2250);
});
