import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { choose } from "#pwa/employee/choose/choices";
import { MealSelectionPage } from "#pwa/employee/choose/meal-selection-page";
import { useFetching } from "#pwa/menu/fetch-menu";
import { readValue } from "#pwa/offline/db";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { dates, mealOf, menuOf, monday as week } from "#pwa/testing/sample";
import { deviceDb, draftAt, keepLive, keepMenu, signedIn, timeIs } from "#pwa/testing/signed-in";
import { neverSynced } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";
import { Toasts } from "#pwa/ui/toasts";

const menu = menuOf(week, dates, [mealOf("a", 4000, { allergens: { nuts: "contains" } }), mealOf("b", 5000)]);

timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  useToasts.setState({ toasts: [] });
  const site = await signedIn({}, neverSynced);
  await keepMenu(menu);
  site.online = false;
});

const open = (at = `/mealselection?week=${week}`) =>
  openAt(at, { "/mealselection/:orderId?": <MealSelectionPage /> }, <Toasts />);
const heading = async (day: string) => {
  const found = () => screen.findByRole("heading", { level: 1, name: new RegExp(`^${day}`) });
  await found();
  await waitFor(() => expect(screen.queryByRole("status", { name: "Loading" })).not.toBeInTheDocument());
  return found();
};
const saved = async (date: string) => (await draftAt(date))?.items;
/** Opens the page and adds a meal to its first day. */
const addToMonday = async () => {
  open();
  await heading("Monday");
  await press("Add Meal a to Monday");
};
const bar = () => screen.getByText(/^You pay, \d of/).closest<HTMLElement>(".weekbar") as HTMLElement;

test("a meal is saved at once without a network, and the next empty day comes up by itself", async () => {
  await addToMonday();
  await heading("Tuesday");
  expect(await saved("2026-11-30")).toEqual([{ meal: "a", qty: 1 }]);
  expect(screen.getByText("Monday saved")).toBeInTheDocument();
  expect(screen.getByText("Now choosing Tuesday")).toBeInTheDocument();
  expect(await heading("Tuesday")).toHaveFocus();
});

test("an order that nobody knows is not taken for a new one: the page says so", async () => {
  open("/mealselection/01M8AAGEA2KX4V3JCB5MHSNZD4");
  expect(await screen.findByRole("heading", { name: "This order is not here" })).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Go to my lunches" })).toHaveAttribute("href", "/dashboard/home");
  expect(screen.queryByRole("heading", { level: 1, name: /^Monday/ })).not.toBeInTheDocument();
});

test("taps while another tab keeps the storage to itself are one choice, and it is said why nothing moves", async () => {
  open();
  await heading("Monday");
  const add = screen.getByRole("button", { name: "Add Meal a to Monday" });
  // The storage in memory takes each of its steps by setImmediate, so none is taken until it thaws.
  const steps: (() => void)[] = [];
  const frozen = vi.spyOn(globalThis, "setImmediate").mockImplementation((step) => steps.push(step) as never);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.now() });
  for (let tap = 0; tap < 3; tap++) fireEvent.click(add);
  await act(() => vi.advanceTimersByTimeAsync(1999));
  expect(screen.queryByText("The device’s storage is busy")).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText("The device’s storage is busy")).toBeInTheDocument();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  frozen.mockRestore();
  for (const step of steps) setImmediate(step);
  await heading("Tuesday");
  expect(await saved("2026-11-30")).toEqual([{ meal: "a", qty: 1 }]);
});

test("a tap counts as soon as the page stands, also when the app has only just started", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(250);
  await addToMonday();
  await screen.findByText("Monday saved");
  now.mockRestore();
});

test("what was chosen is remembered as it stood there, so that a later price counts as a change", async () => {
  await addToMonday();
  await heading("Tuesday");
  await waitFor(async () =>
    expect(await readValue(deviceDb(), "seen")).toMatchObject({ "2026-11-30": { meals: [{ id: "a", price: 4000 }] } }),
  );
});

test("undo takes the meal back and returns to its day", async () => {
  await addToMonday();
  await heading("Tuesday");
  await press("Undo");
  await heading("Monday");
  await waitFor(async () => expect(await saved("2026-11-30")).toEqual([]));
});

test("who wants to stay on the day stays", async () => {
  await choose(() => ({ stays: true }));
  await addToMonday();
  await screen.findByText("Saved on this device");
  // Also once the week knows that Monday is full.
  await screen.findByText("You pay, 1 of 5 days");
  expect(await heading("Monday")).toBeInTheDocument();
});

test("the running total says what this person and the company pay, day by day", async () => {
  await choose(() => ({ days: dates.slice(0, 3) }));
  open();
  await heading("Monday");
  expect(within(bar()).getByText("You pay, 0 of 3 days")).toBeInTheDocument();
  await press("Add Meal a to Monday");
  await heading("Tuesday");
  expect(await screen.findByText("You pay, 1 of 3 days")).toBeInTheDocument();
  expect(within(bar()).getByText("AED 16.00")).toBeInTheDocument();
  expect(within(bar()).getByText("Company pays AED 16.00")).toBeInTheDocument();
  expect(within(bar()).getByRole("button", { name: "Next: Wed" })).toBeInTheDocument();
});

test("with every chosen day filled the way on is checkout", async () => {
  await choose(() => ({ days: dates.slice(0, 3), stays: true }));
  for (const date of dates.slice(0, 3)) {
    const view = open(`/mealselection?day=${date}`);
    await userEvent.click(await screen.findByRole("button", { name: /^Add Meal b/ }));
    await waitFor(async () => expect(await saved(date)).toHaveLength(1));
    view.unmount();
  }
  open();
  await screen.findByText("You pay, 3 of 3 days");
  await leadsTo("Checkout", `/checkout?week=${week}`, bar());
});

test("an allergen to avoid hides its meals, and meals without data stand apart with a warning", async () => {
  open();
  await heading("Monday");
  await press("Filters");
  await press("No nuts");
  await userEvent.click(await screen.findByRole("button", { name: "Show 1 meal" }));
  expect(screen.queryByText("Meal a")).not.toBeInTheDocument();
  expect(screen.getByText("Meal b")).toBeInTheDocument();
  expect(screen.getByText("No allergen data: nuts")).toBeInTheDocument();
  expect(screen.getByText("0 fit, 1 without data")).toBeInTheDocument();
});

test("protein and energy have one filter each, whatever the menu calls them", async () => {
  await keepMenu(menuOf(week, dates, [mealOf("a", 4000, { diets: ["High protein", "Under 450 kcal", "Vegan"] })]));
  open();
  await heading("Monday");
  await press("Filters");
  const names = within(await screen.findByRole("dialog", { name: "Filters" })).getAllByRole("button");
  const measured = names.map((button) => button.textContent ?? "").filter((name) => /protein|kcal/i.test(name));
  expect(measured).toEqual(["30 g+ protein", "Under 500 kcal"]);
});

test("filters are still there on the next visit, say so when they leave nothing, and can be cleared at once", async () => {
  await choose(({ filters }) => ({ filters: { ...filters, diets: ["Vegan"] } }));
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Clear all" }));
  expect(await screen.findByText("2 of 2 meals")).toBeInTheDocument();
});

test("a meal that is sold out cannot be added, and keeps its price", async () => {
  await keepLive({ portions: { "2026-11-30": { a: 0 } } });
  open();
  await heading("Monday");
  const add = await screen.findByRole("button", { name: "Add Meal a to Monday" });
  await waitFor(() => expect(add).toBeDisabled());
  const card = add.closest("article") as HTMLElement;
  expect(within(card).getByText("Sold out")).toBeInTheDocument();
  expect(within(card).getByText("AED 16.00")).toBeInTheDocument();
});

test("on a day that has a lunch another meal takes its place, for the difference on its card, and both can be kept", async () => {
  await signedIn({ share_type: "Flat", share_value: 2000 }, neverSynced);
  await keepMenu(menu);
  await choose(() => ({ stays: true }));
  open(`/mealselection?day=${dates[0]}`);
  await heading("Monday");
  const card = (name: string) => screen.getByRole("button", { name }).closest("article") as HTMLElement;
  await waitFor(() => expect(within(card("Meal b")).getByText("You pay").nextSibling).toHaveTextContent("AED 20.00"));
  await press("Add Meal a to Monday");
  await waitFor(() => expect(within(bar()).getByText("AED 12.00")).toBeInTheDocument());
  expect(within(card("Meal b")).getByText("Difference for you").nextSibling).toHaveTextContent("+AED 8.00");
  expect(within(card("Meal a")).getByText("One more").nextSibling).toHaveTextContent("AED 32.00");
  await press("Meal b");
  await press("Change Monday · +AED 8.00");
  await waitFor(() => expect(within(bar()).getByText("AED 20.00")).toBeInTheDocument());
  expect(screen.getByText("Meal b instead of Meal a")).toBeInTheDocument();
  expect(within(card("Meal a")).getByText("Difference for you").nextSibling).toHaveTextContent("-AED 8.00");
  await press("Undo");
  await waitFor(async () => expect(await saved("2026-11-30")).toEqual([{ meal: "a", qty: 1 }]));
  await press("Add Meal b to Monday");
  await press("Keep both");
  await waitFor(() => expect(within(bar()).getByText("AED 52.00")).toBeInTheDocument());
  expect(screen.getAllByRole("button", { name: /^Mon 30, .*, Meal a, Meal b/ })[0]).toHaveTextContent("×2");
  await press("One more Meal a");
  await waitFor(() => expect(within(bar()).getByText("AED 84.00")).toBeInTheDocument());
  expect(screen.getAllByRole("button", { name: /2 × Meal a, Meal b/ })[0]).toHaveTextContent("×3");
});

test("a day that is ordered shows no plus", async () => {
  await keepLive({ taken: ["2026-11-30"] });
  open("/mealselection?day=2026-11-30");
  await screen.findByText("Monday is ordered");
  expect(screen.queryByRole("button", { name: /^Add/ })).not.toBeInTheDocument();
});

test("without the menu it says how to get it", async () => {
  await deviceDb().menus.clear();
  useFetching.setState({ fetching: false, failed: true });
  open();
  await heading("Monday");
  expect(await screen.findByText("This week’s menu is not on your device yet")).toBeInTheDocument();
});
