// A meal that is paid for and cannot be cooked: its eater is told at home, and has another one that costs more, for nothing.
import { beforeAll, expect, test } from "vitest";
import { atCheckout, payButton } from "#pwa/e2e/at-checkout";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { kept, payments } from "#pwa/e2e/provider";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { amendWords } from "#pwa/i18n/amend";
import { mealsWords } from "#pwa/i18n/meals";
import { paymentWords } from "#pwa/i18n/payment";
import { dayAndDate, longDay } from "#pwa/i18n/say-day";
import { withdrawnWords as said } from "#pwa/i18n/withdrawn";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let eater: Phone;
let kitchen: Phone;
beforeAll(async () => {
  sahn = await startSahn("withdrawn");
  eater = await openPhone("withdrawn/eater");
  kitchen = await openPhone("withdrawn/kitchen", { width: 1280, height: 900 });
});

/** The kitchen takes a meal off a day; what it answers says how many people had it. */
async function withdraw(date: string, meal: string): Promise<unknown> {
  await enterKitchen(sahn, kitchen.page, "/kitchen/menus");
  return kitchen.page.evaluate(
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

test.runIf(soak)("a meal that cannot be cooked is swapped free of charge", async () => {
  const { page } = eater;
  const { desk, week, dates } = await atCheckout(sahn, eater, "omar@harbourline.example");
  const menu = (await desk.weeks()).find(({ value }) => value === week)?.menu;
  const pairs = dates.map((date) => {
    const meals = menu?.days
      .find((day) => day.date === date)
      ?.meals.map((id) => menu.meals.find((one) => one.id === id));
    const [had, ...others] = meals ?? [];
    return { date, had, dearer: others.find((one) => one && had && one.price > had.price) };
  });
  const { date, had, dearer } = pairs.find((pair) => pair.dearer) ?? {};
  if (!date || !had || !dearer) throw new Error("nothing on the menu costs more than what was ordered");
  await payButton(eater).click();
  await payByCard(page);
  await page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  const order = async () => {
    const found = (await desk.orders()).find((one) => one.week === week && one.status === "Confirmed");
    if (!found) throw new Error("the order is gone");
    return found;
  };
  const before = await order();
  const taken = kept(await payments(sahn));

  expect(await withdraw(date, had.id)).toMatchObject({ people: 1, meals: 1 });
  // People are told one after another, beside the kitchen's request.
  await until("the order says so", async () =>
    (await order()).deliveries.some(({ items }) => items.some(({ withdrawn }) => withdrawn)),
  );
  await page.goto(`${sahn.url}/dashboard/home`);
  await page.getByText(said.title(had.name, 1), { exact: true }).waitFor();
  await lookAround(page, "withdrawn");
  await page.getByRole("link", { name: said.chooseFor(had.name, dayAndDate(date)), exact: true }).click();
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${longDay(date)}`) }).waitFor();
  await page.getByRole("button", { name: mealsWords.addTo(dearer.name, longDay(date)), exact: true }).click();
  await page.getByRole("link", { name: amendWords.review, exact: true }).click();
  const save = page.getByRole("button", { name: amendWords.save, exact: true });
  await save.waitFor();
  await lookAround(page, "withdrawn-swap");
  await save.click();
  await page.getByRole("heading", { name: amendWords.doneTitle, exact: true }).waitFor();
  const after = await until("the swap", async () => {
    const now = await order();
    return now.version > before.version && now;
  });
  const items = after.deliveries.find((one) => one.delivery_date === date && one.live)?.items;
  expect(items?.map(({ meal }) => meal)).toEqual([dearer.id]);
  expect(after.employee_share).toBe(before.employee_share);
  expect(kept(await payments(sahn))).toBe(taken);
  await page.goto(`${sahn.url}/dashboard/home`);
  await page.getByText(dearer.name, { exact: true }).first().waitFor();
  // What the phone knew before the swap may stand there for a moment.
  await page.getByText(said.title(had.name, 1), { exact: true }).waitFor({ state: "detached" });
});
