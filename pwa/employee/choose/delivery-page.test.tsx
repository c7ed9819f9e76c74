import { render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DeliveryPage } from "#pwa/employee/choose/delivery-page";
import { setDay } from "#pwa/employee/choose/edit-day";
import { useDevice } from "#pwa/offline/db";
import { signInWithPassword } from "#pwa/offline/session";
import { stopSync } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import { useOrders } from "#pwa/offline/use-orders";
import type { Order } from "#pwa/offline/wire";
import { mariam, orderOf } from "#pwa/testing/sample";
import { neverSynced, type Site, siteOf } from "#pwa/testing/site";

let site: Site;
let person = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  const me = { ...mariam, id: `P-days-${++person}` };
  site = siteOf([me]);
  neverSynced(site);
  await signInWithPassword(me.email, "secret");
  site.online = false;
});
afterEach(() => {
  stopSync();
  vi.useRealTimers();
});

const open = (at = "/delivery/") =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/delivery/:date?" element={<DeliveryPage />} />
      </Routes>
    </MemoryRouter>,
  );
const first = () => screen.findByRole("region", { name: "30 Nov – 4 Dec" });
const on = (week: HTMLElement) =>
  within(week)
    .getAllByRole("button", { pressed: true })
    .map((tile) => tile.textContent?.slice(0, 3));
const live = (taken: string[], closed: string[] = []) =>
  useDevice.getState().db?.facts.put({
    key: "live",
    value: { wallet: 0, share_used: {}, portions: {}, taken, closed },
  });

test("starts with every open day of the first week that has one", async () => {
  open();
  expect(on(await first())).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri"]);
  expect(screen.getByText("5 days")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Choose meals" })).toHaveAttribute("href", "/mealselection?week=2026-11-30");
});

test("starts with the weekdays of the last order, and says so", async () => {
  const past = orderOf("O1", "Completed", ["2026-11-16", "2026-11-17", "2026-11-20"]);
  await useDevice.getState().db?.orders.put({ ...past, rev: 1 } as Order);
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
  await live(["2026-12-01"], ["2026-12-02"]);
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

test("a date that cannot be had says why", async () => {
  await live(["2026-12-01"]);
  open("/delivery/2026-12-01");
  expect(await screen.findByText("Tue 1 Dec cannot be ordered: ordered.")).toBeInTheDocument();
});

test("taking a day away takes its meals too, and undo brings both back", async () => {
  await setDay("2026-12-04", [{ meal: "a", qty: 2 }]);
  const { Toasts } = await import("#pwa/ui/toasts");
  open();
  render(<Toasts />, { wrapper: MemoryRouter });
  const items = async () => {
    const { db } = useDevice.getState();
    return db && (await draftOf(await readRows(db))).get("2026-12-04")?.items;
  };
  await userEvent.click(within(await first()).getByRole("button", { name: /^Fri/ }));
  await screen.findByText("Friday removed");
  await waitFor(async () => expect(await items()).toEqual([]));
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(async () => expect(await items()).toEqual([{ meal: "a", qty: 2 }]));
});
