import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { BankLine } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";

const line: BankLine = {
  id: "L1",
  booked_on: "2026-12-01",
  amount: 350_000,
  currency: "AED",
  payer: "Sidra Trading LLC",
  text: "INV-2026-000001",
  reference: "FT1",
  state: "open",
  by: "",
  at: null,
  recorded: "",
  proposal: {
    certainty: "exact",
    reason: "number",
    company_id: "C1",
    company: "Sidra Trading",
    parts: [{ invoice_id: "I1", number: "INV-2026-000001", amount: 350_000 }],
    over: 0,
  },
};
let site: Site;

beforeEach(async () => {
  site = await signInOperator("support");
  site.on["GET /api/kitchen/bank/S1"] = reply({
    name: "december.csv",
    data: [line],
    page: 1,
    per_page: 50,
    total: 1,
    open: 1,
    booked: 0,
    other: 0,
    exact: ["L1"],
    exact_sum: 350_000,
  });
});

test("a line says what it pays and why, and is recorded only after a second look", async () => {
  site.on["POST /api/kitchen/bank-lines/L1/book"] = reply({ done: 1, left: 0 });
  openAt("/kitchen/bank/S1", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("It names the invoice and brings what is due of it.");
  await press(/^Confirm AED/);
  const sheet = await screen.findByRole("dialog");
  within(sheet).getByText(/^Paid by Sidra Trading LLC\. .*Only a manager can undo/);
  expect(site.sent("POST", "/api/kitchen/bank-lines")).toEqual([]);
  await userEvent.click(within(sheet).getByRole("button", { name: /^Confirm AED/ }));
  await screen.findByText("Transfer recorded");
  expect(site.sent("POST", "/api/kitchen/bank-lines")).toEqual([
    { parts: [{ invoice_id: "I1", amount: 350_000 }], surplus: false },
  ]);
});

test("a manager undoes a booked line with a reason, and support does not", async () => {
  const booked: BankLine = { ...line, state: "booked", by: "Sara", payment: "P1" };
  const list = { name: "december.csv", data: [booked], page: 1, per_page: 50, total: 1, open: 0, booked: 1, other: 0 };
  site.on["GET /api/kitchen/bank/S1"] = reply({ ...list, exact: [], exact_sum: 0 });
  const { unmount } = openAt("/kitchen/bank/S1", { "/kitchen/*": <KitchenPage /> });
  await screen.findByText("Booked", { selector: "span *" });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  unmount();

  site = await signInOperator("manager");
  site.on["GET /api/kitchen/bank/S1"] = reply({ ...list, exact: [], exact_sum: 0 });
  site.on["POST /api/kitchen/transfers/P1/undo"] = reply({
    number: "INV-2026-000001",
    due: 350_000,
    credit: 0,
    invoices: 1,
  });
  openAt("/kitchen/bank/S1", { "/kitchen/*": <KitchenPage /> });
  await press("Undo");
  const sheet = await screen.findByRole("dialog");
  within(sheet).getByText(/^Sidra Trading, INV-2026-000001: AED.3,500\.00\. What it paid is due again/);
  await userEvent.click(within(sheet).getByRole("button", { name: /^Undo AED/ }));
  expect(site.sent("POST", "/api/kitchen/transfers")).toEqual([]);
  await userEvent.type(within(sheet).getByLabelText("Why?"), "Another company");
  await userEvent.click(within(sheet).getByRole("button", { name: /^Undo AED/ }));
  await screen.findByText("Transfer undone. The line waits again");
  expect(site.sent("POST", "/api/kitchen/transfers")).toEqual([{ reason: "Another company" }]);
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/bank/S1")).toHaveLength(2));
});

test("what is missing is looked at once more before a statement is kept", async () => {
  site.on["GET /api/kitchen/bank"] = reply({ data: [], page: 1, per_page: 50, total: 0 });
  const look = {
    applied: false,
    hash: "h",
    format: "csv",
    bank: "",
    headings: ["Date", "Credit"],
    sample: [["03/04/2026", "1.500"]],
    columns: { date: "Date", credit: "Credit" },
    lines: 2,
    credits: 1,
    came_in: 50_000,
    known: 0,
    errors: [{ row: 0, what: "bank" }],
  };
  site.on["POST /api/kitchen/bank"] = reply(look);
  openAt("/kitchen/bank", { "/kitchen/*": <KitchenPage /> });
  await press("Import a statement");
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.upload(sheet.getByLabelText("File"), new File(["Date,Credit"], "december.csv", { type: "text/csv" }));
  await userEvent.click(sheet.getByRole("button", { name: "Look at it" }));
  await sheet.findByText("2 entries, of which 1 credit with AED 500.00");
  expect(sheet.queryByRole("button", { name: "Import" })).toBeNull();
  await userEvent.type(sheet.getByLabelText("Bank"), "ENBD");
  sheet.getByText("First row: 03/04/2026");
  await userEvent.selectOptions(sheet.getByLabelText("Order of dates"), "Month, day, year");
  await userEvent.selectOptions(sheet.getByLabelText("Decimal sign"), "Comma: 1.234,50");
  site.on["POST /api/kitchen/bank"] = reply({ ...look, bank: "ENBD", errors: [], id: "S1" });
  await userEvent.click(sheet.getByRole("button", { name: "Look again" }));
  await userEvent.click(await sheet.findByRole("button", { name: "Import" }));
  await screen.findByRole("heading", { name: "december.csv" }); // what was imported is opened
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(site.sent("POST", "/api/kitchen/bank")[1]).toMatchObject({ columns: { order: "mdy", decimal: "comma" } });
  const [first, second, kept] = site.sent("POST", "/api/kitchen/bank") as { bank: string; apply?: string }[];
  expect([first?.bank, second?.bank, second?.apply, kept?.bank, kept?.apply]).toEqual([
    "",
    "ENBD",
    undefined,
    "ENBD",
    "h",
  ]);
});

test("a line is split by hand over invoices of one company, and is recorded only when all of it is given", async () => {
  const invoice = (id: string, number: string, due: number, company_id = "C1") => ({
    id,
    number,
    due,
    company_id,
    company: company_id === "C1" ? "Sidra Trading" : "Harbour",
    issued_on: "2026-11-01",
  });
  site.on["GET /api/kitchen/invoices"] = reply({
    data: [
      invoice("I1", "INV-2026-000001", 300_050),
      invoice("I2", "INV-2026-000002", 90_000),
      invoice("I3", "INV-2026-000003", 350_000, "C2"),
    ],
    next: "",
  });
  site.on["POST /api/kitchen/bank-lines/L1/book"] = reply({ done: 1, left: 0 });
  openAt("/kitchen/bank/S1", { "/kitchen/*": <KitchenPage /> });
  await press("Match by hand");
  const sheet = within(await screen.findByRole("dialog"));
  await userEvent.click(await sheet.findByRole("button", { name: "Add INV-2026-000001" }));
  expect(sheet.queryByRole("button", { name: "Add INV-2026-000003" })).toBeNull();
  sheet.getByText("AED 499.50 of the line is left to give.");
  const confirm = sheet.getByRole("button", { name: /^Confirm AED/ });
  expect(confirm).toHaveProperty("disabled", true);
  await userEvent.click(sheet.getByRole("button", { name: "Add INV-2026-000002" }));
  expect(sheet.getByLabelText("Amount for INV-2026-000002 (AED)")).toHaveProperty("value", "499.50");
  await userEvent.type(sheet.getByLabelText("Amount for INV-2026-000002 (AED)"), "1");
  sheet.getByText("Enter an amount, like 1250.00.");
  expect(confirm).toHaveProperty("disabled", true);
  await userEvent.type(sheet.getByLabelText("Amount for INV-2026-000002 (AED)"), "{Backspace}");
  await userEvent.click(confirm);
  await screen.findByText("Transfer recorded");
  expect(site.sent("POST", "/api/kitchen/bank-lines")).toEqual([
    {
      parts: [
        { invoice_id: "I1", amount: 300_050 },
        { invoice_id: "I2", amount: 49_950 },
      ],
      surplus: false,
    },
  ]);
});
