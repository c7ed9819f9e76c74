import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { setQty } from "#pwa/employee/choose/edit-day";
import { MealSelectionPage } from "#pwa/employee/choose/meal-selection-page";
import { openAt } from "#pwa/testing/open-at";
import { dates, mealOf, menuOf, monday } from "#pwa/testing/sample";
import { draftAt, keepLive, keepMenu, signedIn, timeIs } from "#pwa/testing/signed-in";
import { neverSynced } from "#pwa/testing/site";

const menu = menuOf(monday, dates, [
  mealOf("satay", 4000, { name: "Satay", allergens: { peanuts: "contains" } }),
  mealOf("curry", 4100, { name: "Curry", allergens: { peanuts: "may_contain" }, diets: ["Vegan"] }),
  mealOf("salad", 4200, { name: "Salad", allergens: { egg: "contains" }, diets: ["Vegan"], kcal: 400 }),
]);

type Given = {
  diets?: string[];
  avoid?: string[];
  portions?: Record<string, number>;
  chosen?: [string, string, number][];
};
const open = async ({ diets = [], avoid = [], portions = {}, chosen = [] }: Given) => {
  const site = await signedIn({ diet: { label: false, diets, avoid } }, neverSynced);
  await keepMenu(menu);
  await keepLive({ portions: { [monday]: portions } });
  // From here on only what this device remembers.
  site.online = false;
  for (const [date, meal, qty] of chosen) await setQty(date, meal, qty);
  openAt(`/mealselection?day=${monday}`, { "/mealselection/:orderId?": <MealSelectionPage /> });
};
const card = async (name: string) => (await screen.findByRole("button", { name })).closest("article") as HTMLElement;
/** What is known of portions and drafts comes after the menu, and may draw a card anew. */
const says = (meal: string, words: string) =>
  waitFor(async () => expect(within(await card(meal)).getByText(words)).toBeVisible());
const shown = () => screen.queryAllByRole("article").map((article) => within(article).getByRole("heading").textContent);

timeIs("2026-11-26T09:00:00Z");

test("what a person avoids is left out, and a meal without data about it never counts as fitting", async () => {
  await open({ avoid: ["peanuts"] });
  await card("Salad");
  expect(shown()).toEqual(["Salad"]);
  const apart = screen.getByRole("region", { name: "No allergen data" });
  expect(within(apart).getByText("No allergen data: peanuts")).toBeVisible();
  expect(screen.getByText("0 fit, 1 without data")).toBeVisible();
});

test("who looks at everything is warned of each meal", async () => {
  await open({ diets: ["Vegan"], avoid: ["peanuts"] });
  await userEvent.click(await screen.findByRole("button", { name: "My diet", pressed: true }));
  await says("Satay", "Contains peanuts");
  await says("Satay", "Not marked vegan");
  await says("Curry", "May contain peanuts");
  await says("Salad", "No allergen data: peanuts");
  await userEvent.click(await screen.findByRole("button", { name: "Satay" }));
  const details = await screen.findByRole("dialog", { name: "Satay" });
  expect(within(details).getAllByText("Contains peanuts").length).toBeGreaterThan(1);
});

test("a chosen meal is never hidden, and is warned of wherever it stands", async () => {
  await open({ avoid: ["peanuts"], chosen: [[monday, "satay", 1]] });
  await says("Satay", "Contains peanuts");
  const aside = screen.getByRole("complementary", { name: "Your week" });
  expect(await within(aside).findByText("Contains peanuts")).toBeInTheDocument();
});

test("whom no meal fits is told so, and sees all of them with one tap", async () => {
  await open({ diets: ["Low carb"] });
  await userEvent.click(await screen.findByRole("button", { name: "Show all meals" }));
  await card("Satay");
  expect(shown()).toHaveLength(3);
});

test("a person without a diet is asked for nothing and warned of nothing", async () => {
  await open({});
  await card("Satay");
  expect(shown()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "My diet" })).not.toBeInTheDocument();
  expect(screen.queryByText(/^(May contain|No allergen data|Not marked)/)).not.toBeInTheDocument();
});

test("a sold-out meal says so and offers what comes closest, and few portions are counted", async () => {
  await open({ portions: { satay: 0, salad: 3 } });
  await says("Satay", "Sold out");
  await says("Salad", "3 left");
  await userEvent.click(within(await card("Satay")).getByRole("button", { name: "Take Curry instead" }));
  await waitFor(async () => expect((await draftAt(monday))?.items).toEqual([{ meal: "curry", qty: 1 }]));
});

test("what is offered instead of a sold-out meal is never something that the person avoids", async () => {
  await open({ avoid: ["peanuts"], portions: { salad: 0 } });
  await says("Salad", "Sold out");
  expect(within(await card("Salad")).queryByRole("button", { name: /instead$/ })).not.toBeInTheDocument();
});

test("the week says what it gives, and which lunch is not in the sum", async () => {
  await open({
    chosen: [
      [monday, "satay", 2],
      ["2026-12-01", "left the menu", 1],
    ],
  });
  const sum = await screen.findByRole("region", { name: "Nutrition of the week" });
  expect(within(sum).getByText("1,000")).toBeInTheDocument();
  expect(within(sum).getByText("60 g")).toBeInTheDocument();
  expect(await within(sum).findByText("1 lunch has no nutrition data and is not counted.")).toBeInTheDocument();
});
