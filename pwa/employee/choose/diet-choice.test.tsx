import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setQty } from "#pwa/employee/choose/edit-day";
import { MealSelectionPage } from "#pwa/employee/choose/meal-selection-page";
import { useDevice } from "#pwa/offline/db";
import { signInWithPassword, useSession } from "#pwa/offline/session";
import { stopSync } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { Meal, MenuWeek } from "#pwa/offline/wire";
import { mariam, menuOf } from "#pwa/testing/sample";
import { neverSynced, siteOf } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

const week = "2026-11-30";
const monday = week;
const dates = ["2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"];
const plain = menuOf(week, dates);
const [one] = plain.meals as [Meal];
const meals: Meal[] = [
  { ...one, id: "satay", name: "Satay", allergens: { peanuts: "contains" }, price: 4000 },
  { ...one, id: "curry", name: "Curry", allergens: { peanuts: "may_contain" }, diets: ["Vegan"], price: 4100 },
  { ...one, id: "salad", name: "Salad", allergens: { egg: "contains" }, diets: ["Vegan"], price: 4200, kcal: 400 },
];
const menu: MenuWeek = { ...plain, meals, days: dates.map((date) => ({ date, meals: ["satay", "curry", "salad"] })) };

let person = 0;
const open = async (diet: { diets: string[]; avoid: string[] }, portions: Record<string, number> = {}) => {
  const me = { ...mariam, id: `P-diet-${++person}`, diet: { label: false, ...diet } };
  const site = siteOf([me]);
  const live = { wallet: 0, share_used: {}, portions: { [monday]: portions }, taken: [], closed: [] };
  neverSynced(site);
  await signInWithPassword(me.email, "secret");
  const { db } = useDevice.getState();
  await db?.menus.put({ hash: "H", week, menu, at: Date.now() });
  await db?.facts.put({ key: "live", value: live });
  // From here on only what this device remembers.
  site.online = false;
  return () =>
    render(
      <MemoryRouter initialEntries={[`/mealselection?day=${monday}`]}>
        <Routes>
          <Route path="/mealselection/:orderId?" element={<MealSelectionPage />} />
        </Routes>
      </MemoryRouter>,
    );
};
const card = async (name: string) => (await screen.findByRole("button", { name })).closest("article") as HTMLElement;
/** What is known of portions and drafts comes after the menu, and may draw a card anew. */
const says = (meal: string, words: string) =>
  waitFor(async () => expect(within(await card(meal)).getByText(words)).toBeVisible());
const shown = () => screen.queryAllByRole("article").map((article) => within(article).getByRole("heading").textContent);
const saved = async () => {
  const { db } = useDevice.getState();
  return db && (await draftOf(await readRows(db))).get(monday)?.items;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  useToasts.setState({ toasts: [] });
});
afterEach(() => {
  stopSync();
  vi.useRealTimers();
});

test("what a person avoids is left out, and a meal without data about it never counts as fitting", async () => {
  (await open({ diets: [], avoid: ["peanuts"] }))();
  await card("Salad");
  expect(shown()).toEqual(["Salad"]);
  const apart = screen.getByRole("region", { name: "No allergen data" });
  expect(within(apart).getByText("No allergen data: peanuts")).toBeVisible();
  expect(screen.getByText("0 fit, 1 without data")).toBeVisible();
});

test("who looks at everything is warned of each meal", async () => {
  (await open({ diets: ["Vegan"], avoid: ["peanuts"] }))();
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
  const show = await open({ diets: [], avoid: ["peanuts"] });
  await setQty(monday, "satay", 1);
  show();
  await says("Satay", "Contains peanuts");
  const aside = screen.getByRole("complementary", { name: "Your week" });
  expect(await within(aside).findByText("Contains peanuts")).toBeInTheDocument();
});

test("a diet leaves out what is not marked for it", async () => {
  (await open({ diets: ["Vegan"], avoid: [] }))();
  await card("Salad");
  expect(shown()).toEqual(["Curry", "Salad"]);
  expect(screen.getByText("2 of 3 meals")).toBeVisible();
});

test("whom no meal fits is told so, and sees all of them with one tap", async () => {
  (await open({ diets: ["Low carb"], avoid: [] }))();
  await userEvent.click(await screen.findByRole("button", { name: "Show all meals" }));
  await card("Satay");
  expect(shown()).toHaveLength(3);
});

test("a person without a diet is asked for nothing and warned of nothing", async () => {
  (await open({ diets: [], avoid: [] }))();
  await card("Satay");
  expect(shown()).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "My diet" })).not.toBeInTheDocument();
  expect(screen.queryByText(/^(May contain|No allergen data|Not marked)/)).not.toBeInTheDocument();
});

test("a sold-out meal says so and offers what comes closest, and few portions are counted", async () => {
  (await open({ diets: [], avoid: [] }, { satay: 0, salad: 3 }))();
  await says("Satay", "Sold out");
  await says("Salad", "3 left");
  await userEvent.click(within(await card("Satay")).getByRole("button", { name: "Take Curry instead" }));
  await waitFor(async () => expect(await saved()).toEqual([{ meal: "curry", qty: 1 }]));
});

test("what is offered instead of a sold-out meal is never something that the person avoids", async () => {
  const show = await open({ diets: [], avoid: ["peanuts"] }, { salad: 0 });
  useSession.setState(({ profile }) => ({ profile: profile && { ...profile } }));
  show();
  await says("Salad", "Sold out");
  expect(within(await card("Salad")).queryByRole("button", { name: /instead$/ })).not.toBeInTheDocument();
});

test("the week says what it gives, and which lunch is not in the sum", async () => {
  const show = await open({ diets: [], avoid: [] });
  await setQty(monday, "satay", 2);
  await setQty("2026-12-01", "left the menu", 1);
  show();
  const sum = await screen.findByRole("region", { name: "Nutrition of the week" });
  expect(within(sum).getByText("1,000")).toBeInTheDocument();
  expect(within(sum).getByText("60 g")).toBeInTheDocument();
  expect(await within(sum).findByText("1 lunch has no nutrition data and is not counted.")).toBeInTheDocument();
});
