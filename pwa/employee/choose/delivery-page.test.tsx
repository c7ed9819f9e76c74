import { renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { DeliveryPage } from "#pwa/employee/choose/delivery-page";
import { setDay } from "#pwa/employee/choose/edit-day";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useOrders } from "#pwa/offline/use-orders";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { orderOf } from "#pwa/testing/sample";
import { draftAt, keepLive, keepOrder, signedIn, timeIs } from "#pwa/testing/signed-in";
import { neverSynced } from "#pwa/testing/site";
import { Toasts } from "#pwa/ui/toasts";

timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => {
  const site = await signedIn({}, neverSynced);
  site.online = false;
});

const open = (at = "/delivery/") => openAt(at, { "/delivery/:date?": <DeliveryPage /> }, <Toasts />);
const first = () => screen.findByRole("region", { name: "30 Nov – 4 Dec" });
const on = (week: HTMLElement) =>
  within(week)
    .getAllByRole("button", { pressed: true })
    .map((tile) => tile.textContent?.slice(0, 3));

test("starts with every open day of the first week that has one", async () => {
  open();
  expect(on(await first())).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri"]);
  expect(screen.getByText("5 days")).toBeInTheDocument();
  await leadsTo("Choose meals", "/mealselection?week=2026-11-30");
});

test("starts with the weekdays of the last order, and says so", async () => {
  await keepOrder(orderOf("O1", "Completed", ["2026-11-16", "2026-11-17", "2026-11-20"]));
  // The page begins with what is known when it opens.
  const { result: known } = renderHook(() => useOrders());
  await waitFor(() => expect(known.current).toHaveLength(1));
  open();
  const week = await first();
  await waitFor(() => expect(on(week)).toEqual(["Mon", "Tue", "Fri"]));
  expect(screen.getByText(/the days you usually order/)).toBeInTheDocument();
});

test("remembers the days over a reload, without a network", async () => {
  const { unmount } = open();
  await userEvent.click(within(await first()).getByRole("button", { name: /^Fri/ }));
  await screen.findByText("4 days");
  unmount();
  open();
  expect(on(await first())).toEqual(["Mon", "Tue", "Wed", "Thu"]);
});

test("too few days of a week say how many are missing and go nowhere", async () => {
  open();
  const week = await first();
  for (const day of ["Wed", "Thu", "Fri"])
    await userEvent.click(within(week).getByRole("button", { name: new RegExp(`^${day}`) }));
  await screen.findByText("1 more day for 30 Nov – 4 Dec");
  expect(screen.getByRole("button", { name: "Choose meals" })).toBeDisabled();
});

test("ordered and closed days cannot be chosen, and say why", async () => {
  await keepLive({ taken: ["2026-12-01"], closed: ["2026-12-02"] });
  open();
  const week = await first();
  await waitFor(() => expect(on(week)).toEqual(["Mon", "Thu", "Fri"]));
  expect(within(week).queryByRole("button", { name: /^Tue/ })).not.toBeInTheDocument();
  expect(within(week).getByText("Tue is ordered, no delivery on Wed.")).toBeInTheDocument();
});

test("a date in the address is chosen", async () => {
  open("/delivery/2026-12-09");
  const second = await screen.findByRole("region", { name: "7 – 11 Dec" });
  expect(on(second)).toContain("Wed");
});

test.each([
  ["2026-12-01", "Tue 1 Dec cannot be ordered: you have ordered it already."],
  ["2026-12-02", "Wed 2 Dec cannot be ordered: there is no delivery on this day."],
  ["2026-12-07", "Mon 7 Dec cannot be ordered: there is no delivery on this day."],
  ["2026-11-20", "Fri 20 Nov cannot be ordered: it has closed, because orders close 2 days before."],
  ["2026-12-05", "Sat 5 Dec cannot be ordered: we deliver Monday to Friday."],
  ["2027-02-01", "Mon 1 Feb cannot be ordered: it is not open yet, because four weeks are open at a time."],
])("the date %s, which cannot be had, says why", async (date, sentence) => {
  await keepLive({ taken: ["2026-12-01"], closed: ["2026-12-02", "2026-12-07"] });
  open(`/delivery/${date}`);
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test("taking a day away takes its meals too, and undo brings both back", async () => {
  await setDay("2026-12-04", [{ meal: "a", qty: 2 }]);
  const { result: known } = renderHook(() => useDraftDays());
  await waitFor(() => expect(known.current).toHaveLength(1));
  open();
  await userEvent.click(within(await first()).getByRole("button", { name: /^Fri/ }));
  await screen.findByText("Friday removed");
  await waitFor(async () => expect((await draftAt("2026-12-04"))?.items).toEqual([]));
  await press("Undo");
  await waitFor(async () => expect((await draftAt("2026-12-04"))?.items).toEqual([{ meal: "a", qty: 2 }]));
});
