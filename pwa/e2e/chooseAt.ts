import type { ChosenDay } from "#pwa/e2e/chosenDay";
import type { Phone } from "#pwa/e2e/openPhone";
import { like } from "#pwa/e2e/screen";
import type { Sahn } from "#pwa/e2e/startSahn";
import { longDay } from "#pwa/week/sayDay";
import { mealsWords } from "#pwa/words/meals";

/** Opens a day's meals and waits until one can be chosen. */
export async function openDay(sahn: Sahn, { page }: Phone, { date }: Pick<ChosenDay, "date">) {
  await page.goto(`${sahn.url}/mealselection?day=${date}`);
  const add = page.getByRole("button", { name: like(mealsWords.addTo("…", longDay(date))) });
  await add.first().waitFor();
}

/** Chooses a meal of the day on the screen, and is over when the screen says that it is saved and stands still again. */
export async function chooseMeal({ page }: Phone, { date }: Pick<ChosenDay, "date">, meal: { name: string }) {
  // The same words may still stand there from the meal before.
  await page.locator(".toast").evaluateAll((old) => {
    for (const one of old) one.setAttribute("data-seen", "");
  });
  await page.getByRole("button", { name: mealsWords.addTo(meal.name, longDay(date)), exact: true }).click();
  const toast = page
    .locator(".toast:not([data-seen])")
    .filter({ has: page.getByText(mealsWords.saved(longDay(date)), { exact: true }) });
  await toast.waitFor();
  const onward = like(mealsWords.movedOn("…"));
  const said = toast.getByText(onward).or(toast.getByText(mealsWords.savedHere, { exact: true }));
  const to = onward.exec(await said.innerText())?.[1] ?? longDay(date);
  await page.getByRole("heading", { level: 1, name: new RegExp(`^${to}`) }).waitFor();
}
