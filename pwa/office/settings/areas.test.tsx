import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const path = "/api/kitchen/settings/areas";
const ahead = { "2027-03-01": 100, "2027-03-02": 100, "2027-03-03": 70, "2027-03-04": 12, "2027-03-05": 30 };
const plain = { weekdays: [1, 2, 3, 4, 5], capacity: 0, on: [100, 100, 70, 12, 30], ahead };
const bay = {
  id: "A1",
  name: "Business Bay",
  name_ar: "الخليج التجاري",
  closed: false,
  seal: "a",
  windows: [
    {
      id: "W1",
      from: "12:15",
      until: "12:45",
      closed: false,
      ...plain,
      places: 4,
      deliveries: 312,
      fullest: 100,
      seal: "w",
    },
  ],
};
const quoz = { id: "A2", name: "Al Quoz", name_ar: "", closed: false, windows: [] };

async function openAreas(...areas: unknown[]) {
  const site = await signInOperator("manager");
  site.on[`GET ${path}`] = reply({ data: areas });
  for (const route of [`POST ${path}`, `PUT ${path}`, `PUT ${path}/A1`, "PUT /api/kitchen/settings/windows/W1"])
    site.on[route] = reply({ data: areas });
  openAt("/kitchen/areas", { "/kitchen/*": <KitchenPage /> });
  await screen.findByRole("heading", { level: 1, name: "Delivery areas" });
  return site;
}
const sheet = async () => within(await screen.findByRole("dialog"));

test("an empty installation says what is missing, and an area is added once", async () => {
  const site = await openAreas();
  await screen.findByText("Nobody can register or order before there is an area with a window.");
  await press("Add an area");
  const form = await sheet();
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  form.getByText("Enter a name.");
  await userEvent.type(form.getByLabelText("Name"), "Deira");
  site.on[`POST ${path}`] = reply({ errors: { name: ["There is an area with this name already."] } }, 422);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("There is an area with this name already.");
  site.on[`POST ${path}`] = reply({ data: [] }, 201);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = site.sent("POST", path) as { id: string }[];
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(sent[1]).toMatchObject({ name: "Deira", name_ar: "" });
});

test("new times and a closed window say whom they affect before they are saved", async () => {
  const site = await openAreas(bay, quoz);
  await screen.findByText("4 addresses and 312 future deliveries");
  screen.getByText("No window yet: nobody can choose this area.");
  await press("Change 12:15–12:45");
  const form = await sheet();
  expect(form.queryByText(/312/)).toBeNull();
  await userEvent.clear(form.getByLabelText("Until"));
  await userEvent.type(form.getByLabelText("Until"), "13:00");
  form.getByText(
    /312 future deliveries use this window and are brought at the new time. The people who ordered them get a letter./,
  );
  await userEvent.click(form.getByRole("switch", { name: "Takes new deliveries" }));
  form.getByText(/Nobody can order to here any more. 312 future deliveries are still cooked and brought/);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const changed = {
    from: "12:15",
    until: "13:00",
    closed: true,
    weekdays: [1, 2, 3, 4, 5],
    capacity: 0,
    lunches: 312,
    seen: "w",
  };
  expect(site.sent("PUT", "/api/kitchen/settings/windows/W1")).toEqual([changed]);
});

test("a change from a day to come counts the deliveries of that day and later ones, and is taken back", async () => {
  const next = { begins: "2027-03-02", from: "12:15", until: "12:45", closed: false, weekdays: [1, 2], capacity: 50 };
  const site = await openAreas({ ...bay, windows: [{ ...bay.windows[0], next }] });
  const windows = "/api/kitchen/settings/windows/W1";
  await screen.findByText(/From Tuesday 2 March:/);
  screen.getByText(/Mon and Tue.*at most 50 a day/);
  await press("Change 12:15–12:45");
  let form = await sheet();
  await userEvent.clear(form.getByLabelText("From"));
  await userEvent.type(form.getByLabelText("From"), "12:00");
  await userEvent.clear(form.getByLabelText("Begins on"));
  await userEvent.type(form.getByLabelText("Begins on"), "2020-01-01");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("Choose today or a day of the coming year.");
  await userEvent.clear(form.getByLabelText("Begins on"));
  await userEvent.type(form.getByLabelText("Begins on"), "2027-03-04");
  form.getByText(
    /42 future deliveries from Thursday 4 March on use this window .* It replaces what was planned from Tuesday 2 March\./,
  );
  site.on[`PUT ${windows}`] = reply({ message: "", reason: "hours_ordered", detail: { lunches: 43 } }, 409);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText(/43 ordered lunches come at other times by this/);
  site.on[`PUT ${windows}`] = reply({ data: [] });
  await userEvent.click(form.getByRole("button", { name: "Save and change 43 lunches" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = {
    from: "12:00",
    until: "12:45",
    weekdays: [1, 2, 3, 4, 5],
    capacity: 0,
    closed: false,
    begins: "2027-03-04",
    seen: "w",
  };
  expect(site.sent("PUT", windows)).toEqual([
    { ...sent, lunches: 42 },
    { ...sent, lunches: 43 },
  ]);
  await press("Take back the planned change of Business Bay, 12:15–12:45");
  form = await sheet();
  form.getByText("It stays as it is now.");
  await userEvent.click(form.getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const kept = {
    from: "12:15",
    until: "12:45",
    weekdays: [1, 2, 3, 4, 5],
    capacity: 0,
    closed: false,
    lunches: 0,
    seen: "w",
  };
  expect(site.sent("PUT", windows).at(-1)).toEqual(kept);
});

test("a new window and a new area begin on a day to come", async () => {
  const site = await openAreas(bay);
  site.on["POST /api/kitchen/settings/windows"] = reply({ data: [] }, 201);
  await press("Add a window");
  let form = await sheet();
  await userEvent.type(form.getByLabelText("From"), "13:00");
  await userEvent.type(form.getByLabelText("Until"), "13:30");
  await userEvent.clear(form.getByLabelText("Begins on"));
  await userEvent.type(form.getByLabelText("Begins on"), "2027-03-04");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const added = { area_id: "A1", from: "13:00", until: "13:30", begins: "2027-03-04" };
  expect(site.sent("POST", "/api/kitchen/settings/windows")).toEqual([expect.objectContaining(added)]);
  await press("Add an area");
  form = await sheet();
  await userEvent.type(form.getByLabelText("Name"), "Deira");
  await userEvent.clear(form.getByLabelText("Begins on"));
  await userEvent.type(form.getByLabelText("Begins on"), "2027-03-05");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("POST", path)).toEqual([expect.objectContaining({ name: "Deira", begins: "2027-03-05" })]);
});

test("an area moves up the list, and is closed with what that affects", async () => {
  const site = await openAreas(bay, quoz);
  await press("Move Al Quoz up");
  await waitFor(() => expect(site.sent("PUT", path)).toContainEqual({ areas: ["A2", "A1"] }));
  await press("Edit Business Bay");
  const form = await sheet();
  await userEvent.click(form.getByRole("switch", { name: "Takes new deliveries" }));
  form.getByText(/4 addresses here need another window/);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(site.sent("PUT", `${path}/A1`)).toEqual([
      { name: "Business Bay", name_ar: bay.name_ar, closed: true, seen: "a" },
    ]),
  );
});

test("fewer weekdays and a capacity say which deliveries stay before they are saved", async () => {
  const site = await openAreas(bay);
  await press("Change 12:15–12:45");
  const form = await sheet();
  const weekday = (name: string) => userEvent.click(form.getByRole("button", { name }));
  await weekday("Friday");
  form.getByText("30 future deliveries use this window on Fridays; they stay.");
  await userEvent.type(form.getByLabelText(/Most deliveries a day/), "40");
  form.getByText("The fullest day has 100 deliveries already; they stay, and that day takes no more.");
  for (const name of ["Monday", "Tuesday", "Wednesday", "Thursday"]) await weekday(name);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  form.getByText("Choose at least one weekday.");
  expect(site.sent("PUT", "/api/kitchen/settings/windows/W1")).toEqual([]);
  await weekday("Thursday");
  await weekday("Monday");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const changed = { from: "12:15", until: "12:45", closed: false, weekdays: [1, 4], capacity: 40, seen: "w" };
  expect(site.sent("PUT", "/api/kitchen/settings/windows/W1")).toEqual([changed]);
});
