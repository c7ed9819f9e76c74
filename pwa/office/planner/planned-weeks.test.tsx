import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { importWords, plannerWords } from "#pwa/i18n/planner";
import { weekLabel } from "#pwa/i18n/say-day";
import { PlannedWeeks } from "#pwa/office/planner/planned-weeks";
import type { ImportLook, WeekRow } from "#pwa/office/planner/planner";
import { writeValue } from "#pwa/offline/db";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";
import { plannedWeek, signInOperator, storage, weekOf } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { type Handler, reply, type Site } from "#pwa/testing/site";

const monday = mondayOf(dateAt(Date.now()));
const row = (weeks: number, more: Partial<WeekRow> = {}): WeekRow => ({
  week: addDays(monday, 7 * weeks),
  label: "",
  state: "empty",
  meals: 0,
  days: 0,
  ...more,
});

let site: Site;
const open = (...weeks: WeekRow[]) => {
  site.on["GET /api/kitchen/planner"] = reply({ weeks });
  openAt("/", { "/": <PlannedWeeks /> });
};
const look = (more: Partial<ImportLook> = {}): ImportLook => ({
  hash: "abc",
  rows: 7,
  meals: [],
  days: [],
  errors: [],
  more: 0,
  published: [],
  applied: false,
  ...more,
});
const imports = () => site.sent("POST", "/api/kitchen/planner/import");
/** Looks at a table, of which the server says this. */
const chooseTable = async (said: Handler) => {
  site.on["POST /api/kitchen/planner/import"] = said;
  open(row(0));
  await press(importWords.button);
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.upload(sheet.getByLabelText(importWords.file), new File(["date,meal\n"], "menus.csv"));
  expect(await sheet.findByText("menus.csv")).toBeVisible();
  await userEvent.click(sheet.getByRole("button", { name: importWords.look }));
  return sheet;
};

beforeEach(async () => {
  site = await signInOperator();
});

test("each week says how far it is and what is missing, and weeks before without meals are left out", async () => {
  const closed = { date: addDays(monday, 8), name: "National Day", deliveries: 0 };
  site.on["GET /api/kitchen/closed-days"] = reply({ data: [closed] });
  open(
    row(-2),
    row(-1, { state: "published", meals: 60, days: 5 }),
    row(0, { state: "published", meals: 60, days: 5 }),
    row(1, { state: "planned", meals: 20, days: 3 }),
    row(2),
  );
  const next = await screen.findByRole("link", { name: new RegExp(plannerWords.nextWeek) });
  expect(await within(next).findByText(plannerWords.missing(1))).toBeVisible();
  expect(within(next).getByText(plannerWords.states.planned as string)).toBeVisible();
  expect(next).toHaveAttribute("href", `/kitchen/menus/${addDays(monday, 7)}`);
  expect(screen.getByText(weekLabel(addDays(monday, -7)))).toBeVisible();
  expect(screen.queryByText(weekLabel(addDays(monday, -14)))).toBeNull();
  expect(screen.getAllByRole("link", { name: /./ }).filter((link) => link.matches(".plweek"))).toHaveLength(4);
});

test("a week that is kept on this device and not saved is named", async () => {
  await writeValue(storage(), "planned", { [monday]: { rev: 1, base: [], days: [] } });
  open(row(0));
  expect(await screen.findByText(plannerWords.unsaved([weekLabel(monday)]))).toBeVisible();
});

test("a week that was left without a connection is sent from the list, and one that two people changed waits there", async () => {
  const next = addDays(monday, 7);
  site.on[`GET /api/kitchen/planner/${monday}`] = plannedWeek(monday, 1, "dal");
  site.on[`PUT /api/kitchen/planner/${monday}`] = plannedWeek(monday, 2, "soup");
  site.on[`GET /api/kitchen/planner/${next}`] = plannedWeek(next, 5, "stew");
  const keptOf = (week: string) => ({ rev: 1, base: weekOf(week, "dal"), days: weekOf(week, "soup") });
  await writeValue(storage(), "planned", { [monday]: keptOf(monday), [next]: keptOf(next) });
  open(row(0), row(1));
  expect(await screen.findByText(plannerWords.unsaved([weekLabel(next)]))).toBeVisible();
  const puts = site.asked.filter(({ method }) => method === "PUT");
  expect(puts.map(({ path, body }) => [path, body])).toEqual([
    [`/api/kitchen/planner/${monday}`, { rev: 1, days: keptOf(monday).days }],
  ]);
});

test("without a connection the weeks say so and can be asked for again", async () => {
  site.online = false;
  open(row(0, { meals: 5, days: 1 }));
  expect(await screen.findByText(kitchenWords.failedOffline)).toBeVisible();
  site.online = true;
  await press("Try again");
  expect(await screen.findByText(plannerWords.filled(5, 1))).toBeVisible();
});

test("a table is looked at first, and what was seen is taken over", async () => {
  const meals = [
    { code: "okra", name: "Okra stew", what: "new", fields: [] },
    { code: "dal", name: "Dal", what: "changed", fields: ["price", "name_ar"] },
  ];
  const days = [{ date: addDays(monday, 7), added: 2, removed: 1, changed: 0, kept: 3 }];
  const sheet = await chooseTable((body) => {
    const applied = (body as { apply?: string }).apply === "abc";
    return { status: 200, body: look({ meals, days, applied }) };
  });
  expect(await sheet.findByText(importWords.new(1))).toBeVisible();
  expect(sheet.getByText(importWords.fields(["price", "name_ar"]))).toBeVisible();
  expect(sheet.getByText(/2 added · 1 taken off · 3 as they are/)).toBeVisible();
  await userEvent.click(sheet.getByLabelText(new RegExp(importWords.publish)));
  await waitFor(() => expect(imports()).toHaveLength(2));
  await waitFor(() => expect(sheet.getByLabelText(new RegExp(importWords.publish))).toBeChecked());
  await userEvent.click(sheet.getByRole("button", { name: importWords.apply }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const file = btoa("date,meal\n");
  expect(imports()).toEqual([
    { file, publish: false },
    { file, publish: true },
    { file, publish: true, apply: "abc" },
  ]);
});

test("a table with errors names each cell and cannot be taken over", async () => {
  const error = { row: 5, column: "price", value: "abc", what: "This is not a number." };
  const sheet = await chooseTable(reply(look({ errors: [error], more: 3 })));
  expect(await sheet.findByText("This is not a number.")).toBeVisible();
  expect(sheet.getByText(importWords.row(5))).toBeVisible();
  expect(sheet.getByText(importWords.cell("price", "abc"))).toBeVisible();
  expect(sheet.getByText(importWords.bad(4))).toBeVisible();
  expect(sheet.getByText(importWords.more(3))).toBeVisible();
  expect(sheet.getByRole("button", { name: importWords.apply })).toBeDisabled();
  await userEvent.click(sheet.getByRole("button", { name: importWords.other }));
  expect(await sheet.findByLabelText(importWords.file)).toBeEnabled();
});

test("a table that is another one by now is looked at again", async () => {
  const days = [{ date: monday, added: 1, removed: 0, changed: 0, kept: 0 }];
  const sheet = await chooseTable(reply(look({ days })));
  site.on["POST /api/kitchen/planner/import"] = reply({ message: "changed", reason: "table_changed" }, 409);
  await userEvent.click(await sheet.findByRole("button", { name: importWords.apply }));
  expect(await sheet.findByText(importWords.tableChanged)).toBeVisible();
  expect(sheet.getByRole("button", { name: importWords.look })).toBeEnabled();
});
