import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Withdrawn } from "#pwa/employee/home/withdrawn";
import { openDb, useDevice } from "#pwa/offline/db";
import { menuOf, orderOf } from "#pwa/testing/sample";
import { keepMenu, keepOrder, timeIs } from "#pwa/testing/signed-in";

const dates = ["2026-11-30", "2026-12-01"];
const cutoff = "2026-11-28T20:00:00Z";
let n = 0;
timeIs("2026-11-26T09:00:00Z");
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

test("after the cut-off nothing is left to choose", async () => {
  vi.setSystemTime(Date.parse(cutoff));
  await show();
  expect(await screen.findByText("We pay it back to your wallet.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
});
