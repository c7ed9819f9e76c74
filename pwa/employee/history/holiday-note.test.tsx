import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { movingOf } from "#pwa/employee/amend/moving";
import { Withdrawn } from "#pwa/employee/home/withdrawn";
import { openDb, useDevice } from "#pwa/offline/db";
import { menuOf, orderOf } from "#pwa/testing/sample";
import { keepMenu, keepOrder, timeIs } from "#pwa/testing/signed-in";

const dates = ["2026-11-30", "2026-12-01", "2026-12-02"];
timeIs("2026-11-26T09:00:00Z");
beforeEach(async () => useDevice.setState({ db: await openDb("holiday") }));

test("a day that was closed says so without a network, and its lunch moves to another day or is paid back", async () => {
  const order = orderOf("O1", "Confirmed", dates.slice(0, 2));
  Object.assign(order.deliveries[0] ?? {}, {
    holiday: { name: "Eid al-Fitr", name_ar: "عيد الفطر" },
    cutoff: "2026-11-28T20:00:00Z",
  });
  await keepMenu(menuOf("2026-11-30", dates));
  await keepOrder(order);
  render(<Withdrawn />, { wrapper: MemoryRouter });
  await screen.findByText("No delivery on Mon 30 Nov");
  expect(screen.getByText(/Eid al-Fitr\. Until Sat 28, 23:59 you can move your lunch/)).toBeVisible();
  expect(screen.getByRole("link", { name: /get the money back/ })).toHaveAttribute(
    "href",
    "/checkout/edit/O1?cancel=2026-11-30",
  );
  await userEvent.click(screen.getByRole("button", { name: /to another day/ }));
  await userEvent.click(await screen.findByRole("radio", { name: "Wed 2 Dec" }));
  const to = screen.getByRole("link", { name: "See the price" }).getAttribute("href") ?? "";
  const move = new URL(to, "https://lunch.example").searchParams.get("move") ?? "";
  const meal = order.deliveries[0]?.items[0];
  expect(movingOf(move)).toEqual([
    { date: "2026-11-30", items: [] },
    { date: "2026-12-02", items: [{ meal: meal?.meal, qty: meal?.qty }] },
  ]);
});
