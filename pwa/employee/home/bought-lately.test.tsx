import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { BoughtLately } from "#pwa/employee/home/bought-lately";
import { boughtWords } from "#pwa/i18n/history";
import type { Purchase } from "#pwa/offline/wire";
import { press } from "#pwa/testing/open-at";
import { signedIn, timeIs } from "#pwa/testing/signed-in";
import { reply } from "#pwa/testing/site";

timeIs("2026-11-26T09:00:00Z");
const bought = (id: string, more: Partial<Purchase> = {}) =>
  ({
    id,
    status: "Completed",
    place: "Level 3",
    order_date: "2026-11-26T08:30:00Z",
    net_amount: 3_400,
    difference: 0,
    dispute: "",
    ...more,
  }) as Purchase;
const title = boughtWords.title("AED 34.00", "Level 3");

test("a purchase is told at once on the first page, until the person says that it was theirs", async () => {
  const site = await signedIn();
  site.on["GET /api/pos-purchases"] = reply({ data: [bought("S1")], next: "" });
  const { unmount } = render(<BoughtLately />, { wrapper: MemoryRouter });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByRole("link", { name: boughtWords.look })).toHaveAttribute("href", "/dashboard/history?sale=S1");
  await press(boughtWords.seen);
  await waitFor(() => expect(screen.queryByRole("heading")).toBeNull());
  unmount();
  site.on["GET /api/pos-purchases"] = reply({ data: [bought("S2"), bought("S1")], next: "" });
  render(<BoughtLately />, { wrapper: MemoryRouter });
  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
});

test.each([
  ["of yesterday", { order_date: "2026-11-25T08:30:00Z" }],
  ["that was undone", { status: "Refunded" }],
  ["that was reported", { dispute: "open" }],
])("one %s is not told there", async (_, more) => {
  const site = await signedIn();
  site.on["GET /api/pos-purchases"] = reply({ data: [bought("S1", more)], next: "" });
  render(<BoughtLately />, { wrapper: MemoryRouter });
  await waitFor(() => expect(site.sent("GET", "/api/pos-purchases")).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
});
