import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Withdrawn } from "#pwa/employee/home/withdrawn";
import { openDb, useDevice } from "#pwa/offline/db";
import { menuOf, orderOf } from "#pwa/testing/sample";
import { keepMenu, keepOrder, timeIs } from "#pwa/testing/signed-in";
import { useToasts } from "#pwa/ui/toast-store";

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("#pwa/offline/server", async (real) => ({ ...(await real<object>()), call }));

const dates = ["2026-11-30", "2026-12-01"];
const cutoff = "2026-11-28T20:00:00Z";
let n = 0;
timeIs("2026-11-26T09:00:00Z");
beforeEach(() => useToasts.setState({ toasts: [] }));
beforeEach(async () => useDevice.setState({ db: await openDb(`withdrawn-${++n}`) }));

const show = async (instead?: string) => {
  const order = orderOf("O1", "Confirmed", dates);
  for (const { items } of order.deliveries.slice(0, 1))
    Object.assign(items[0] ?? {}, { withdrawn: { until: cutoff, instead } });
  await keepMenu(menuOf("2026-11-30", dates));
  await keepOrder(order);
  render(<Withdrawn />, { wrapper: MemoryRouter });
};

test("the home page says without a network which meal does not come, and what comes if nobody chooses", async () => {
  await show("b");
  expect(await screen.findByText("We cannot cook Meal a")).toBeVisible();
  expect(screen.getByText("For Mon 30 Nov.")).toBeVisible();
  expect(screen.getByText(/Choose another – free of charge until Sat 28, 23:59/)).toHaveTextContent(
    "Meal b comes instead",
  );
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

const corrected = async (yours: boolean) => {
  const order = orderOf("O1", "Confirmed", dates);
  const changed = { dairy: "contains", nuts: "may_contain", soy: "no_data" };
  for (const { items } of order.deliveries.slice(0, 1))
    Object.assign(items[0] ?? {}, { corrected: { at: "2026-11-25T09:00:00Z", changed, yours, until: cutoff } });
  await keepOrder(order);
  render(<Withdrawn />, { wrapper: MemoryRouter });
};

test("who avoids what a corrected meal has is told what it is and may choose another, and everybody else sees it", async () => {
  await corrected(true);
  expect(await screen.findByText("Check Meal a: an allergen was corrected")).toBeVisible();
  expect(
    screen.getByText(
      "It contains dairy. It may contain nuts. We no longer name soy. Your profile says that you avoid this.",
    ),
  ).toBeVisible();
  expect(screen.getByText(/free of charge, until Sat 28, 23:59, or leave it out/)).toBeVisible();
  expect(screen.getByRole("link")).toHaveAttribute("href", "/editorder/O1?day=2026-11-30");
  cleanup();
  await corrected(false);
  expect(await screen.findByText("The allergens of Meal a were corrected")).toBeVisible();
  expect(screen.queryByText(/you avoid this/)).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

test("after the cut-off a corrected meal can be left out, and what was paid for it comes back", async () => {
  vi.setSystemTime(Date.parse(cutoff));
  call.mockResolvedValue({ refund: 3_530 });
  await corrected(true);
  await userEvent.click(await screen.findByRole("button", { name: "Leave Meal a out of Mon 30 Nov" }));
  expect(call).toHaveBeenCalledWith("POST", "/api/amendment/leave-out", {
    order: "O1",
    date: "2026-11-30",
    meal: "a",
  });
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual([
      "It is left out. AED 35.30 went back to your wallet.",
    ]),
  );
});

test("after the cut-off nothing is left to choose", async () => {
  vi.setSystemTime(Date.parse(cutoff));
  await show();
  expect(await screen.findByText("We pay it back to your wallet.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
