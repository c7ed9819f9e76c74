// How many taps lunch costs, counted from the dashboard to the provider's own button.
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { pay } from "#pwa/e2e/at-checkout";
import { addMeal } from "#pwa/e2e/choose-meals";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { deliveryWords } from "#pwa/i18n/delivery";
import { historyWords } from "#pwa/i18n/history";
import { addDays, weekdayOf } from "#pwa/rules/week/date";
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

/** Orders three days whose meals a later week has on the same weekdays, and answers that week. */
async function orderedBefore(desk: Device): Promise<string> {
  const weeks = await desk.weeks();
  type Week = (typeof weeks)[number];
  const on = ({ menu, open }: Week, date: string) =>
    (open.includes(date) && menu.days.find((day) => day.date === date)?.meals) || [];
  for (const [week, next] of weeks.flatMap((one) => weeks.map((other) => [one, other] as const))) {
    if (next.value <= week.value) continue;
    const same = (date: string) => {
      const then = on(next, addDays(next.value, weekdayOf(date)));
      return on(week, date).find((meal) => then.includes(meal));
    };
    const days = week.open.flatMap((date) => {
      const meal = same(date);
      return meal ? [{ date, items: [{ meal, qty: 1 }] }] : [];
    });
    if (days.length < 3) continue;
    await desk.sync(days.slice(0, 3));
    await desk.buy(days.slice(0, 3).map(({ date }) => date));
    return next.value;
  }
  throw new Error("no later week has the meals of an earlier one");
}

test.runIf(soak)("last week once more takes at most three taps", async () => {
  const email = "mariam@harbourline.example";
  const desk = await secondDevice(sahn, email);
  const next = await orderedBefore(desk);
  await signIn(sahn, phone, email);
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home?week=${next}`);
  const review = page.getByRole("button", { name: historyWords.repeated.review, exact: true });
  await review.waitFor();
  await phone.snap("last week", { whole: true });
  await tap("repeat", review);
  await pays(desk, next, { days: 3, most: 3 });
  await phone.snap("repeated", { whole: true });
});

test.runIf(soak)("five days take at most ten taps", async () => {
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
  await pays(desk, week.value, { days: 5, most: 10 });
});
