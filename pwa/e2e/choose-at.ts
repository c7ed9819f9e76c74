import type { Locator, Page } from "playwright-core";
import type { ChosenDay } from "#pwa/e2e/chosen-day";
import type { Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { amendWords } from "#pwa/i18n/amend";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay } from "#pwa/i18n/say-day";

/** Opens a day's meals and waits until one can be chosen. */
export async function openDay(sahn: Sahn, { page }: Phone, { date }: Pick<ChosenDay, "date">) {
  await page.goto(`${sahn.url}/mealselection?day=${date}`);
  const add = page.getByRole("button", { name: like(mealsWords.addTo("…", longDay(date))) });
  await add.first().waitFor();
}

/** What the screen says from now on, under this title. The same words may still stand there from before. */
export async function nextToast({ page }: Pick<Phone, "page">, title: string): Promise<Locator> {
  await page.locator(".toast").evaluateAll((old) => {
    for (const one of old) one.setAttribute("data-seen", "");
  });
  const fresh = page.locator(".toast:not([data-seen])");
  return fresh.filter({ has: page.getByText(title, { exact: true }), visible: true });
}

/**
 * Chooses a meal of the day on the screen, beside what the day holds already, and is over when the screen says that it is saved
 * and stands still again.
 */
export async function chooseMeal({ page }: Phone, { date }: Pick<ChosenDay, "date">, meal: { name: string }) {
  if (await page.locator("article.sel").count()) return chooseAlso(page, date, meal);
  const toast = await nextToast({ page }, mealsWords.saved(longDay(date)));
  await page.getByRole("button", { name: mealsWords.addTo(meal.name, longDay(date)), exact: true }).click();
  // Found and read at once: it goes by itself.
  const said = await toast.innerText();
  const onward = like(mealsWords.movedOn("…"));
  const [to] = said.split("\n").flatMap((line) => onward.exec(line)?.[1] ?? []);
  if (!to && !said.includes(mealsWords.savedHere)) throw new Error(`the screen said only: ${said}`);
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${to ?? longDay(date)}`) }).waitFor();
}

async function chooseAlso(page: Page, date: string, meal: { name: string }) {
  const before = await page.locator("article.sel").count();
  await page.getByRole("button", { name: mealsWords.addTo(meal.name, longDay(date)), exact: true }).click();
  // The second takes the place of the only one.
  if (before === 1) await page.getByRole("button", { name: amendWords.keepBoth, exact: true }).click();
  await page.locator("article.sel").nth(before).waitFor();
}
