// How many taps lunch costs, counted from the dashboard to the provider's own button.
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { pay, repeating, threeLunches } from "#pwa/e2e/at-checkout";
import { addMeal } from "#pwa/e2e/choose-meals";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { deliveryWords } from "#pwa/i18n/delivery";
import { historyWords } from "#pwa/i18n/history";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let phone: Phone;
/** Every tap of the test, by a name for the failure. */
let taps: string[];

beforeAll(async () => {
  sahn = await startSahn("amendTaps");
});
beforeEach(async ({ task }) => {
  taps = [];
  phone = await openPhone(`amendTaps/${task.name}`);
});

async function tap(what: string, where: Locator) {
  taps.push(what);
  await where.click();
}

/** Pays for the days of a week, after so many taps at most. The card's number is typed: the provider's own button is the one tap there. */
async function pays(desk: Device, week: string, { days, most }: { days: number; most: number }) {
  taps.push("pay", "pay at the provider");
  await pay(phone);
  expect(taps.length, taps.join(", ")).toBeLessThanOrEqual(most);
  const ordered = (await desk.orders()).filter((order) => order.week === week && order.status === "Confirmed");
  expect(ordered.map(({ deliveries }) => deliveries.length)).toEqual([days]);
}

test.runIf(soak)("last week once more takes at most three taps", async () => {
  const email = "mariam@harbourline.example";
  const { desk, week, dates } = await threeLunches(sahn, email, true);
  const next = repeating(await desk.weeks(), week, dates);
  if (!next) throw new Error("there is no week after it");
  await desk.buy(dates);
  await signIn(sahn, phone, email);
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home?week=${next.value}`);
  const review = page.getByRole("button", { name: historyWords.repeated.review, exact: true });
  await review.waitFor();
  await phone.snap("last week", { whole: true });
  await tap("repeat", review);
  await pays(desk, next.value, { days: 3, most: 3 });
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
  await tap("order for the week", page.getByRole("link", { name: /^Order for / }));
  await tap("choose meals", page.getByRole("link", { name: deliveryWords.chooseMeals, exact: true }));
  for (const date of week.open) {
    taps.push(`a meal for ${date}`);
    await addMeal(phone, date);
  }
  await tap("checkout", page.getByRole("link", { name: "Checkout", exact: true }));
  await pays(desk, week.value, { days: 5, most: 12 });
});
