// A week of lunches in Arabic, from choosing it without a connection to changing it, without meeting an English word.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { afterDoubleTap } from "#pwa/e2e/choose-meals";
import { englishOn } from "#pwa/e2e/english-on";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { like } from "#pwa/e2e/screen";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { amendWords } from "#pwa/i18n/ar/amend";
import { checkoutWords } from "#pwa/i18n/ar/checkout";
import { deliveryWords } from "#pwa/i18n/ar/delivery";
import { languageWords as inArabic } from "#pwa/i18n/ar/language";
import { mealsWords } from "#pwa/i18n/ar/meals";
import { paymentWords } from "#pwa/i18n/ar/payment";
import { syncWords } from "#pwa/i18n/ar/sync";
import { languageWords } from "#pwa/i18n/language";

const mariam = "mariam@harbourline.example";
let sahn: Sahn;
let phone: Phone;
let desk: Device;
let names: string[];
let week: string;

beforeAll(async () => {
  sahn = await startSahn("arabic");
  phone = await openPhone("arabic");
  desk = await secondDevice(sahn, mariam);
  const { name, email, company_id, company_name } = await desk.me();
  const places = await desk.ask<{ data: { label: string }[] }>("GET", `/api/company-address/${company_id}`);
  names = [name, email, company_name ?? "", ...places.body.data.map(({ label }) => label)];
  week = (await desk.weeks()).find(({ open }) => open.length === 5)?.value ?? "";
  await signIn(sahn, phone, mariam);
  await cachedByWorker(phone);
});

const button = (name: string) => phone.page.getByRole("button", { name: like(name) }).filter({ visible: true });
const link = (name: string) => phone.page.getByRole("link", { name, exact: true });
const noEnglish = () => expect.poll(() => englishOn(phone.page, names)).toEqual([]);

async function read(other: string, tag: string) {
  await phone.page.getByRole("contentinfo").getByRole("button", { name: other, exact: true }).click();
  await phone.page.locator(`html[lang=${tag}]`).waitFor();
}

/** Adds a meal that is not chosen for the day on the screen. */
async function addOne() {
  await afterDoubleTap(phone);
  await button(mealsWords.addTo("…", "…")).first().click();
}

test("a week is chosen offline in Arabic, is paid for and changed, and no word of it is English", async () => {
  const { page } = phone;
  await read(languageWords.other, "ar-AE");
  await cachedByWorker(phone);
  await noEnglish();

  await phone.offline(true);
  await page.goto(`${sahn.url}/dashboard/home?week=${week}`);
  // It comes in above the week and moves what is tapped.
  await page.getByText(syncWords.offline, { exact: true }).filter({ visible: true }).first().waitFor();
  await page.getByRole("main").locator("a[href^='/delivery']").first().click();
  await link(deliveryWords.chooseMeals).waitFor();
  await noEnglish();
  await link(deliveryWords.chooseMeals).click();
  const onward = link(mealsWords.checkout);
  await button(mealsWords.addTo("…", "…")).first().waitFor();
  await noEnglish();
  await until("the week to be full", async () => (await onward.isVisible()) || (await addOne()));
  await onward.click();
  await page.getByRole("heading", { name: checkoutWords.offlineTitle, exact: true }).waitFor();
  await noEnglish();

  await phone.offline(false);
  await button(checkoutWords.pay("…")).waitFor();
  await noEnglish();
  await button(checkoutWords.pay("…")).click();
  await payByCard(page);
  await page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  await noEnglish();

  const [order] = await desk.orders();
  await page.goto(`${sahn.url}/editorder/${order?.id}`);
  await addOne();
  await link(amendWords.review).click();
  await button(amendWords.pay("…"))
    .or(button(amendWords.saveBack("…")))
    .waitFor();
  await noEnglish();
  if (await button(amendWords.pay("…")).isVisible()) {
    await button(amendWords.pay("…")).click();
    await payByCard(page);
  } else await button(amendWords.saveBack("…")).click();
  await until("the change", async () => ((await desk.orders())[0]?.version ?? 0) > (order?.version ?? 0));
  await noEnglish();
});

test("both languages were used here, so the app changes between them without a connection", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home`);
  await phone.offline(true);
  await read(inArabic.other, "en-US");
  await page.goto(`${sahn.url}/dashboard/history`);
  await page.locator("html[lang=en-US]").waitFor();
  await read(languageWords.other, "ar-AE");
  await noEnglish();
});
