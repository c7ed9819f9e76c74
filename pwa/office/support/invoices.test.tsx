import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { InvoiceRow, InvoiceSheet } from "#pwa/office/kitchen";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { lost, reply, type Site } from "#pwa/testing/site";

const row: InvoiceRow = {
  id: "I1",
  number: "INV-2026-000001",
  company: "Harbour Line Logistics",
  company_id: "C1",
  month: "2026-10-01",
  issued_on: "2026-11-01",
  due_on: "2026-11-15",
  total: 300_000,
  credited: 100_000,
  paid: 50_000,
  set_off: 30_000,
  due: 120_000,
  credit: 0,
  state: "overdue",
  late: 6,
};
const sheet: InvoiceSheet = {
  ...row,
  notes: [{ id: "N1", number: "CN-2026-000001", issued_on: "2026-11-04", total: 100_000 }],
  payments: [
    { way: "transfer", amount: 50_000, reference: "FT-1", paid_on: "2026-11-05" },
    { way: "setoff", amount: 30_000, reference: "INV-2026-000000", paid_on: "2026-11-01", other: "I0" },
  ],
  paying: false,
  transmissions: [
    { id: "I1", number: "INV-2026-000001", state: "delivered", message: "", since: "2026-11-02T06:00:00Z" },
    { id: "N1", number: "CN-2026-000001", state: "rejected", message: "Unknown buyer", since: "2026-11-05T06:00:00Z" },
  ],
  account: {
    open: 1,
    overdue: 1,
    balance: 120_000,
    credit: 0,
    not_yet: 0,
    to_30: 120_000,
    to_60: 0,
    to_90: 0,
    beyond: 0,
  },
};

const transfers = "/api/kitchen/invoices/I1/transfers";
let site: Site;
const open = (at: string) => openAt(at, { "/kitchen/*": <KitchenPage /> });
/** Fills in a transfer for the invoice, and looks at it once more. */
async function write(amount: string, reference: string) {
  open("/kitchen/invoices/I1");
  await press("Record a transfer");
  await userEvent.type(await screen.findByLabelText("Amount in AED"), amount);
  await userEvent.type(screen.getByLabelText("Bank’s reference"), reference);
  await press("Go on");
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T08:00:00Z") });
  site = await signInOperator("support");
  site.on["GET /api/kitchen/invoices"] = reply({ data: [row], next: "" });
  site.on["GET /api/kitchen/invoices/I1"] = reply({ data: sheet });
});

test("invoices are found by words and by how they stand, and open by a tap", async () => {
  open("/kitchen/invoices");
  const line = await screen.findByRole("link", { name: /Harbour Line Logistics/ });
  for (const text of ["INV-2026-000001", "October 2026", "AED 3,000.00", "AED 1,200.00 due", "6 days late"])
    expect(line.textContent).toContain(text);
  await userEvent.click(screen.getByRole("radio", { name: "Credit" }));
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/invoices?state=credit")).toHaveLength(1));
  await userEvent.type(screen.getByRole("searchbox"), "harbour");
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/invoices?state=credit&q=harbour")).toHaveLength(1));
  await userEvent.click(line);
  expect(await screen.findByRole("heading", { name: "INV-2026-000001" })).toBeTruthy();
});

test("an invoice tells what paid it, what was credited, and how its company stands", async () => {
  open("/kitchen/invoices/I1");
  const paid = await screen.findByRole("region", { name: "What paid it" });
  expect(paid.textContent).toContain("Bank transfer FT-1");
  expect(within(paid).getByRole("link", { name: "INV-2026-000000" }).getAttribute("href")).toBe("/kitchen/invoices/I0");
  expect(screen.getByRole("region", { name: "Credit notes" }).textContent).toContain("-AED 1,000.00");
  expect(screen.getByRole("region", { name: "The company’s account" }).textContent).toContain("AED 1,200.00");
});

test("a manager undoes a transfer that stands, once it was said what that does; support sees it without the button", async () => {
  const payments = [
    { id: "P1", way: "transfer", amount: 50_000, reference: "FT-1", paid_on: "2026-11-05" },
    { way: "transfer", amount: 20_000, reference: "FT-0", paid_on: "2026-11-04" },
    { way: "undone", amount: -20_000, reference: "FT-0", paid_on: "2026-11-06" },
  ];
  const answer = reply({ data: { ...sheet, payments, paying: true } });
  site.on["GET /api/kitchen/invoices/I1"] = answer;
  const { unmount } = open("/kitchen/invoices/I1");
  expect((await screen.findByRole("region", { name: "What paid it" })).textContent).toContain("Transfer undone FT-0");
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
  unmount();

  site = await signInOperator("manager");
  site.on["GET /api/kitchen/invoices/I1"] = answer;
  site.on["POST /api/kitchen/transfers/P1/undo"] = reply({ number: row.number, due: 170_000, credit: 0, invoices: 1 });
  open("/kitchen/invoices/I1");
  await press("Undo the transfer FT-1");
  expect(screen.getAllByRole("button", { name: /^Undo the/ })).toHaveLength(1);
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/reference FT-1.*due again.*Nothing is deleted.*A card payment is under way/);
  await userEvent.type(dialog.getByLabelText("Why?"), "Typed on the wrong invoice");
  await userEvent.click(dialog.getByRole("button", { name: /^Undo AED/ }));
  await screen.findByText("Transfer undone. What it had paid is due again");
  expect(site.sent("POST", "/api/kitchen/transfers")).toEqual([{ reason: "Typed on the wrong invoice" }]);
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/invoices/I1")).toHaveLength(2));
});

test("an invoice tells what became of its e-invoices, and a rejected one is sent again", async () => {
  site.on["POST /api/kitchen/invoices/N1/send-again"] = reply({});
  open("/kitchen/invoices/I1");
  const sent = await screen.findByRole("region", { name: "E-invoices" });
  expect(sent.textContent).toMatch(/INV-2026-000001.*Delivered.*CN-2026-000001Unknown buyer.*Rejected/);
  expect(within(sent).getAllByRole("button")).toHaveLength(1);
  await userEvent.click(within(sent).getByRole("button", { name: "Send CN-2026-000001 again" }));
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/invoices/N1/send-again")).toHaveLength(1));
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/invoices/I1")).toHaveLength(2));
});

test("where no e-invoices are sent, an invoice says nothing of them", async () => {
  site.on["GET /api/kitchen/invoices/I1"] = reply({ data: { ...sheet, transmissions: [] } });
  open("/kitchen/invoices/I1");
  await screen.findByRole("region", { name: "What paid it" });
  expect(screen.queryByRole("region", { name: "E-invoices" })).toBeNull();
});

test("a transfer is looked at once more before it is recorded, and pressed twice it is recorded once", async () => {
  site.on[`POST ${transfers}`] = reply({ number: row.number, due: 20_000, credit: 0 });
  open("/kitchen/invoices/I1");
  await press("Record a transfer");
  const dialog = await screen.findByRole("dialog");
  await press("Go on");
  expect(await within(dialog).findByText("Enter an amount like 1250, 1,250 or 99.50.")).toBeTruthy();
  expect(within(dialog).getByText(/keeps a transfer from being recorded twice/)).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText("Amount in AED"), "1,000");
  await userEvent.type(within(dialog).getByLabelText("Bank’s reference"), " FT-2 ");
  await press("Go on");
  expect((await screen.findByText("Left to pay afterwards")).nextSibling?.textContent).toBe("AED 200.00");
  expect(site.sent("POST", "/api/kitchen/invoices")).toEqual([]);
  await userEvent.dblClick(screen.getByRole("button", { name: "Record AED 1,000.00" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("POST", transfers)).toEqual([
    { amount: 100_000, paid_on: "2026-11-21", reference: "FT-2", surplus: false },
  ]);
  await waitFor(() => expect(site.sent("GET", "/api/kitchen/invoices/I1")).toHaveLength(2));
});

test("what is more than is due is said before it is recorded", async () => {
  site.on[`POST ${transfers}`] = reply({ number: row.number, due: 0, credit: 5000 });
  await write("1250", "FT-3");
  expect(await screen.findByText(/^AED 50\.00 is more than is due\./)).toBeTruthy();
  await press("Record AED 1,250.00");
  const all = { amount: 125_000, paid_on: "2026-11-21", reference: "FT-3", surplus: true };
  await waitFor(() => expect(site.sent("POST", transfers)).toEqual([all]));
});

test("what changed meanwhile is told, and without a connection nothing is lost", async () => {
  const detail = { number: row.number, due: 60_000, credit: 0 };
  site.on[`POST ${transfers}`] = reply({ message: "No.", reason: "more_than_due", detail }, 409);
  await write("1200", "FT-4");
  await press("Record AED 1,200.00");
  expect((await screen.findByRole("alert")).textContent).toContain("AED 600.00");
  site.on[`POST ${transfers}`] = lost;
  await press("Record AED 1,200.00");
  await waitFor(() => expect(screen.getByRole("alert").textContent).not.toContain("AED 600.00"));
  await press("Change");
  expect(((await screen.findByLabelText("Bank’s reference")) as HTMLInputElement).value).toBe("FT-4");
});

test("an amount with a comma for its fils is asked about again, never taken for a hundred times as much", async () => {
  await write("99,50", "FT-5");
  const amount = screen.getByLabelText("Amount in AED");
  for (const typed of ["99,50", "1,2345", "1,00", ",100", "1234,567"]) {
    await userEvent.clear(amount);
    await userEvent.type(amount, typed);
    await press("Go on");
    await waitFor(() => expect(amount.getAttribute("aria-invalid"), typed).toBe("true"));
    expect(screen.queryByText("Left to pay afterwards"), typed).toBeNull();
  }
  await userEvent.clear(amount);
  await userEvent.type(amount, "1,002.50");
  await press("Go on");
  expect(await screen.findByRole("button", { name: "Record AED 1,002.50" })).toBeTruthy();
});

test("a transfer that stands on another invoice already is told with that invoice’s number", async () => {
  const refuse = (number: string) => {
    site.on[`POST ${transfers}`] = reply({ message: "No.", reason: "transfer_recorded", detail: { number } }, 409);
  };
  refuse("INV-2026-000007");
  await write("10", "FT-6");
  await press("Record AED 10.00");
  expect((await screen.findByRole("alert")).textContent).toContain("INV-2026-000007");
  refuse(row.number);
  await press("Record AED 10.00");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("with another amount or day"));
});

test("a cook has no invoices", async () => {
  site = await signInOperator("kitchen");
  open("/kitchen/invoices");
  expect(await screen.findByText("Your role does not open this page. Ask a manager.")).toBeTruthy();
  expect(site.sent("GET", "/api/kitchen/invoices")).toEqual([]);
});
