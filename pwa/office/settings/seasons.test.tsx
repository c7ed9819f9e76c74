import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply } from "#pwa/testing/site";

const id = "01JD0000000000000000000001";
const path = `/api/kitchen/seasons/${id}`;
const ramadan = {
  kind: "ramadan",
  first: "2027-02-08",
  last: "2027-03-09",
  first_expected: true,
  last_expected: true,
  earlier: 12,
  windows: [{ id: "W1", from: "18:00", until: "18:30" }],
};
const window = { weekdays: [1, 2, 3, 4, 5], capacity: 0, on: [], places: 0, deliveries: 0, fullest: 0, closed: false };
const windows = [
  { ...window, id: "W1", from: "12:15", until: "12:45" },
  { ...window, id: "W2", from: "13:00", until: "13:30" },
];
const refusal = reply({ reason: "hours_ordered", message: "Lunches that are ordered …", detail: { lunches: 3 } }, 409);
const sheet = async () => within(await screen.findByRole("dialog"));

test("an iftar window is among those of Ramadan, not of Fridays, and what Ramadan leaves is said apart", async () => {
  const site = await signInOperator("manager");
  const iftar = { ...window, id: "W3", from: "18:15", until: "18:45", ramadan_only: true };
  site.on["GET /api/kitchen/closed-days"] = reply({ data: [] });
  site.on["GET /api/kitchen/seasons"] = reply({ data: [{ id, ...ramadan }] });
  site.on["GET /api/kitchen/settings/areas"] = reply({
    data: [{ id: "A1", name: "Business Bay", name_ar: "", closed: false, windows: [...windows, iftar] }],
  });
  site.on[`PUT ${path}`] = reply(
    { reason: "hours_ordered", message: "Lunches …", detail: { lunches: 3, outside: 1 } },
    409,
  );
  openAt("/kitchen/closed-days", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("Monday 8 February 2027 – Tuesday 9 March 2027");
  await press("Change Ramadan from Monday 8 February");
  const form = await sheet();
  form.getByText("Business Bay, 18:15–18:45 · only in Ramadan");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  const said = await form.findByText(/2 ordered lunches come at other times/);
  expect(said.textContent).toContain("1 ordered lunch of a window that exists only in Ramadan is not brought by this.");
  await press("Cancel");
  await press("Add Fridays");
  expect((await sheet()).queryByText(/only in Ramadan/)).toBeNull();
});

test("Ramadan moves and is removed after its manager has seen how many lunches come at other times", async () => {
  const site = await signInOperator("manager");
  site.on["GET /api/kitchen/closed-days"] = reply({ data: [] });
  site.on["GET /api/kitchen/seasons"] = reply({ data: [{ id, ...ramadan }] });
  site.on["GET /api/kitchen/settings/areas"] = reply({
    data: [{ id: "A1", name: "Business Bay", name_ar: "", closed: false, windows }],
  });
  openAt("/kitchen/closed-days", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("Monday 8 February 2027 – Tuesday 9 March 2027");
  screen.getByText("Orders close 12 hours earlier");

  site.on[`PUT ${path}`] = refusal;
  await press("Change Ramadan from Monday 8 February");
  let form = await sheet();
  const first = form.getByLabelText("First day");
  await userEvent.clear(first);
  await userEvent.type(first, "2027-02-09");
  await userEvent.click(form.getAllByLabelText("Takes no new lunches on these days")[1] as HTMLElement);
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await form.findByText("3 ordered lunches come at other times by this. The people who ordered them get a letter.");
  site.on[`PUT ${path}`] = reply({ data: {} });
  await userEvent.click(form.getByRole("button", { name: "Save and change 3 lunches" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const moved = { ...ramadan, first: "2027-02-09", windows: [...ramadan.windows, { id: "W2", from: "", until: "" }] };
  expect(site.sent("PUT", path)).toEqual([
    { ...moved, lunches: 0 },
    { ...moved, lunches: 3 },
  ]);

  site.on[`DELETE ${path}`] = refusal;
  await press("Remove Ramadan from Monday 8 February");
  form = await sheet();
  await userEvent.click(form.getByRole("button", { name: "Remove" }));
  await form.findByText(/3 ordered lunches come at other times/);
  site.on[`DELETE ${path}`] = reply({ data: {} });
  await userEvent.click(form.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("DELETE", path)).toEqual([{ lunches: 0 }, { lunches: 3 }]);

  await press("Add Fridays");
  form = await sheet();
  await userEvent.type(form.getAllByLabelText("From")[0] as HTMLElement, "11:30");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  form.getByText("Choose a day.");
  form.getByText("Enter both times, the second one later.");
});
