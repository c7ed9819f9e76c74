import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import {
  copyWords,
  differWords,
  offerWords,
  pickerWords,
  plannerWords,
  publishWords,
  withdrawWords,
} from "#pwa/i18n/planner";
import { lastMinute, longDay } from "#pwa/i18n/say-day";
import { type Days, daysOf } from "#pwa/office/planner/edits";
import { unsavedWeeks } from "#pwa/office/planner/keep-week";
import type { PlannedWeek, Withdrawal } from "#pwa/office/planner/planner";
import { WeekPlanner } from "#pwa/office/planner/week-planner";
import { openDb, readValue, useDevice, writeValue } from "#pwa/offline/db";
import type { BookMeal } from "#pwa/offline/wire";
import { cutoffOf } from "#pwa/rules/week/cutoff";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";
import { gate } from "#pwa/testing/gate";
import { mealOf, signInOperator, storage } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { lost, reply, type Site } from "#pwa/testing/site";

const week = addDays(mondayOf(dateAt(Date.now())), 14);
const dates = [0, 1, 2, 3, 4].map((day) => addDays(week, day));
const [mon = "", tue = "", wed = "", thu = "", fri = ""] = dates;
const path = `/api/kitchen/planner/${week}`;

const meal = (id: string, name: string, price = 3500): BookMeal => ({
  code: id,
  rev: 1,
  meal: mealOf({ id, name, price, diets: ["Vegan"] }),
});
const book = [
  meal("dal", "Dal"),
  meal("soup", "Lentil soup", 2500),
  meal("wrap", "Falafel wrap"),
  meal("stew", "Okra stew", 4000),
];

let site: Site;
/** The week as the server has it. */
let there: PlannedWeek;
let withdrawn: Withdrawal[];

const planned = (more: Partial<PlannedWeek> = {}): PlannedWeek => ({
  week,
  rev: 3,
  state: "planned",
  days: dates.map((date) => ({ date, cutoff: new Date(cutoffOf(date)).toISOString(), over: false, meals: [] })),
  changes: [],
  problems: [],
  ...more,
});
const offers = (...meals: string[]) => meals.map((one) => ({ meal: one, ordered: 0 }));
const set = (date: string, ...meals: string[]) => {
  const day = there.days.find((one) => one.date === date);
  if (day) day.meals = offers(...meals);
};
type Put = { rev: number; days: Days };
const put = (body: unknown) => {
  const { rev, days } = body as Put;
  if (rev !== there.rev)
    return { status: 409, body: { message: "changed", reason: "week_changed", detail: structuredClone(there) } };
  there.rev += 1;
  for (const day of there.days) {
    const had = new Map(day.meals.map((one) => [one.meal, one]));
    day.meals = (days.find(({ date }) => date === day.date)?.meals ?? []).map((one) => ({
      ordered: 0,
      ...had.get(one.meal),
      portions: undefined,
      ...one,
    }));
  }
  return { status: 200, body: structuredClone(there) };
};
const saved = (date: string) => there.days.find((day) => day.date === date)?.meals.map((one) => one.meal);
const open = () => openAt(`/kitchen/menus/${week}`, { "/kitchen/menus/:week": <WeekPlanner /> });
const day = (date: string) => screen.findByRole("region", { name: new RegExp(longDay(date).slice(0, 3)) });
const cards = async (date: string) =>
  [...(await day(date)).querySelectorAll(".plname")].map((name) => name.textContent ?? "");
const menuOf = async (name: string, date: string) =>
  userEvent.click(await screen.findByRole("button", { name: offerWords.act(name, longDay(date)) }));
/** Takes a meal off its day. */
const take = async (name: string, date: string) => {
  await menuOf(name, date);
  await press(offerWords.take);
};

beforeEach(async () => {
  there = planned();
  withdrawn = [];
  set(mon, "dal", "soup");
  set(tue, "wrap");
  site = await signInOperator();
  const vocabulary = { cuisines: [{ id: 2, name: "Arabic" }], allergens: [], diets: ["Vegan"] };
  site.on["GET /api/kitchen/meals"] = reply({ data: book, ...vocabulary });
  site.on[`GET ${path}`] = () => ({ status: 200, body: structuredClone(there) });
  site.on[`PUT ${path}`] = put;
  site.on["GET /api/kitchen/planner/withdrawals"] = () => ({ status: 200, body: { data: withdrawn } });
});

test("meals are found in the book, put on a day, and saved by themselves", async () => {
  open();
  await press(plannerWords.addTo(longDay(wed)));
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.type(sheet.getByLabelText(pickerWords.search), "okra");
  await userEvent.click(await sheet.findByRole("button", { name: /Okra stew/ }));
  expect(await sheet.findByRole("button", { name: /Okra stew/, pressed: true })).toBeVisible();
  expect(sheet.queryByRole("button", { name: /Dal/ })).toBeNull();
  await userEvent.click(sheet.getByRole("button", { name: pickerWords.added(1) }));
  await waitFor(() => expect(saved(wed)).toEqual(["stew"]));
  expect(await screen.findByText(plannerWords.saved)).toBeVisible();
  expect(site.sent("PUT", path)).toHaveLength(1);
  expect(await unsavedWeeks()).toEqual([]);
});

test("a meal moves by its menu to another place and another day, and the focus goes along", async () => {
  open();
  await menuOf("Dal", mon);
  await press(offerWords.later);
  await waitFor(async () => expect(await cards(mon)).toEqual(["Lentil soup", "Dal"]));
  await menuOf("Dal", mon);
  await press(`${offerWords.moveTo} ${longDay(thu)}`);
  await waitFor(async () => expect(await cards(thu)).toEqual(["Dal"]));
  expect(screen.getByRole("button", { name: offerWords.act("Dal", longDay(thu)) })).toHaveFocus();
  expect(screen.getByText(offerWords.moved("Dal", longDay(thu), 1, 1))).toBeInTheDocument();
  await waitFor(() => expect([saved(mon), saved(thu)]).toEqual([["soup"], ["dal"]]));
});

test("Alt and the arrows move a meal, and control Z takes it back", async () => {
  open();
  const dal = await screen.findByRole("button", { name: offerWords.act("Dal", longDay(mon)) });
  dal.focus();
  fireEvent.keyDown(dal, { key: "ArrowDown", altKey: true });
  await waitFor(async () => expect(await cards(mon)).toEqual(["Lentil soup", "Dal"]));
  fireEvent.keyDown(await screen.findByRole("button", { name: offerWords.act("Dal", longDay(mon)) }), {
    key: "ArrowRight",
    altKey: true,
  });
  await waitFor(async () => expect(await cards(tue)).toEqual(["Falafel wrap", "Dal"]));
  const here = await screen.findByRole("button", { name: offerWords.act("Dal", longDay(tue)) });
  await waitFor(() => expect(here).toHaveFocus());
  await userEvent.keyboard("{Control>}z{/Control}");
  await waitFor(async () => expect(await cards(mon)).toEqual(["Lentil soup", "Dal"]));
  await press(plannerWords.undo);
  await waitFor(async () => expect(await cards(mon)).toEqual(["Dal", "Lentil soup"]));
  expect(await screen.findByRole("button", { name: plannerWords.undo })).toBeDisabled();
});

test("portions are one edit however many digits they have, and nothing typed is any number", async () => {
  open();
  const field = await screen.findByLabelText(offerWords.portionsOf("Dal", longDay(mon)));
  await userEvent.type(field, "120");
  await waitFor(() => expect(there.days[0]?.meals[0]?.portions).toBe(120));
  await press(plannerWords.undo);
  await waitFor(() => expect(there.days[0]?.meals[0]?.portions).toBeUndefined());
  expect(field).toHaveValue("");
});

test("what cannot be saved is kept on the device over a reload, and saved when there is a connection", async () => {
  const first = open();
  await menuOf("Dal", mon);
  site.online = false;
  await press(offerWords.take);
  expect(await screen.findByText(plannerWords.offline)).toBeVisible();
  first.unmount();
  await waitFor(async () => expect(await unsavedWeeks()).toEqual([week]));
  expect(saved(mon)).toEqual(["dal", "soup"]);
  site.online = true;
  open();
  await waitFor(() => expect(saved(mon)).toEqual(["soup"]));
  await waitFor(async () => expect(await unsavedWeeks()).toEqual([]));
});

test("that nothing can be saved stays on the page while it is tried again", async () => {
  open();
  const again = gate();
  site.on[`PUT ${path}`] = () => {
    site.on[`PUT ${path}`] = (body) => again.opened.then(() => put(body));
    return lost();
  };
  await take("Dal", mon);
  await waitFor(() => expect(site.sent("PUT", path)).toHaveLength(2));
  expect(screen.getByText(plannerWords.offline)).toBeVisible();
  await take("Falafel wrap", tue);
  expect(screen.getByText(plannerWords.offline)).toBeVisible();
  again.open();
  await waitFor(() => expect([saved(mon), saved(tue)]).toEqual([["soup"], []]));
  await waitFor(() => expect(screen.queryByText(plannerWords.offline)).toBeNull());
});

test("what is edited while a save is under way is saved although the week is left", async () => {
  const shown = open();
  const save = gate();
  site.on[`PUT ${path}`] = async (body) => {
    site.on[`PUT ${path}`] = put;
    await save.opened;
    return put(body);
  };
  await take("Dal", mon);
  await waitFor(() => expect(site.sent("PUT", path)).toHaveLength(1));
  await take("Falafel wrap", tue);
  shown.unmount();
  save.open();
  await waitFor(() => expect([saved(mon), saved(tue)]).toEqual([["soup"], []]));
  await waitFor(async () => expect(await unsavedWeeks()).toEqual([]));
});

test("past midnight the day that ended stays as it was, and the rest of the week is saved", async () => {
  open();
  await screen.findByRole("button", { name: offerWords.act("Dal", longDay(mon)) });
  Object.assign(there.days[0] ?? {}, { over: true });
  site.on[`PUT ${path}`] = (body) => {
    const meals = (body as Put).days.find(({ date }) => date === mon)?.meals;
    return meals?.map(({ meal }) => meal).join() === "dal,soup"
      ? put(body)
      : { status: 422, body: { message: "A day that is over cannot be planned any more.", reason: "day_over" } };
  };
  await menuOf("Dal", mon);
  await press(`${offerWords.moveTo} ${longDay(thu)}`);
  await waitFor(() => expect([saved(mon), saved(thu)]).toEqual([["dal", "soup"], ["dal"]]));
  expect(await screen.findByText(plannerWords.saved)).toBeVisible();
  expect(within(await day(mon)).getByText(plannerWords.over)).toBeVisible();
});

test("a save does not take away what another page keeps of the week", async () => {
  open();
  const save = gate();
  site.on[`PUT ${path}`] = (body) => save.opened.then(() => put(body));
  await take("Dal", mon);
  await waitFor(() => expect(site.sent("PUT", path)).toHaveLength(1));
  const theirs = { rev: 3, base: daysOf(there.days), days: daysOf(there.days).map((one) => ({ ...one, meals: [] })) };
  await writeValue(storage(), "planned", { [week]: theirs });
  save.open();
  expect(await screen.findByText(plannerWords.saved)).toBeVisible();
  await waitFor(() => expect(saved(mon)).toEqual(["soup"]));
  expect(await readValue(storage(), "planned")).toEqual({ [week]: theirs });
});

test("what one operator planned is not sent by the next one", async () => {
  const shown = open();
  await menuOf("Dal", mon);
  site.online = false;
  await press(offerWords.take);
  await waitFor(async () => expect(await unsavedWeeks()).toEqual([week]));
  site.online = true;
  useDevice.setState({ db: await openDb("P-other") });
  shown.unmount();
  // A turn of the event loop, in which what the page left behind would be sent.
  await new Promise((done) => setTimeout(done));
  expect(site.sent("PUT", path)).toEqual([]);
  expect(saved(mon)).toEqual(["dal", "soup"]);
});

test("an edit whose answer was lost is not asked about", async () => {
  open();
  site.on[`PUT ${path}`] = (body) => {
    site.on[`PUT ${path}`] = put;
    put(body);
    return lost();
  };
  await take("Dal", mon);
  await waitFor(() => expect(site.sent("PUT", path)).toHaveLength(2));
  expect(await screen.findByText(plannerWords.saved)).toBeVisible();
  expect(screen.queryByText(differWords.title)).toBeNull();
});

test("when two people change a week, each day that differs is asked about, and what is chosen is saved", async () => {
  open();
  await menuOf("Dal", mon);
  there.rev += 1;
  set(mon, "dal", "soup", "stew");
  set(fri, "stew");
  await press(offerWords.take);
  const sheet = within(await screen.findByRole("dialog", { name: differWords.title }));
  expect(sheet.getAllByText(differWords.added(["Okra stew"]))).toHaveLength(2);
  expect(sheet.getByText(differWords.removed(["Dal"]))).toBeVisible();
  expect(saved(mon)).toEqual(["dal", "soup", "stew"]);
  const whose = (date: string) => within(sheet.getByRole("radiogroup", { name: differWords.whose(longDay(date)) }));
  expect(whose(mon).getByLabelText(differWords.mine)).toBeChecked();
  expect(whose(fri).getByLabelText(differWords.theirs)).toBeChecked();
  await userEvent.click(sheet.getByRole("button", { name: differWords.go }));
  await waitFor(() => expect([saved(mon), saved(fri)]).toEqual([["soup"], ["stew"]]));
});

test("a week is published with what changes and what happens, and a problem leads to its meal", async () => {
  there = planned({
    problems: [
      { date: wed, what: "no_meals", blocking: true },
      { date: tue, meal: "wrap", what: "no_allergens", blocking: false },
    ],
  });
  set(mon, "dal", "soup");
  set(tue, "wrap");
  open();
  await press(plannerWords.publish);
  const blocked = within(await screen.findByRole("dialog"));
  expect(blocked.getByRole("button", { name: /^Publish/ })).toBeDisabled();
  await userEvent.click(blocked.getByRole("button", { name: /Falafel wrap/ }));
  await waitFor(() =>
    expect(screen.getByRole("button", { name: offerWords.act("Falafel wrap", longDay(tue)) })).toHaveFocus(),
  );
  there.problems = [];
  site.on[`POST ${path}/publish`] = (body) => {
    expect(body).toEqual({ rev: there.rev });
    there = { ...there, state: "published", published_at: "2026-11-22T08:00:00Z" };
    return { status: 200, body: there };
  };
  await take("Dal", mon);
  await press(plannerWords.publish);
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByText(publishWords.thenFirst)).toBeVisible();
  const go = await sheet.findByRole("button", { name: /^Publish/ });
  await waitFor(() => expect(go).toBeEnabled());
  await userEvent.click(go);
  expect(await screen.findByText(plannerWords.states.published as string)).toBeVisible();
  expect(saved(mon)).toEqual(["soup"]);
});

test("an ordered meal that was taken off comes back with its limit, so that no more of it is sold than is cooked", async () => {
  there = planned({
    state: "changed",
    published_at: "2026-11-22T08:00:00Z",
    problems: [
      { date: mon, meal: "stew", what: "ordered", blocking: true, portions: 40 },
      { date: tue, meal: "dal", what: "ordered", blocking: true },
    ],
  });
  set(mon, "dal", "soup");
  set(tue, "wrap");
  const planOf = (date: string) => daysOf(there.days).find((one) => one.date === date)?.meals;
  open();
  for (const name of [/Okra stew/, /Dal/]) {
    await press(plannerWords.publish);
    await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
  }
  await waitFor(() => expect(planOf(mon)).toEqual([{ meal: "dal" }, { meal: "soup" }, { meal: "stew", portions: 40 }]));
  await waitFor(() => expect(planOf(tue)).toEqual([{ meal: "wrap" }, { meal: "dal" }]));
});

test("in Ramadan the last minute for those who chose a withdrawn meal is the earlier one", async () => {
  there = planned({ state: "published", published_at: "2026-11-22T08:00:00Z" });
  set(mon, "dal", "soup");
  const [first] = there.days;
  if (first?.meals[0]) {
    first.meals[0].ordered = 12;
    first.cutoff = new Date(cutoffOf(mon) - 12 * 3_600_000).toISOString();
  }
  open();
  await menuOf("Dal", mon);
  await press(offerWords.withdraw);
  const sheet = within(await screen.findByRole("dialog", { name: withdrawWords.title("Dal") }));
  expect(sheet.getByText(withdrawWords.free(lastMinute(cutoffOf(mon) - 12 * 3_600_000)))).toBeVisible();
});

test("a published meal that is ordered is withdrawn, with a reason and what people get instead", async () => {
  there = planned({ state: "published", published_at: "2026-11-22T08:00:00Z" });
  set(mon, "dal", "soup", "stew");
  const [first] = there.days[0]?.meals ?? [];
  if (first) first.ordered = 12;
  open();
  await menuOf("Dal", mon);
  expect(await screen.findByText(offerWords.takeOrdered(12))).toBeVisible();
  expect(screen.queryByRole("button", { name: offerWords.take })).toBeNull();
  await press(offerWords.withdraw);
  const sheet = within(await screen.findByRole("dialog", { name: withdrawWords.title("Dal") }));
  expect(sheet.getByText(withdrawWords.some(12))).toBeVisible();
  expect(sheet.getByText(withdrawWords.thenBack)).toBeVisible();
  await userEvent.click(sheet.getByLabelText(new RegExp(withdrawWords.another)));
  await userEvent.click(sheet.getByRole("button", { name: withdrawWords.go }));
  expect(await sheet.findByText(withdrawWords.reasonMissing)).toBeVisible();
  expect(sheet.getByText(withdrawWords.chooseMissing)).toBeVisible();
  await userEvent.selectOptions(sheet.getByLabelText(withdrawWords.choose), "stew");
  expect(sheet.getByText(withdrawWords.dearer("AED 5.00"))).toBeVisible();
  expect(sheet.getByText(withdrawWords.thenInstead("Okra stew"))).toBeVisible();
  await userEvent.type(sheet.getByLabelText(withdrawWords.reason), "No lentils came");
  site.on["POST /api/kitchen/planner/withdrawals"] = () => {
    set(mon, "soup", "stew");
    const told = { reason: "x", at: "", until: "", people: 9, meals: 12, waiting: 9, settled: false };
    withdrawn = [{ date: mon, meal: "dal", instead: "stew", ...told }];
    return { status: 200, body: { people: 9, meals: 12, until: "2026-12-05T20:00:00Z" } };
  };
  await userEvent.click(sheet.getByRole("button", { name: withdrawWords.go }));
  expect(await screen.findByText(plannerWords.withdrawnPeople(9, 9))).toBeVisible();
  await waitFor(async () => expect(await cards(mon)).toEqual(["Lentil soup", "Okra stew"]));
  expect(site.sent("POST", "/api/kitchen/planner/withdrawals")).toEqual([
    { date: mon, meal: "dal", reason: "No lentils came", instead: "stew" },
  ]);
});

test("days that are over or closed take no meals, and a closed one gives its meals away", async () => {
  set(mon, "dal");
  Object.assign(there.days[0] ?? {}, { over: true });
  Object.assign(there.days[1] ?? {}, { closed: "National Day" });
  Object.assign(there.days[2] ?? {}, { ramadan: true });
  open();
  expect(within(await day(wed)).getByText(plannerWords.ramadan)).toBeVisible();
  expect(within(await day(tue)).queryByText(plannerWords.ramadan)).toBeNull();
  expect(within(await day(mon)).getByText(plannerWords.over)).toBeVisible();
  expect(within(await day(tue)).getByText(plannerWords.closedMeals)).toBeVisible();
  expect(screen.queryByRole("button", { name: offerWords.act("Dal", longDay(mon)) })).toBeNull();
  for (const shut of [mon, tue])
    expect(screen.queryByRole("button", { name: plannerWords.addTo(longDay(shut)) })).toBeNull();
  await menuOf("Falafel wrap", tue);
  expect(screen.getByRole("button", { name: `${offerWords.moveTo} ${longDay(mon)}` })).toBeDisabled();
  await press(`${offerWords.moveTo} ${longDay(wed)}`);
  await waitFor(() => expect([saved(mon), saved(tue), saved(wed)]).toEqual([["dal"], [], ["wrap"]]));
});

test("last week is copied with one press, and undone with another", async () => {
  const last = addDays(week, -7);
  site.on["GET /api/kitchen/planner"] = reply({
    weeks: [
      { week: last, state: "published", meals: 2, days: 2 },
      { week, state: "planned", meals: 3, days: 2 },
      { week: addDays(week, 7), state: "planned", meals: 1, days: 1 },
    ],
  });
  const days = dates.map((date, at) => ({
    date: addDays(date, -7),
    cutoff: new Date(cutoffOf(addDays(date, -7))).toISOString(),
    over: true,
    meals: at === 0 ? [{ meal: "stew", ordered: 4, portions: 30 }] : at === 3 ? offers("gone") : [],
  }));
  site.on[`GET /api/kitchen/planner/${last}`] = reply(planned({ week: last, days }));
  open();
  await press(plannerWords.copyWeek);
  expect(await screen.findByText(copyWords.lost(1))).toBeVisible();
  await press(copyWords.go(1));
  await waitFor(() => expect(daysOf(there.days)[0]?.meals).toEqual([{ meal: "stew", portions: 30 }]));
  expect(saved(tue)).toEqual([]);
  await press(plannerWords.undo);
  await waitFor(() => expect([saved(mon), saved(tue)]).toEqual([["dal", "soup"], ["wrap"]]));
});

test("a week that is refused says why, and the next edit tries again", async () => {
  open();
  site.on[`PUT ${path}`] = reply({ message: "This meal is not in the book." }, 422);
  await take("Dal", mon);
  expect(await screen.findByText(plannerWords.refused("This meal is not in the book."))).toBeVisible();
  expect(Object.keys((await readValue(storage(), "planned")) ?? {})).toEqual([week]);
  site.on[`PUT ${path}`] = put;
  await take("Falafel wrap", tue);
  await waitFor(() => expect([saved(mon), saved(tue)]).toEqual([["soup"], []]));
});
