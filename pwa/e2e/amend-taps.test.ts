// How many taps lunch costs, counted from the dashboard to the provider's own button.
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { repeating, threeLunches } from "#pwa/e2e/at-checkout";
import { addMeal } from "#pwa/e2e/choose-meals";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { checkoutWords } from "#pwa/i18n/checkout";
import { deliveryWords } from "#pwa/i18n/delivery";
import { historyWords } from "#pwa/i18n/history";
import { paymentWords } from "#pwa/i18n/payment";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let phone: Phone;
/** Every tap of the test, by a name for the failure. */
let taps: string[];

beforeAll(async () => {
  sahn = await startSahn("amendTaps");
});
beforeEach(async ({ task }) => {
  phone = await openPhone(`amendTaps/${task.name}`);
});

async function tap(what: string, where: Locator) {
  taps.push(what);
  await where.click();
}

/** The card's number is typed, so the provider's own button is the one tap there. */
async function payThere() {
  const { page } = phone;
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/FortAPI\/paymentPage\//);
  // Stands for typing the card's number.
  await page
    .locator("[data-number]")
    .filter({ has: page.getByText("Approved", { exact: true }) })
    .click();
  await tap("pay at the provider", page.getByRole("button", { name: /^Pay / }));
  await page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
}

const payButton = () => phone.page.getByRole("button", { name: like(checkoutWords.pay("…")) });

test.runIf(soak)("last week once more takes at most three taps", async () => {
  const email = "mariam@harbourline.example";
  const { desk, week, dates } = await threeLunches(sahn, email, true);
  const next = repeating(await desk.weeks(), week, dates);
  if (!next) throw new Error("there is no week after it");
  await signIn(sahn, phone, email);
  await phone.page.goto(`${sahn.url}/checkout?week=${week}`);
  taps = [];
  await tap("pay the first week", payButton());
  await payThere();

  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home?week=${next.value}`);
  await page.getByRole("button", { name: historyWords.repeated.review, exact: true }).waitFor();
  await phone.snap("last week", { whole: true });
  taps = [];
  await tap("repeat", page.getByRole("button", { name: historyWords.repeated.review, exact: true }));
  await tap("pay", payButton());
  await payThere();
  expect(taps.length, taps.join(", ")).toBeLessThanOrEqual(3);
  const ordered = (await desk.orders()).filter((order) => order.week === next.value && order.status === "Confirmed");
  expect(ordered.map(({ deliveries }) => deliveries.length)).toEqual([3]);
  await phone.snap("repeated", { whole: true });
});

test.runIf(soak)("five days take at most twelve taps", async () => {
  const email = "fatima@meridianwp.example";
  await signIn(sahn, phone, email);
  const desk = await secondDevice(sahn, email);
  const week = (await desk.weeks()).find(({ open }) => open.length === 5);
  if (!week) throw new Error("no week is wholly open");
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home?week=${week.value}`);
  taps = [];
  await tap("order for the week", page.getByRole("link", { name: /^Order for / }));
  await tap("choose meals", page.getByRole("link", { name: deliveryWords.chooseMeals, exact: true }));
  for (const date of week.open) {
    taps.push(`a meal for ${date}`);
    await addMeal(phone, date);
  }
  await tap("checkout", page.getByRole("link", { name: "Checkout", exact: true }));
  await tap("pay", payButton());
  await payThere();
  expect(taps.length, taps.join(", ")).toBeLessThanOrEqual(12);
  const ordered = (await desk.orders()).filter((order) => order.week === week.value && order.status === "Confirmed");
  expect(ordered.map(({ deliveries }) => deliveries.length)).toEqual([5]);
});
