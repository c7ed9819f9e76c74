import { expect } from "vitest";
import { nextToast } from "#pwa/e2e/choose-at";
import type { Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { deliveryWords } from "#pwa/i18n/delivery";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay, shortDay } from "#pwa/i18n/say-day";

/** Goes to the days of a week from the dashboard, picks exactly these, and moves on to the meals. */
export async function chooseDays({ page }: Phone, label: string, dates: string[]) {
  await page.getByRole("button", { name: label, exact: true }).click();
  const week = page.getByRole("region", { name: label, exact: true });
  // Until then the way on is that of the week before.
  await week.waitFor();
  await page.getByRole("link", { name: /^(Order for|Continue with) / }).click();
  const onward = page.getByRole("link", { name: deliveryWords.chooseMeals, exact: true });
  // The usual days are chosen already.
  await onward.waitFor();
  const wanted = dates.map(shortDay);
  for (const tile of await week.locator("[aria-pressed]").all()) {
    const on = wanted.includes((await tile.innerText()).slice(0, 3));
    if (on !== ((await tile.getAttribute("aria-pressed")) === "true")) await tile.click();
    await expect.poll(() => tile.getAttribute("aria-pressed")).toBe(String(on));
  }
  await onward.click();
  await page.waitForURL(/mealselection/);
}

/** A tap this soon after the app has moved on counts as the second half of a double tap, ms. */
export const doubleTap = 400;

/** Over when a tap is a new one. */
export async function afterDoubleTap({ page }: Phone): Promise<void> {
  const seen = await page.evaluate(() => performance.now());
  await page.waitForFunction((end) => performance.now() > end, seen + doubleTap);
}

/**
 * Adds the first meal that is shown for a day, and is over when it is saved. The app moves on to the next empty day by
 * itself. Answers its name.
 */
export async function addMeal(phone: Phone, date: string): Promise<string> {
  const { page } = phone;
  const day = longDay(date);
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${day}`) }).waitFor();
  await afterDoubleTap(phone);
  const first = page.getByRole("button", { name: like(mealsWords.addTo("…", day)) }).first();
  const name = (await first.getAttribute("aria-label")) ?? "";
  const toast = await nextToast(phone, mealsWords.saved(day));
  await page.getByRole("button", { name, exact: true }).click();
  await toast.waitFor();
  return like(mealsWords.addTo("…", day)).exec(name)?.[1] ?? "";
}
