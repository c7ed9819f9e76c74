// Changing what is ordered: dearer with a card, cheaper into the wallet, a day away and back, a meal that the kitchen cannot cook, and in
// the end the whole order.
import { beforeAll, expect, test } from "vitest";
import { type Checkout, threeLunches } from "#pwa/e2e/at-checkout";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { kept, payments } from "#pwa/e2e/provider";
import { dayLine, filsOf, like } from "#pwa/e2e/screen";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { amendWords } from "#pwa/i18n/amend";
import { formatAed } from "#pwa/i18n/amounts";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { historyWords } from "#pwa/i18n/history";
import { mealsWords } from "#pwa/i18n/meals";
import { orderStatusWords } from "#pwa/i18n/order";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { withdrawnWords } from "#pwa/i18n/withdrawn";
import type { Meal, Order } from "#pwa/offline/wire";
import { soak } from "#pwa/testing/soak";

const omar = "omar@harbourline.example";
let sahn: Sahn;
let phone: Phone;
let checkout: Checkout;
/** The first meal of each day, as it was ordered, and what else the day offers. */
let menu: Map<string, { had: Meal; dearer?: Meal; cheaper?: Meal }>;

beforeAll(async () => {
  sahn = await startSahn("amend");
  phone = await openPhone("amend");
  checkout = await threeLunches(sahn, omar);
  await signIn(sahn, phone, omar);
  const week = (await checkout.desk.weeks()).find(({ value }) => value === checkout.week);
  const meal = (id: string) => week?.menu.meals.find((one) => one.id === id) as Meal;
  menu = new Map(
    checkout.dates.map((date) => {
      const [had, ...others] = (week?.menu.days.find((day) => day.date === date)?.meals ?? []).map(meal);
      if (!had) throw new Error(`nothing to eat on ${date}`);
      const byPrice = others.sort((a, b) => a.price - b.price);
      return [
        date,
        {
          had,
          dearer: byPrice.findLast(({ price }) => price > had.price),
          cheaper: byPrice.find(({ price }) => price < had.price),
        },
      ];
    }),
  );
  await checkout.desk.buy(checkout.dates);
});

const order = async (): Promise<Order> => {
  const found = (await checkout.desk.orders()).find(
    ({ week, status }) => week === checkout.week && status !== "Payment Failed",
  );
  if (!found) throw new Error("the order is gone");
  return found;
};
/** The order, once it is another one than before. */
const changed = (before: Order) =>
  until("the change", async () => {
    const now = await order();
    return now.version > before.version && now;
  });
const wallet = async () => (await checkout.desk.sync()).live.wallet;
const mealOn = (now: Order, date: string) =>
  now.deliveries.find((one) => one.delivery_date === date && one.live)?.items.map(({ meal }) => meal);
const heading = (name: string) => phone.page.getByRole("heading", { name, exact: true });
const button = (name: string) => phone.page.getByRole("button", { name: like(name) });

/** From the dashboard to the meals of an ordered day. */
async function changeDay(date: string) {
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/home?week=${checkout.week}`);
  const line = dayLine(page, dayAndDate(date));
  // Before the phone knows of the order, the same words lead to what was chosen for it.
  await line.getByText(orderStatusWords.Confirmed, { exact: true }).waitFor();
  await line.getByRole("link", { name: dashboardWords.change(dayAndDate(date)), exact: true }).click();
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${longDay(date)}`) }).waitFor();
}

/** The kitchen takes a meal off a day; what it answers says how many people had it. */
async function withdraw(date: string, meal: string): Promise<unknown> {
  const { page } = await openPhone("amend/kitchen", { width: 1280, height: 900 });
  await enterKitchen(sahn, page, "/kitchen/menus");
  return page.evaluate(
    async (body) => {
      const [, token = ""] = /XSRF-TOKEN=([^;]*)/.exec(document.cookie) ?? [];
      const headers = { "Content-Type": "application/json", "X-XSRF-TOKEN": decodeURIComponent(token) };
      const answer = await fetch("/api/kitchen/planner/withdrawals", {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return answer.json();
    },
    { date, meal, reason: "The delivery did not come" },
  );
}

/** Chooses another meal for the day that is open, and goes on to the preview. */
async function add({ name }: Meal, date: string) {
  await phone.page.getByRole("button", { name: mealsWords.addTo(name, longDay(date)), exact: true }).click();
  await phone.page.getByRole("link", { name: amendWords.review, exact: true }).click();
}

test("another meal takes the old one's place on this phone, and nothing is changed yet", async () => {
  const [date = ""] = checkout.dates.filter((day) => menu.get(day)?.dearer);
  const { dearer, had } = menu.get(date) ?? {};
  await changeDay(date);
  await phone.page
    .getByRole("button", { name: mealsWords.addTo(dearer?.name ?? "", longDay(date)), exact: true })
    .click();
  await phone.page.getByText(amendWords.changedDays(1), { exact: true }).waitFor();
  await lookAround(phone.page, "edit-order");
  expect(mealOn(await order(), date)).toEqual([had?.id]);
});

test("the preview shows before and after, and a card pays the difference", async () => {
  const { page } = phone;
  const [date = ""] = checkout.dates.filter((day) => menu.get(day)?.dearer);
  const before = await order();
  const taken = kept(await payments(sahn));
  await page.getByRole("link", { name: amendWords.review, exact: true }).click();
  const pay = button(amendWords.pay("…"));
  await pay.waitFor();
  const difference = filsOf(await pay.innerText());
  expect(difference).toBeGreaterThan(0);
  const day = page.getByRole("region", { name: dayAndDate(date), exact: true });
  await day.getByText(menu.get(date)?.had.name ?? "", { exact: true }).waitFor();
  await day.getByText(menu.get(date)?.dearer?.name ?? "", { exact: true }).waitFor();
  await lookAround(page, "amend-preview");

  await pay.click();
  await payByCard(page);
  await page.waitForURL(/\/payment\//);
  const after = await changed(before);
  expect(mealOn(after, date)).toEqual([menu.get(date)?.dearer?.id]);
  expect(after.employee_share).toBe(before.employee_share + difference);
  expect(kept(await payments(sahn))).toBe(taken + difference);
  await phone.snap("paid", { whole: true });
  // What is changed next is what the phone knows by now.
  await page.goto(`${sahn.url}/dashboard/home?week=${checkout.week}`);
  await dayLine(page, dayAndDate(date))
    .getByText(menu.get(date)?.dearer?.name ?? "", { exact: true })
    .waitFor();
});

test("a cheaper meal brings money into the wallet at once", async () => {
  const { page } = phone;
  const [date = ""] = checkout.dates.filter((day) => menu.get(day)?.cheaper);
  const before = await order();
  const had = await wallet();
  await changeDay(date);
  const cheaper = menu.get(date)?.cheaper as Meal;
  await add(cheaper, date);
  const save = button(amendWords.saveBack("…"));
  await save.waitFor();
  const back = filsOf(await save.innerText());
  expect(back).toBeGreaterThan(0);
  await save.click();
  await heading(amendWords.doneTitle).waitFor();
  await page.getByText(amendWords.backWallet(formatAed(back)), { exact: true }).waitFor();
  await lookAround(page, "amend-done");
  expect(await wallet()).toBe(had + back);
  const after = await order();
  expect(after.employee_share).toBe(before.employee_share - back);
  expect(mealOn(after, date)).toEqual([cheaper.id]);
});

test("a day is cancelled, the others stay, and the diary takes it back", async () => {
  const { page } = phone;
  const date = checkout.dates[2] ?? "";
  const before = await order();
  const had = await wallet();
  await page.goto(`${sahn.url}/dashboard/history?order=${before.id}`);
  await page.getByRole("link", { name: historyWords.cancelDay(dayAndDate(date)), exact: true }).click();
  await heading(amendWords.cancelTitle(longDay(date))).waitFor();
  const cancel = button(amendWords.cancelBack("…"));
  await cancel.waitFor();
  await phone.snap("cancel a day", { whole: true });
  const back = filsOf(await cancel.innerText());
  await cancel.click();
  await heading(amendWords.doneCancelled([longDay(date)])).waitFor();
  expect(await wallet()).toBe(had + back);
  expect(mealOn(await order(), date)).toBeUndefined();

  await page.getByRole("link", { name: amendWords.toHistory, exact: true }).click();
  await page.getByRole("button", { name: historyWords.diaryOpen, exact: true }).click();
  const undo = page.getByRole("link", {
    name: historyWords.undoOf(historyWords.what.cancelled ?? "", dayAndDate(date)),
    exact: true,
  });
  await undo.waitFor();
  await lookAround(page, "order-history");
  await undo.click();
  await heading(amendWords.undoTitle(longDay(date))).waitFor();
  await page.getByRole("switch", { name: new RegExp(`^${amendWords.useWallet}`) }).click();
  const save = page.getByRole("button", { name: amendWords.save, exact: true });
  await save.click();
  await heading(amendWords.doneTitle).waitFor();
  const after = await order();
  expect(mealOn(after, date)).toEqual(mealOn(before, date));
  expect(after.employee_share).toBe(before.employee_share);
  expect(await wallet()).toBe(had);
});

test.runIf(soak)("a meal that cannot be cooked is swapped free of charge", async () => {
  const { page } = phone;
  const [date = ""] = checkout.dates.filter((day) => menu.get(day)?.cheaper);
  const { cheaper: gone, had: dearer } = menu.get(date) ?? {};
  if (!gone || !dearer) throw new Error("nothing on the menu costs more than what is ordered");
  const before = await order();
  const taken = kept(await payments(sahn));
  expect(await withdraw(date, gone.id)).toMatchObject({ people: 1, meals: 1 });
  // People are told one after another, beside the kitchen's request.
  await until("the order says so", async () =>
    (await order()).deliveries.some(({ items }) => items.some(({ withdrawn }) => withdrawn)),
  );
  await page.goto(`${sahn.url}/dashboard/home`);
  await page.getByText(withdrawnWords.title(gone.name, 1), { exact: true }).waitFor();
  await lookAround(page, "withdrawn");
  await page.getByRole("link", { name: withdrawnWords.chooseFor(gone.name, dayAndDate(date)), exact: true }).click();
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${longDay(date)}`) }).waitFor();
  await add(dearer, date);
  const save = button(amendWords.save);
  await save.waitFor();
  await lookAround(page, "withdrawn-swap");
  await save.click();
  await heading(amendWords.doneTitle).waitFor();
  const after = await changed(before);
  expect(mealOn(after, date)).toEqual([dearer.id]);
  expect(after.employee_share).toBe(before.employee_share);
  expect(kept(await payments(sahn))).toBe(taken);
  await page.goto(`${sahn.url}/dashboard/home`);
  await page.getByText(dearer.name, { exact: true }).first().waitFor();
  // What the phone knew before the swap may stand there for a moment.
  await page.getByText(withdrawnWords.title(gone.name, 1), { exact: true }).waitFor({ state: "detached" });
});

test("the whole order is cancelled, and that is said to be final", async () => {
  const { page } = phone;
  const before = await order();
  const had = await wallet();
  await page.goto(`${sahn.url}/dashboard/history?order=${before.id}`);
  await page.getByRole("link", { name: historyWords.cancelOrder, exact: true }).click();
  await heading(amendWords.cancelAllTitle).waitFor();
  await page.getByText(amendWords.wholeOrder, { exact: true }).waitFor();
  const cancel = button(amendWords.cancelBack("…"));
  await cancel.waitFor();
  await phone.snap("cancel the order", { whole: true });
  expect(filsOf(await cancel.innerText())).toBe(before.employee_share);
  await cancel.click();
  await heading(amendWords.doneAll).waitFor();
  await phone.snap("cancelled", { whole: true });
  const after = await order();
  expect(after.status).toBe(orderStatusWords.Cancelled);
  expect(await wallet()).toBe(had + before.employee_share);
});
