import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyInvoices } from "#pwa/admin/invoices/company-invoices";
import { InvoiceDetailsPage } from "#pwa/admin/invoices/invoice-details-page";
import { weeksOf } from "#pwa/admin/invoices/weeks-of";
import type { InvoiceDay, InvoiceDetails, InvoiceListed, Invoices } from "#pwa/offline/wire";
import { ok, refuses } from "#pwa/testing/answers";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { signedIn, timeIs } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { reply } from "#pwa/testing/site";

const leave = vi.hoisted(() => vi.fn());
vi.mock("#pwa/payment/submit-form", () => ({ submitForm: leave }));

const listed = (n: number, more: Partial<InvoiceListed> = {}): InvoiceListed => ({
  id: `I${n}`,
  number: `INV-2026-00000${n}`,
  month: `2026-0${n}-01`,
  issued_on: `2026-0${n + 1}-01`,
  due_on: `2026-0${n + 1}-15`,
  total: 200_000 * n,
  credited: 0,
  paid: 0,
  set_off: 0,
  due: 200_000 * n,
  credit: 0,
  state: "open",
  late: 0,
  ...more,
});
const overdue = listed(7, { state: "overdue", late: 32 });
const paid = listed(6, { state: "paid", paid: 1_200_000, due: 0 });
const credited = listed(5, {
  state: "paid",
  credited: 100_000,
  paid: 950_000,
  set_off: -20_000,
  due: 0,
  credit: 30_000,
});
const day = (date: string, more: Partial<InvoiceDay> = {}): InvoiceDay => ({
  date,
  lunches: 2,
  net: 3810,
  vat: 190,
  total: 4000,
  least: 2000,
  most: 2000,
  ...more,
});
const payments: InvoiceDetails["payments"] = [
  { way: "card", amount: 1_000_000, reference: "A1", paid_on: "2026-06-03" },
  { way: "returned", amount: -50_000, reference: "R1", paid_on: "2026-06-05" },
  { way: "setoff", amount: 10_000, reference: "INV-2026-000004", paid_on: "2026-06-09", other: "I4" },
  { way: "setoff", amount: -30_000, reference: "INV-2026-000006", paid_on: "2026-07-01", other: "I6" },
];
const details = (of: InvoiceListed): InvoiceDetails => ({
  ...of,
  seller: { name: "Sahn Meals LLC", trn: "100000000000003", address: "Al Quoz, Dubai", bank: "IBAN AE07", email: "" },
  buyer: { name: "Harbour Line Logistics", trn: "100384120500003", address: "Business Bay, Dubai" },
  supply_from: "2026-07-01",
  supply_until: "2026-07-31",
  net: 1_333_333,
  vat: 66_667,
  days: [day("2026-07-01"), day("2026-07-02", { least: 1500 }), day("2026-07-06")],
  people: [
    { id: "P1", name: "Mariam", lunches: 2, total: 4000 },
    { id: "P2", name: "", lunches: 1, total: 2000 },
  ],
  notes: [],
  payments: of === credited ? payments : [],
  shared: { lunches: 6, discount: 1200, company: 4000, employees: 900 },
  paying: false,
});

let site: Site;
let list: Invoices;
timeIs("2026-09-16T09:00:00Z");
beforeEach(async () => {
  leave.mockClear();
  list = {
    data: [overdue, paid],
    page: 1,
    per_page: 24,
    total: 2,
    years: [2026, 2025],
    statements: [2026, 2025],
    account: {
      open: 1,
      overdue: 1,
      balance: 1_400_000,
      credit: 0,
      not_yet: 0,
      to_30: 0,
      to_60: 1_400_000,
      to_90: 0,
      beyond: 0,
    },
    forecast: { month: "2026-09-01", issued_on: "2026-10-01", amount: 98_000, lunches: 49 },
  };
  await begin("Admin");
});

async function begin(client_type: "Admin" | "Employee") {
  site = await signedIn({ client_type });
  site.on["GET /api/*"] = () => reply(list)();
  site.on["GET /api/invoices/*"] = (_, path) => {
    const of = [overdue, paid, credited].find((invoice) => path.endsWith(invoice.id));
    return of ? reply(details(of))() : refuses(404)();
  };
  const line = { date: "2026-07-01", id: "P1", name: "Mariam", net: 1905, vat: 95, total: 2000 };
  site.on["GET /api/invoices/I7/*"] = ok([line]);
  site.on["GET /api/cards"] = ok([]);
}

const open = (rest = "") =>
  openAt(`/dashboard/company-invoices${rest}`, {
    "/dashboard/company-invoices": <CompanyInvoices />,
    "/dashboard/:tab/:invoiceID/details": <InvoiceDetailsPage />,
  });
const one = "/I7/details";
const asked = (path: string) => waitFor(() => expect(site.asked.map((one) => one.path)).toContain(path));

test("invoices are listed with what they come to and how they stand, beside the account", async () => {
  open();
  const late = await screen.findByRole("link", { name: /July 2026/ });
  expect(late.textContent).toContain("AED 14,000.00");
  expect(late.textContent).toContain("32 days late");
  expect(screen.getByRole("link", { name: /June 2026/ }).textContent).toContain("Paid");
  expect(screen.getByText("31 – 60 days late").nextSibling?.textContent).toBe("AED 14,000.00");
  expect(screen.getByText("September 2026, here by 1 Oct 2026")).toBeTruthy();
  expect(screen.getByText("49 lunches ordered so far")).toBeTruthy();
});

test("open ones and those of a year are asked of the server", async () => {
  open();
  await userEvent.click(await screen.findByRole("radio", { name: "Open 1" }));
  await asked("/api/invoices?state=open");
  await userEvent.selectOptions(await screen.findByLabelText("Year"), "2025");
  await asked("/api/invoices?state=open&year=2025");
});

test("a page that was emptied meanwhile is shown as the last one that there is, with the way back from there", async () => {
  list = { ...list, page: 2, total: 26 };
  open("?state=open&page=4");
  expect(await screen.findByRole("link", { name: /July 2026/ })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Older invoices" })).toBeNull();
  await press("Newer invoices");
  await asked("/api/invoices?state=open");
});

test("the page after the last one that there is comes from the page that is shown", async () => {
  list = { ...list, page: 1, total: 26 };
  open("?page=1.5");
  await userEvent.click(await screen.findByRole("button", { name: "Older invoices" }));
  await asked("/api/invoices?page=2");
  expect(site.asked.some(({ path }) => path.includes("1.5"))).toBe(false);
});

test.each(["", "?page=3"])("without an invoice it says when the first one comes, also at “%s”", async (query) => {
  list = { ...list, data: [], total: 0, years: [], statements: [] };
  open(query);
  expect(await screen.findByText("No invoice yet")).toBeVisible();
  expect(screen.getByText(/1 Oct 2026\.$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Newer invoices" })).toBeNull();
});

test("what could not be loaded can be tried again", async () => {
  site.on["GET /api/*"] = refuses(500);
  open();
  const again = await screen.findByRole("button", { name: "Try again" });
  site.on["GET /api/*"] = reply(list);
  await userEvent.click(again);
  expect(await screen.findByRole("link", { name: /July 2026/ })).toBeTruthy();
});

test("an invoice says who owes whom what, by weeks, and who paid for the lunches", async () => {
  open(one);
  const invoice = await screen.findByRole("article", { name: "July 2026" });
  const parties = ["Sahn Meals LLC", "TRN 100384120500003", "IBAN AE07"];
  for (const text of [...parties, "INV-2026-000007", "Supply 1 – 31 Jul 2026"])
    expect(within(invoice).getByText(text)).toBeTruthy();
  const rows = within(invoice).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["1 – 2 Jul 476.203.8080.00", "6 Jul at 20.00238.101.9040.00"]);
  expect(within(invoice).getByText("Who paid for 6 lunches delivered")).toBeTruthy();
});

test("a day opens to its people, money alone, and an erased colleague has no name", async () => {
  open(one);
  const lines = await screen.findByRole("region", { name: "Day by day, person by person" });
  await userEvent.click(within(lines).getByText("Wed 1 Jul"));
  expect(await within(lines).findByRole("row", { name: /Mariam/ })).toBeTruthy();
  await asked("/api/invoices/I7/lines?day=2026-07-01");
  await userEvent.click(within(lines).getByRole("radio", { name: "Person" }));
  expect(await within(lines).findByText("Former colleague")).toBeTruthy();
});

test("all that is due is paid on the card page, and a second payment is not begun", async () => {
  const form = { url: "https://cards.example/pay", fields: { amount: "1400000" } };
  const intent = { intent: "A1", form, amount: 1_400_000, expires_at: "2026-09-16T09:15:00Z" };
  site.on["POST /api/invoices/I7/*"] = reply(intent);
  const { unmount } = open(one);
  await press("Pay AED 14,000.00");
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Pay AED 14,000.00" }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(form));
  unmount();
  site.on["POST /api/invoices/I7/*"] = refuses(409, { reason: "already_being_paid", detail: { intent: "A1" } });
  open(`${one}?pay=1`);
  await userEvent.click(await within(await screen.findByRole("dialog")).findByRole("button", { name: /^Pay AED/ }));
  await leadsTo("See how it stands", "/payment/A1");
  expect(leave).toHaveBeenCalledTimes(1);
});

test("a paid invoice cannot be paid", async () => {
  open("/I6/details?pay=1");
  await screen.findByRole("article", { name: "June 2026" });
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what was set off, taken back and paid too much is told line by line", async () => {
  open("/I5/details");
  const invoice = await screen.findByRole("article", { name: "May 2026" });
  await leadsTo("INV-2026-000004", "/dashboard/company-invoices/I4/details", invoice);
  const line = (text: string) => within(invoice).getByText(text).closest("li")?.textContent;
  expect(line("INV-2026-000004")).toBe("Set off from INV-2026-000004 9 Jun 2026AED 100.00");
  expect(line("INV-2026-000006")).toBe("Set off to INV-2026-000006 1 Jul 2026-AED 300.00");
  expect(line("Taken back by the card’s bank")).toContain("-AED 500.00");
  expect(within(invoice).getByText("To your credit").nextSibling?.textContent).toBe("AED 300.00");
  expect(within(invoice).getByText("It pays your next invoice by itself.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test("money to the company's credit is told beside the account, and in the statement which invoice it paid", async () => {
  list = { ...list, account: { ...list.account, balance: -30_000, credit: 30_000, to_60: 0 } };
  const entry = { date: "2026-07-01", number: "INV-2026-000006", balance: 170_000 };
  site.on["GET /api/invoice-statement?year=2026"] = reply({
    from: "2026-01-01",
    until: "2026-09-16",
    before: -30_000,
    after: 170_000,
    account: list.account,
    entries: [
      { ...entry, kind: "invoice", note: "", amount: 200_000, set_off: 0 },
      { ...entry, kind: "setoff", note: "INV-2026-000005", amount: 0, set_off: 30_000 },
    ],
  });
  open();
  expect(await screen.findByText("It pays your next invoice by itself.")).toBeTruthy();
  expect(screen.getByRole("region", { name: "To your credit" }).textContent).toContain("AED 300.00");
  await press("Show the statement");
  const row = await screen.findByRole("row", { name: /Set off/ });
  expect(row.textContent).toContain("AED 300.00 set off from INV-2026-000005");
  // On a phone an entry is a record: each cell has its column's head at hand.
  expect(row.closest("table")).toHaveClass("records");
  const heads = within(row)
    .getAllByRole("cell")
    .map((cell) => cell.getAttribute("data-head"));
  expect(heads).toEqual(["Date", "Amount", "Owed"]);
});

test("in January the year that began has a statement, and no invoice of it is looked for", async () => {
  vi.setSystemTime(Date.parse("2027-01-20T09:00:00Z"));
  list = { ...list, statements: [2027, 2026, 2025] };
  const quiet = { from: "2027-01-01", until: "2027-01-20", before: 0, after: 0, account: list.account, entries: [] };
  site.on["GET /api/invoice-statement?year=2027"] = reply(quiet);
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Show the statement" }));
  expect(await screen.findByText("Nothing happened in this year.")).toBeTruthy();
  const offered = screen.getAllByLabelText("Year").map((select) => [...select.children].map((one) => one.textContent));
  expect(offered).toEqual([
    ["Every year", "2026", "2025"],
    ["2027", "2026", "2025"],
  ]);
});

test("somebody else's invoice is not there, and an employee has none at all", async () => {
  const { unmount } = open("/I9/details");
  expect(await screen.findByText("There is no such invoice")).toBeTruthy();
  unmount();
  await begin("Employee");
  open(one);
  expect(await screen.findByText(/Page not found/i)).toBeTruthy();
  expect(site.asked.some(({ path }) => path.startsWith("/api/invoices"))).toBe(false);
});

test("a week ends with its month, and has one price only if all were alike", () => {
  const weeks = weeksOf([day("2026-07-30"), day("2026-07-31"), day("2026-08-03"), day("2026-08-04", { most: 2500 })]);
  expect(weeks).toEqual([
    { from: "2026-07-30", until: "2026-07-31", lunches: 4, net: 7620, vat: 380, total: 8000, rate: 5, each: 2000 },
    { from: "2026-08-03", until: "2026-08-04", lunches: 4, net: 7620, vat: 380, total: 8000, rate: 5 },
  ]);
  expect(weeksOf([day("2026-09-29"), day("2026-10-01")])).toHaveLength(2);
  const differ = [day("2026-07-28"), day("2026-07-28", { vat_rate: 10 }), day("2026-07-29", { vat_rate: 10 })];
  expect(weeksOf(differ).map(({ rate, lunches }) => [rate, lunches])).toEqual([
    [5, 2],
    [10, 4],
  ]);
});
