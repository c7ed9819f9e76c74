import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Withdrawn } from "#pwa/employee/home/withdrawn";
import { openDb, useDevice } from "#pwa/offline/db";
import type { Order } from "#pwa/offline/wire";
import { menuOf, orderOf } from "#pwa/testing/sample";

const dates = ["2026-11-30", "2026-12-01"];
const cutoff = "2026-11-28T20:00:00Z";
let n = 0;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-26T09:00:00Z") });
  useDevice.setState({ db: await openDb(`withdrawn-${++n}`) });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = async (instead?: string) => {
  const order = orderOf("O1", "Confirmed", dates);
  const [first, ...rest] = order.deliveries;
  if (!first) throw new Error("a day");
  const items = first.items.map((item) => ({ ...item, withdrawn: { until: cutoff, instead } }));
  const gone: Order = { ...order, rev: 1, deliveries: [{ ...first, cutoff, items }, ...rest] };
  const { db } = useDevice.getState();
  await db?.menus.put({ hash: "H", week: "2026-11-30", menu: menuOf("2026-11-30", dates), at: 1 });
  await db?.orders.put(gone);
  render(
    <MemoryRouter>
      <Withdrawn />
    </MemoryRouter>,
  );
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
