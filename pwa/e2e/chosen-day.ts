import type { Phone } from "#pwa/e2e/open-phone";
import type { Device } from "#pwa/e2e/second-device";
import type { DraftItem } from "#pwa/offline/wire";

type Choice = { id: string; name: string };

export type ChosenDay = {
  week: string;
  date: string;
  meals: Choice[];
  /** The next meal that was not chosen yet. From now on it counts as chosen. */
  next: () => Choice;
  /** Every meal that counts as chosen, in that order. */
  taken: () => Choice[];
  /** What the server holds for the day. */
  onServer: () => Promise<DraftItem[]>;
};

/** A day that can be ordered, and what has been chosen for it. `nth` is which one of the week. */
export async function chosenDay(desk: Device, nth = 0): Promise<ChosenDay> {
  const found = (await desk.weeks()).find(({ open }) => open.length > Math.max(3, nth));
  const date = found?.open[nth];
  if (!found || !date) throw new Error("no week has enough open days");
  const ids = found.menu.days.find((day) => day.date === date)?.meals ?? [];
  const meals = ids.map((id) => ({ id, name: found.menu.meals.find((meal) => meal.id === id)?.name ?? "" }));
  let taken = 0;
  let held: DraftItem[] = [];
  return {
    week: found.value,
    date,
    meals,
    next: () => {
      const meal = meals[taken++];
      if (!meal) throw new Error("the menu of the day is used up");
      return meal;
    },
    taken: () => meals.slice(0, taken),
    onServer: async () => {
      const { docs } = await desk.sync();
      held = docs.findLast((doc) => doc.date === date)?.items ?? held;
      return held;
    },
  };
}

/** A meal that the screen shows as chosen. */
export const mealShown = ({ page }: Phone, name: string) =>
  page.locator("article.sel").filter({ has: page.getByRole("button", { name, exact: true }) });
