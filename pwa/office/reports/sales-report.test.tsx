import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { OfficeReport } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";

const { callFile, saved } = vi.hoisted(() => ({ callFile: vi.fn(), saved: vi.fn() }));
vi.mock("#pwa/offline/server", async (real) => ({ ...(await real<object>()), callFile }));
vi.mock("#pwa/ui/save-file", () => ({ saveFile: saved }));

const sums = {
  lunches: 3,
  gross_amount: 12_000,
  discount: 2_000,
  net_amount: 10_000,
  company_share: 6_000,
  employee_share: 4_000,
  counter_amount: 3_000,
};
const owing = {
  not_yet: 0,
  to_30: 120_000,
  to_60: 0,
  to_90: 0,
  beyond: 5_000,
  due: 125_000,
  credit: 0,
  not_invoiced: 700,
};
const line = { rate: 5, kind: "invoice", documents: 2, net_amount: 9_524, vat_amount: 476, total_amount: 10_000 };
const report: OfficeReport = {
  span: { from: "2026-11-01", until: "2026-11-21" },
  total: sums,
  days: [{ day: "2026-11-17", ...sums }],
  companies: [{ id: "C1", name: "Harbour Line Logistics", ...sums }],
  channels: [{ channel: "app", ...sums }],
  meals: [
    { meal: "M1", name: "Chicken Mandi", app: 2, counter: 1, net_amount: 9_900 },
    { meal: "", name: "", app: 0, counter: 0, net_amount: 100 },
  ],
  receivables: {
    on: "2026-11-21",
    companies: [{ id: "C1", name: "Harbour Line Logistics", ...owing }],
    total: owing,
    people: 1,
    owed: 2_500,
  },
  vat: { rate: 5, lines: [line], total: { ...line, kind: "" } },
};

const at = "/api/kitchen/report?from=2026-11-01&until=2026-11-21";
let site: Site;
const open = () => openAt("/kitchen/report", { "/kitchen/*": <KitchenPage /> });
const table = async (title: string) => within(await screen.findByRole("region", { name: `${title}, as a table` }));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T08:00:00Z") });
  site = await signInOperator("support");
  site.on[`GET ${at}`] = reply({ data: report });
});

test("the office reads what was sold, who owes how much for how long, and the VAT, and takes each table along", async () => {
  open();
  expect((await table("By day")).getByRole("row", { name: "17 Nov 3 100.00 60.00 40.00 30.00" })).toBeTruthy();
  expect((await table("By company")).getByRole("rowheader", { name: "Harbour Line Logistics" })).toBeTruthy();
  expect((await table("By meal")).getByRole("row", { name: "Price differences at counters 0 0 1.00" })).toBeTruthy();
  expect(
    (await table("Receivables")).getByRole("row", {
      name: "Harbour Line Logistics 0.00 1,200.00 0.00 0.00 50.00 1,250.00 0.00 7.00",
    }),
  ).toBeTruthy();
  expect(screen.getByText(/1 person owes AED 25.00 for lunches at counters/)).toBeTruthy();
  expect((await table("VAT")).getByRole("row", { name: "Company invoices 2 95.24 4.76 100.00" })).toBeTruthy();

  callFile.mockResolvedValue({ name: "sahn-sales", blob: new Blob(["x"]) });
  await press("Excel");
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  await press("VAT, as CSV");
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
  expect(callFile.mock.calls.map(([path]) => path)).toEqual(
    ["&format=xlsx", "&format=csv&table=vat"].map(
      (file) => `/api/kitchen/report/file?from=2026-11-01&until=2026-11-21${file}`,
    ),
  );
});

test("a cook has no sales report", async () => {
  site = await signInOperator("kitchen");
  open();
  expect(await screen.findByText("Your role does not open this page. Ask a manager.")).toBeTruthy();
  expect(site.sent("GET", at)).toEqual([]);
});
