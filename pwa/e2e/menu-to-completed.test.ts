// A lunch from the kitchen's plan to the hand: a meal is written, its week planned and published, an employee finds, orders and pays it,
// the kitchen cooks it and brings it.
import { beforeAll, expect, test } from "vitest";
import { payButton } from "#pwa/e2e/at-checkout";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { addMeal } from "#pwa/e2e/choose-meals";
import { clearOfMidnight, overMidnight } from "#pwa/e2e/clear-of-midnight";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { daysLater, handOver, isOrder, printLabels, writeDown } from "#pwa/e2e/hand-over";
import { openPhone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { bookWords } from "#pwa/i18n/book";
import { pickerWords, plannerWords, publishWords } from "#pwa/i18n/planner";
import { longDate, longDay, weekLabel } from "#pwa/i18n/say-day";
import { soak } from "#pwa/testing/soak";

const mariam = "mariam@harbourline.example";
const dish = "Watermelon and halloumi bowl";

let sahn: Sahn;
beforeAll(async () => {
  await clearOfMidnight();
  sahn = await startSahn("menuToCompleted");
}, overMidnight);

test.runIf(soak)(
  "a meal is written, planned, published, ordered, paid, cooked and handed over, and its order is Completed",
  async () => {
    const device = await secondDevice(sahn, mariam);
    const offered = (await device.weeks()).findLast(({ open }) => open.length === 5);
    if (!offered) throw new Error("no week is wholly open");
    const { value: week, open } = offered;
    // As if nobody had thought of that week yet.
    await sahn.rows(`DELETE FROM menus_current WHERE week = '${week}'`);
    await sahn.rows(`DELETE FROM portions WHERE date BETWEEN '${week}' AND '${week}'::date + 4`);
    expect((await device.sync()).menu[week]).toBeUndefined();

    const kitchen = await openPhone("menuToCompleted/kitchen", { width: 1280, height: 900 });
    const { page } = kitchen;
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await enterKitchen(sahn, page, "/kitchen/meals");
    await page.getByRole("link", { name: bookWords.add, exact: true }).click();
    await field(bookWords.name).fill(dish);
    await field(bookWords.nameAr).fill("حلوم وبطيخ");
    await field(bookWords.price).fill("41.50");
    await press(bookWords.surprise);
    const dairy = page.getByRole("group", { name: "dairy", exact: true });
    await dairy.getByRole("button", { name: bookWords.presence.contains, exact: true }).click();
    await press(bookWords.create);
    await page.getByText(bookWords.asSaved, { exact: true }).waitFor();
    const meal = new URL(page.url()).pathname.split("/").at(-1);

    await page.goto(`${sahn.url}/kitchen/menus/${week}`);
    await press(plannerWords.copyWeek);
    await page.getByRole("button", { name: /^Copy \d+ meals?$/ }).click();
    for (const date of open) {
      await press(plannerWords.addTo(longDay(date)));
      const sheet = page.getByRole("dialog", { name: pickerWords.title(longDate(date)) });
      await sheet.getByLabel(pickerWords.search, { exact: true }).fill("halloumi watermelon");
      await sheet.getByRole("button", { name: new RegExp(`^${dish}`) }).click();
      await sheet.getByRole("button", { name: pickerWords.added(1), exact: true }).click();
    }
    await page.getByText(plannerWords.saved, { exact: true }).waitFor();
    await kitchen.snap("planned", { whole: true });
    expect((await device.sync()).menu[week], "what is planned is seen by nobody").toBeUndefined();
    await press(plannerWords.publish);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: publishWords.title(weekLabel(week)), exact: true })
      .click();
    await page.getByText(publishWords.done(weekLabel(week)), { exact: true }).waitFor();

    const eater = await openPhone("menuToCompleted/eater");
    await signIn(sahn, eater, mariam);
    for (const [at, date] of open.slice(0, 3).entries()) {
      await openDay(sahn, eater, { date });
      if (at === 0) await eater.snap("the new meal is on the menu");
      await (at === 0 ? chooseMeal(eater, { date }, { name: dish }) : addMeal(eater, date));
    }
    await eater.page.goto(`${sahn.url}/checkout?week=${week}`);
    await payButton(eater).click();
    await payByCard(eater.page);
    await isOrder(sahn, "Confirmed");
    expect(await sahn.rows(`SELECT name FROM order_lines WHERE meal = '${meal}'`)).toEqual([[dish]]);
    await eater.end();

    const days = await daysLater(sahn);
    await page.goto(`${sahn.url}/kitchen/production/${days[0]}`);
    await writeDown(page);
    await page.getByText(dish).first().waitFor();
    await printLabels(page, days[0] ?? "");
    for (const date of days) await handOver(sahn, page, date, /Mariam/);
    await isOrder(sahn, "Completed");
  },
  300_000,
);
