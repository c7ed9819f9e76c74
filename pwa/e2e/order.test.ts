// The main job from end to end, on a phone: offline in the middle, and the browser closed in between.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { addMeal, chooseDays } from "#pwa/e2e/choose-meals";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { kept, payments } from "#pwa/e2e/provider";
import { amountOf, dayLine, filsOf, like, sumOf } from "#pwa/e2e/screen";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { formatAed } from "#pwa/i18n/amounts";
import { navWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { mealsWords } from "#pwa/i18n/meals";
import { moneyWords } from "#pwa/i18n/money";
import { orderStatusWords } from "#pwa/i18n/order";
import { paymentWords } from "#pwa/i18n/payment";
import { dayAndDate } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";

const mariam = "mariam@harbourline.example";
let sahn: Sahn;
let phone: Phone;
let desk: Device;
let label: string;
let dates: string[];
const lunches: string[] = [];
let total: { company: number; me: number };
/** What the wallet paid of it. */
let wallet = 0;

beforeAll(async () => {
  sahn = await startSahn("order");
  phone = await openPhone("order", { restarts: true });
  desk = await secondDevice(sahn, mariam);
  const week = (await desk.weeks()).find(({ open }) => open.length >= 3);
  label = week?.label ?? "";
  dates = week?.open.slice(0, 3) ?? [];
});

test("an employee signs in with the code from the mail and sees four weeks with their days", async () => {
  await signIn(sahn, phone, mariam, "code");
  const { page } = phone;
  const weeks = page.getByRole("group", { name: dashboardWords.week, exact: true }).getByRole("button");
  await weeks.first().waitFor();
  expect(await weeks.count()).toBe(4);
  for (const { label: name } of await desk.weeks()) {
    await page.getByRole("button", { name, exact: true }).click();
    const shown = page.getByRole("region", { name, exact: true });
    await shown.waitFor();
    expect(await shown.locator(".day").count()).toBe(5);
  }
  await phone.snap("dashboard", { whole: true });
});

test("offline she chooses three days and filters meals, and sees what the company pays and what she pays", async () => {
  const { page } = phone;
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByRole("region", { name: label, exact: true }).waitFor();
  // Its menu is on the phone when neither is said any more.
  const noMenu = page.getByText(dashboardWords.noMenuYet, { exact: true });
  await page.getByText(dashboardWords.menuComes, { exact: true }).or(noMenu).waitFor({ state: "detached" });
  await cachedByWorker(phone);
  await phone.offline(true);
  await page.getByText(syncWords.offline, { exact: true }).first().waitFor();
  await chooseDays(phone, label, dates);
  await phone.snap("meals offline");

  const shown = page.getByRole("status").filter({ hasText: like(mealsWords.of(1, 12).replace("1 of", "… of")) });
  const before = await shown.innerText();
  await page.getByRole("button", { name: mealsWords.protein, exact: true }).first().click();
  await expect.poll(() => shown.innerText()).not.toBe(before);
  for (const date of dates) {
    lunches.push(await addMeal(phone, date));
    await phone.snap(`chosen ${date}`);
  }
  await page.getByRole("link", { name: mealsWords.checkout, exact: true }).waitFor();
  total = await runningTotal();
  expect(total.me).toBeGreaterThan(0);
  expect(total.company).toBeGreaterThan(0);
});

test("the browser is closed and opened again without a connection: the app starts and everything is there", async () => {
  const address = phone.page.url();
  await phone.close();
  await phone.reopen({ offline: true });
  const { page } = phone;
  await page.goto(address);
  await page.getByRole("link", { name: mealsWords.checkout, exact: true }).waitFor();
  await expect.poll(runningTotal).toEqual(total);
  await phone.snap("reopened meals");

  await page.goto(`${sahn.url}/dashboard/home`);
  await page.getByRole("button", { name: label, exact: true }).click();
  for (const [at, date] of dates.entries()) {
    const line = dayLine(page, dayAndDate(date));
    await line.getByText(lunches[at] ?? "", { exact: true }).waitFor();
    await line.getByText(syncWords.chips.waiting, { exact: true }).waitFor();
  }
  await page.getByText(dashboardWords.saved(3), { exact: true }).waitFor();
  await phone.snap("reopened dashboard", { whole: true });
  const { docs } = await desk.sync();
  expect(docs).toEqual([]);
});

test("checkout without a connection says that the week is saved and that paying waits", async () => {
  const { page } = phone;
  await page.getByRole("link", { name: dashboardWords.checkout(3), exact: true }).click();
  await page.getByRole("heading", { name: checkoutWords.offlineTitle, exact: true }).waitFor();
  await phone.snap("checkout offline", { whole: true });
});

test("back online the draft goes out by itself", async () => {
  const { page } = phone;
  await phone.offline(false);
  const pay = page.getByRole("button", { name: like(checkoutWords.pay("…")) });
  await pay.waitFor();
  const { docs } = await desk.sync();
  expect(docs.map(({ date }) => date).sort()).toEqual(dates);
});

test("checkout shows the server's quote to the fils", async () => {
  const { page } = phone;
  const { body } = await desk.ask<{ quote: Record<string, number> }>("POST", "/api/quote", { dates, wallet: true });
  const { quote } = body;
  // The money in the wallet pays first.
  wallet = quote.wallet_amount ?? 0;
  expect(wallet).toBeGreaterThan(0);
  expect(quote.company_share).toBe(total.company);
  expect(quote.payable_amount).toBe(total.me - wallet);
  const sums = page.getByRole("main");
  expect(await sumOf(sums, moneyWords.lunches(3))).toBe(quote.gross_amount);
  expect(await sumOf(sums, moneyWords.discount)).toBe(quote.discount);
  expect(await sumOf(sums, moneyWords.companyShare)).toBe(quote.company_share);
  expect(await sumOf(sums, moneyWords.walletWord)).toBe(wallet);
  expect(await sumOf(sums, moneyWords.youPay)).toBe(quote.payable_amount);
  const pay = page.getByRole("button", { name: like(checkoutWords.pay("…")) });
  expect(filsOf(await pay.innerText())).toBe(quote.payable_amount);
  await phone.snap("checkout", { whole: true });
});

test("she pays on the card page of another site, comes back, and the order is Confirmed", async () => {
  const { page } = phone;
  await page.getByRole("button", { name: like(checkoutWords.pay("…")) }).click();
  await page.waitForURL(/127\.0\.0\.1/);
  await page.getByRole("heading", { name: /\d+\.\d\d/ }).waitFor();
  await phone.snap("card page", { whole: true });
  await payByCard(page);
  await page.waitForURL(/\/payment\//);
  await page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  await page.getByText(orderStatusWords.Confirmed, { exact: true }).first().waitFor();
  await phone.snap("confirmed", { whole: true });
});

test("the day cards and the history say so, with the server's amounts", async () => {
  const { page } = phone;
  const [order] = await desk.orders();
  expect(order).toMatchObject({
    status: "Confirmed",
    amount_due: 0,
    payable_amount: total.me - wallet,
    company_share: total.company,
  });
  expect(order?.deliveries.map((delivery) => delivery.delivery_date)).toEqual(dates);
  const taken = await payments(sahn);
  expect(taken).toHaveLength(1);
  expect(kept(taken)).toBe(total.me - wallet);

  await page.getByRole("link", { name: paymentWords.done, exact: true }).click();
  await page.getByRole("button", { name: label, exact: true }).click();
  for (const date of dates)
    await dayLine(page, dayAndDate(date)).getByText(orderStatusWords.Confirmed, { exact: true }).waitFor();
  await phone.snap("dashboard confirmed", { whole: true });

  await page.getByRole("link", { name: navWords.history, exact: true }).filter({ visible: true }).click();
  const entry = page.getByRole("article").filter({ hasText: label });
  await entry.getByText(orderStatusWords.Confirmed, { exact: true }).waitFor();
  expect(await amountOf(entry, dashboardWords.order.youPaid)).toBe(total.me);
  await entry.getByRole("button").first().click();
  await entry.getByText(dashboardWords.order.vat(formatAed(order?.vat_amount ?? 0), "5%")).waitFor();
  for (const lunch of lunches) await entry.getByText(lunch, { exact: true }).waitFor();
  await phone.snap("history", { whole: true });
});

test("the whole stays readable without a server", async () => {
  expect(await sahn.stop()).toBe(0);
  phone.expectSilence();
  await phone.reopen();
  await phone.page.goto(`${sahn.url}/dashboard/history`);
  await phone.page
    .getByRole("article")
    .filter({ hasText: label })
    .getByText(orderStatusWords.Confirmed, { exact: true })
    .waitFor();
  await phone.snap("history without server");
});

async function runningTotal() {
  const bar = phone.page.getByRole("main");
  const me = await amountOf(bar, mealsWords.youPayDays(3, 3));
  const company = filsOf(
    await bar
      .getByText(like(mealsWords.companyPays("…")))
      .first()
      .innerText(),
  );
  return { me, company };
}
