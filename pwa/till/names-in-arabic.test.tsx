import { render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cartWords, posWords, saleWords } from "#pwa/i18n/pos";
import type { TillTerms } from "#pwa/offline/wire";
import { dateAt } from "#pwa/rules/week/date";
import { openAt, press } from "#pwa/testing/open-at";
import { lunch, lunchId, newTill, noon } from "#pwa/testing/till-kit";
import { clearCart } from "#pwa/till/cart";
import { addToSums, openShift, sumsOf } from "#pwa/till/drawer";
import { ReceiptPaper } from "#pwa/till/receipt-paper";
import { ReportTable } from "#pwa/till/report-table";
import { clock, stopTill } from "#pwa/till/till";
import { noSums, type Sale, type Shift, writeNote } from "#pwa/till/till-db";
import { TillPage } from "#pwa/till/till-page";

vi.mock("#pwa/i18n/food", () => import("#pwa/i18n/ar/food"));

const names = { name: "Burrito bowl", name_ar: "وعاء بوريتو" };
afterEach(() => {
  stopTill();
  clearCart();
  vi.unstubAllGlobals();
});

test("the cart and the sale name a meal in Arabic as its tile does", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const db = await newTill();
  const meals = [{ id: lunchId, ...names, cuisine: 1, price: 4700, employee_price: 3530 }];
  const days = [{ date: dateAt(Date.now()), week: "2026-11-23", hash: "h1", meals }];
  const terms = { name: "Pantry", place: "Floor 14", days, vat_percentage: 5 } as unknown as TillTerms;
  await writeNote(db, "terms", { terms, at: Date.now() });
  await openShift(db, clock, "Leila", 20_000);
  db.close();
  openAt("/pos", { "/pos": <TillPage />, "/pos/checkout/:orderId?": <TillPage /> });
  await press(/^وعاء بوريتو/);
  const cart = within(screen.getByRole("complementary", { name: cartWords.cart }));
  expect(cart.getByText(names.name_ar)).toBeVisible();
  await press(cartWords.save("AED 47.00"));
  await screen.findByRole("button", { name: saleWords.next });
  const sale = within(screen.getByRole("complementary", { name: posWords.receipt("P7", 1) }));
  expect(sale.getByText(`1 × ${names.name_ar}`)).toBeVisible();
  expect(screen.queryByText(names.name)).toBeNull();
});

test("receipt and day's report are in Arabic too, and a sale of an older app keeps the one name that it has", () => {
  const lines = [
    { meal: lunchId, ...names, qty: 1, price: 4700 },
    { meal: "old", name: "Pumpkin soup", qty: 2, price: 3600 },
  ];
  const sale: Sale = { ...lunch({ lines }), receipt: 31, shift: "S", day: "2026-11-23", total: 11_900, printed: false };
  const paper = { id: "01K000000000000000000S9K2M", at: noon, prefix: "P7", squares: [], who: "Leila", copy: false };
  const rowsOf = ({ container }: ReturnType<typeof render>) =>
    [...container.querySelectorAll("tr")].map((row) => row.textContent).filter((row) => row?.includes(" × "));
  const rows = [`2 × Pumpkin soupAED 72.00`, `1 × ${names.name_ar}AED 47.00`];
  expect(rowsOf(render(<ReceiptPaper {...paper} sale={sale} />))).toEqual(rows.toReversed());
  const shift = { sums: addToSums(noSums(), sale) } as Shift;
  expect(rowsOf(render(<ReportTable sums={sumsOf([shift])} />))).toEqual(rows);
});
