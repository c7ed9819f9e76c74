import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { RepeatWeek } from "#pwa/employee/history/repeat-week";
import { historyWords } from "#pwa/i18n/history";
import { marksWords } from "#pwa/i18n/marks";
import { useOffered } from "#pwa/menu/use-offered";
import { engineNow } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import type { Live, Meal, MenuWeek } from "#pwa/offline/wire";
import { openAt } from "#pwa/testing/open-at";
import { dates, friday, menuOf, monday, orderOf, thursday, tuesday } from "#pwa/testing/sample";
import { deviceDb, keepLive, keepMenu, keepOrder, signedIn, timeIs } from "#pwa/testing/signed-in";
import { neverSynced } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";

const words = historyWords.repeated;
const last = ["2026-11-23", "2026-11-24", "2026-11-26", "2026-11-27"];
const menu = menuOf(monday, dates);
const [a, b] = menu.meals as [Meal, Meal];
const eaten = orderOf("01ORDER00000000000000000001", "Completed", last);

/** Meal a on Monday and Tuesday, and meal b on the days after them. */
const half = eaten.deliveries.map((one, at) =>
  at < 2 ? one : { ...one, items: one.items.map((item) => ({ ...item, meal: "b", name: "Meal b" })) },
);

type Known = {
  diet?: { diets: string[]; avoid: string[] };
  menu?: MenuWeek;
  order?: typeof eaten;
  live?: Partial<Live>;
};

/** The week of 30 November, as somebody sees it who is signed in and has no connection any more. */
async function open(known: Known = {}) {
  const site = await signedIn({ diet: { label: false, diets: [], avoid: [], ...known.diet } }, neverSynced);
  await keepMenu(known.menu ?? menu);
  await keepOrder(known.order ?? eaten);
  await keepLive(known.live);
  site.online = false;
  openAt("/dashboard/home", { "/dashboard/home": <Week /> });
}
function Week() {
  const week = useOffered().find(({ value }) => value === monday);
  return <main>{week && <RepeatWeek week={week} />}</main>;
}

const card = () => screen.findByRole("region", { name: words.title("23 – 27 Nov") });
/** The card as it stays: it may come and go while the device's rows are read. */
const offered = () =>
  waitFor(() => expect(screen.getByRole("region", { name: words.title("23 – 27 Nov") })).toBeVisible());
const repeat = async () => userEvent.click(await screen.findByRole("button", { name: words.review }));
const chosen = async () => {
  const days = [...draftOf(await readRows(deviceDb())).values()];
  return days.map(({ date, items, address_id }) => [date, items.map(({ meal }) => meal).join(), address_id ?? "usual"]);
};
/** What is chosen once the week was repeated and the checkout has come. */
const repeated = async () => {
  await repeat();
  expect(await screen.findByText(`at /checkout?week=${monday}`)).toBeVisible();
  return chosen();
};

timeIs("2026-11-26T09:00:00Z");
beforeEach(() => useToasts.setState({ toasts: [] }));

test("the last week comes once more with one tap, at today's price, also without a connection", async () => {
  await open();
  const shown = within(await card());
  // 40.00 less 20 % is 32.00, of which the company pays half, on four days.
  expect(shown.getByText(words.pays(4)).parentElement).toHaveTextContent("AED 64.00");
  expect(shown.getByText(words.company).parentElement).toHaveTextContent("AED 64.00");
  expect(await chosen()).toEqual([]);
  expect(await repeated()).toEqual([monday, tuesday, thursday, friday].map((date) => [date, "a", "usual"]));
});

test("a closed day is left out, and a meal that is sold out is replaced, and that is told", async () => {
  await open({ live: { closed: [tuesday], portions: { [friday]: { a: 0 } } } });
  const shown = within(await card());
  await userEvent.click(await shown.findByText("1 of 3 is new"));
  expect(shown.getByText(words.swapped("Meal a", "Friday", "Meal b"))).toBeVisible();
  expect(shown.getByText(/Meal b, new$/).parentElement).toHaveTextContent(/^Fri 4/);
  expect(shown.getByText(words.pays(3))).toBeVisible();
  expect(await repeated()).toEqual([
    [monday, "a", "usual"],
    [thursday, "a", "usual"],
    [friday, "b", "usual"],
  ]);
});

test("a place of last week that may be gone is not asked for again: lunch comes to the usual one", async () => {
  const deliveries = eaten.deliveries.map((one) => ({ ...one, address_id: "a9" }));
  await open({ order: { ...eaten, deliveries } });
  expect((await repeated()).map(([, , place]) => place)).toEqual(["usual", "usual", "usual", "usual"]);
});

test("what somebody avoids by now does not come again, and what nobody knows of is marked", async () => {
  const deliveries = eaten.deliveries.map((one) =>
    one.delivery_date !== last[0]
      ? { ...one, items: one.items.map((item) => ({ ...item, meal: "b", name: "Meal b" })) }
      : one,
  );
  await open({
    diet: { diets: [], avoid: ["peanuts"] },
    menu: { ...menu, meals: [{ ...a, allergens: { peanuts: "may_contain" } }, b] },
    order: { ...eaten, deliveries },
  });
  const shown = within(await card());
  await userEvent.click(await shown.findByText("1 of 4 is new"));
  expect(shown.getByText(words.unfit.none("Meal a", "Monday"))).toBeVisible();
  expect(shown.getByText("Fri 4 Dec · Meal b")).toBeVisible();
  expect(shown.getAllByText("No allergen data: peanuts")).toHaveLength(3);
  expect(shown.getByText(words.pays(3))).toBeVisible();
  expect((await repeated()).map(([, meal]) => meal)).toEqual(["b", "b", "b"]);
});

test("a meal that is not of somebody's diet is replaced by one that is, and that is told", async () => {
  await open({
    diet: { diets: ["Vegan"], avoid: [] },
    menu: { ...menu, meals: [a, { ...b, diets: ["Vegan"] }] },
    order: { ...eaten, deliveries: half },
  });
  const shown = within(await card());
  await userEvent.click(await shown.findByText("2 of 4 are new"));
  expect(shown.getByText(words.unfit.swapped("Meal a", "Monday", "Meal b"))).toBeVisible();
  expect((await repeated()).map(([, meal]) => meal)).toEqual(["b", "b", "b", "b"]);
});

test("a choice that this device cannot keep is said, and one can try again", async () => {
  await open();
  await card();
  const edit = vi.spyOn(engineNow(), "edit").mockRejectedValueOnce(new Error("full"));
  await repeat();
  await waitFor(() => expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual([marksWords.notSaved]));
  expect(screen.getByRole("button", { name: words.review })).toBeEnabled();
  expect(edit).toHaveBeenCalledTimes(1);
  expect(await repeated()).toHaveLength(4);
});

test("a week of which less than half, or less than three days, can come again is not offered", async () => {
  await open({ live: { portions: { [monday]: { a: 0 }, [tuesday]: { a: 0 }, [friday]: { a: 0 } } } });
  await waitFor(() => expect(screen.getByRole("main")).toBeEmptyDOMElement());
  await keepLive({ portions: { [monday]: { a: 0 }, [friday]: { a: 0 } } });
  await offered();
  await keepLive({ closed: [monday, tuesday] });
  await waitFor(() => expect(screen.getByRole("main")).toBeEmptyDOMElement());
});

test("nothing is offered to who ate nothing, nor while the menu is not here", async () => {
  await open({ order: { ...eaten, status: "Cancelled" } });
  await waitFor(() => expect(screen.getByRole("main")).toBeEmptyDOMElement());
  await keepOrder(eaten);
  await offered();
  await deviceDb().menus.clear();
  await waitFor(() => expect(screen.getByRole("main")).toBeEmptyDOMElement());
});
