import { performance } from "node:perf_hooks";
import { chosenDay } from "#pwa/e2e/chosen-day";
import { unsentOf } from "#pwa/e2e/kept";
import type { Phone } from "#pwa/e2e/open-phone";
import type { Device } from "#pwa/e2e/second-device";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { until } from "#pwa/e2e/until";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay } from "#pwa/i18n/say-day";

const edits = 5;

/**
 * How long it takes, ms, from the moment the connection is back until the server has acknowledged everything that was chosen
 * without it: five changes a round. The phone is signed in as the desk's person, and stays so.
 */
export async function recoveryTime(sahn: Sahn, phone: Phone, desk: Device, rounds: number): Promise<number[]> {
  const { id } = await desk.me();
  const day = await chosenDay(desk);
  const [meal = { id: "", name: "" }] = day.meals;
  let qty = 1;
  await desk.sync([{ date: day.date, items: [{ meal: meal.id, qty }] }]);
  const { page } = phone;
  await page.goto(`${sahn.url}/mealselection?day=${day.date}`);
  const portions = page.getByRole("group", { name: meal.name, exact: true });
  await portions.waitFor();

  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await phone.offline(true);
    // The odd rounds undo the even ones, so that the kitchen never runs out.
    const by = round % 2 === 0 ? 1 : -1;
    for (let edit = 0; edit < edits; edit++) {
      const name = by > 0 ? mealsWords.more(meal.name) : mealsWords.less(meal.name);
      await portions.getByRole("button", { name, exact: true }).click();
      qty += by;
      await portions.getByText(String(qty), { exact: true }).waitFor();
    }
    if ((await unsentOf(page, id)).length === 0) throw new Error(`nothing waits for ${longDay(day.date)}`);
    const back = performance.now();
    await phone.offline(false);
    await until("an empty outbox", async () => (await unsentOf(page, id)).length === 0);
    times.push(performance.now() - back);
    const [held] = await day.onServer();
    if (held?.qty !== qty) throw new Error(`the server has ${held?.qty} instead of ${qty}`);
  }
  return times;
}
