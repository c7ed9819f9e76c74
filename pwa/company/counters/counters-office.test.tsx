import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CountersOffice } from "#pwa/company/counters/counters-office";
import { UndoSale } from "#pwa/company/counters/undo-sale";
import type { Office } from "#pwa/company/counters/use-office";
import { countersWords as words } from "#pwa/i18n/counters";
import type { CounterSales, QuarantinedEvent, ShiftSeen, TillSeen, TillsSeen } from "#pwa/offline/wire";
import { ok, refuses } from "#pwa/testing/answers";
import { timeIs } from "#pwa/testing/signed-in";
import { reply, type Site, siteOf } from "#pwa/testing/site";

const till: TillSeen = {
  id: "TA",
  prefix: "P7",
  name: "Pantry",
  company_id: "C1",
  company: "Harbour",
  address_id: "A1",
  place: "Floor 14",
  offline_limit: 0,
  everyone: false,
  last_receipt: 42,
  first_missing: 0,
  quarantined: 0,
  paired_at: "2026-11-01T08:00:00Z",
  seen_at: "2026-11-26T08:59:00Z",
  sold_at: "2026-11-26T08:30:00Z",
  revoked_at: null,
};
const shift: ShiftSeen = {
  id: "S1",
  till: "TA",
  unassigned: false,
  day: "2026-11-26",
  who: "Ravi",
  float: 20_000,
  sales: 3,
  expected: 26_000,
  counted: null,
  opened_at: "2026-11-26T07:00:00Z",
  closed_at: null,
  by_office: false,
};
const day = {
  till: "TA",
  day: "2026-11-26",
  source: "pos",
  sales: 3,
  voids: 1,
  first_receipt: 40,
  last_receipt: 42,
  total: 9000,
  difference: 0,
  vat_amount: 429,
  cash: 6000,
  terminal: 1000,
  company_share: 1500,
  wallet: 300,
  owed: 200,
  flagged: 0,
};
const aside: QuarantinedEvent = {
  id: "Q1",
  till: "TA",
  name: "Pantry",
  fact: "F1",
  kind: "sale/1",
  receipt: "P7-9",
  amount: 4500,
  cash: 4500,
  terminal: 0,
  account: 0,
  reason: "receipt_used",
  at: "2026-11-26T08:00:00Z",
};

let site: Site;
let tills: TillsSeen;
let sales: CounterSales;
let waiting: QuarantinedEvent[];
timeIs("2026-11-26T09:00:00Z");
beforeEach(() => {
  tills = {
    data: [till],
    places: [{ id: "A1", label: "Floor 14", line: "Harbour Tower" }],
    debts: { people: 0, amount: 0 },
  };
  sales = { data: [], shifts: [] };
  waiting = [];
  site = siteOf();
  for (const base of ["/api/pos", "/api/kitchen/pos"]) {
    site.on[`GET ${base}/tills`] = () => reply(tills)();
    site.on[`GET ${base}/quarantine`] = () => ok(waiting)();
    site.on[`GET ${base}/*`] = () => reply(sales)();
  }
});

const kitchen = { base: "/api/kitchen/pos" } as const;
const open = (office: Office = { base: "/api/pos" }) =>
  render(<CountersOffice office={office} />, { wrapper: MemoryRouter });
const posted = () => site.asked.filter(({ method }) => method === "POST").map(({ path, body }) => ({ path, body }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const agree = (button: string) =>
  userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: button }));
/** A fact as a tablet prints it. */
const fact = (id: number, k: "sale" | "void", more: object = { n: id }) =>
  `TA.mark.${JSON.stringify({ id: String(id), k: `${k}/1`, ...more })}`;
const receipts = () => posted().map(({ body }) => (body as { receipt: string }).receipt);
const booked = (code = 0, reason = "") => reply({ code, reason });

test("a tablet is paired with a place and a name, and its code is shown big until it is over", async () => {
  site.on["POST /api/pos/till-code"] = reply({ code: "ABCDE12345", expires_at: "2026-11-26T09:15:00Z" });
  open();
  await press(words.pair);
  const sheet = within(screen.getByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: words.make }));
  expect(sheet.getByText(words.namePlease)).toBeVisible();
  expect(posted()).toEqual([]);
  await userEvent.type(sheet.getByLabelText(words.name), "  Lobby ");
  await userEvent.click(sheet.getByRole("button", { name: words.make }));
  expect(await sheet.findByText("ABCDE 12345")).toBeVisible();
  expect(sheet.getByText(words.pairUntil("13:15"))).toBeVisible();
  expect(posted()).toEqual([{ path: "/api/pos/till-code", body: { address_id: "A1", name: "Lobby" } }]);
  vi.setSystemTime(Date.parse("2026-11-26T09:15:00Z"));
  expect(await sheet.findByText(words.pairOver)).toBeVisible();
  expect(sheet.queryByText("ABCDE 12345")).toBeNull();
});

test("a tablet tells what is missing, and is shut out only after a second word", async () => {
  tills.data = [{ ...till, first_missing: 41, quarantined: 2 }];
  site.on["POST /api/pos/till/TA/*"] = () => {
    tills = { ...tills, data: [{ ...till, revoked_at: "2026-11-26T09:00:00Z" }] };
    return { status: 200, body: { id: "TA" } };
  };
  open();
  expect(await screen.findByText(words.missing("P7", 41))).toBeVisible();
  expect(screen.getByText(words.waits(2))).toBeVisible();
  await press(words.revokeOf("Pantry"));
  await press(words.keep);
  expect(posted()).toEqual([]);
  await press(words.revokeOf("Pantry"));
  await agree(words.revoke);
  expect(await screen.findByText(words.revoked)).toBeVisible();
  expect(posted().map(({ path }) => path)).toEqual(["/api/pos/till/TA/revoke"]);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("sales stand by tablet and day with the ways of paying, and together", async () => {
  sales.data = [day, { ...day, day: "2026-11-25", cash: 100, total: 3100, owed: 0, flagged: 2 }];
  tills.debts = { people: 2, amount: 1700 };
  open();
  const table = await screen.findByRole("table");
  const rows = [...table.querySelectorAll("tr")].map((row) => row.textContent);
  expect(rows[1]).toBe("Wed 25 NovP7 · Pantry311.0010.0015.003.000.0031.00");
  expect(rows[3]).toBe("Together6261.0020.0030.006.002.00121.00");
  expect(table.querySelectorAll("td:not([data-head])")).toHaveLength(0);
  expect(screen.getByText(words.flagged(2))).toBeVisible();
  expect(screen.getByText(words.debts(2, "AED 17.00"))).toBeVisible();
  const asked = () => site.asked.filter(({ path }) => path.startsWith("/api/pos/sales")).at(-1)?.path;
  expect(asked()).toBe("/api/pos/sales?from=2026-11-20&until=2026-11-26");
  await userEvent.click(screen.getByRole("radio", { name: "Today" }));
  await vi.waitFor(() => expect(asked()).toBe("/api/pos/sales?from=2026-11-26&until=2026-11-26"));
});

test("a drawer that is open can be closed from here, and one that was counted tells by how much it is wrong", async () => {
  sales.shifts = [
    shift,
    { ...shift, id: "S2", who: "Lata", counted: 25_500, closed_at: "2026-11-26T08:00:00Z" },
    { ...shift, id: "S3", who: "", unassigned: true },
  ];
  site.on["POST /api/pos/shift/S1/*"] = reply({ id: "S1" });
  open();
  expect(await screen.findByText(words.differs("-AED 5.00"))).toBeVisible();
  expect(screen.getAllByRole("button", { name: /^Close the shift of/ })).toHaveLength(1);
  await press(words.closeShiftOf("Ravi"));
  await agree(words.closeShift);
  await waitFor(() => expect(posted().map(({ path }) => path)).toEqual(["/api/pos/shift/S1/close"]));
});

test("what was set aside tells why and how much, is booked again, or is put away with a note", async () => {
  waiting = [aside];
  site.on["POST /api/pos/quarantine/Q1/*"] = booked(4, "receipt_used");
  open();
  expect(await screen.findByText(words.reasons.receipt_used as string)).toBeVisible();
  expect(screen.getByText("AED 45.00 cash")).toBeVisible();
  expect(screen.queryByText(words.payload)).toBeNull();
  await press(words.bookOf("Sale P7-9"));
  expect(await screen.findByText(words.still(words.reasons.receipt_used as string))).toBeVisible();
  await press(words.closeOf("Sale P7-9"));
  const sheet = within(screen.getByRole("dialog"));
  await userEvent.click(sheet.getByRole("button", { name: words.close }));
  expect(sheet.getByText(words.notePlease)).toBeVisible();
  await userEvent.type(sheet.getByLabelText(words.note), "typed in twice");
  waiting = [];
  await userEvent.click(sheet.getByRole("button", { name: words.close }));
  expect(await screen.findByText(words.asideNone)).toBeVisible();
  expect(posted()).toEqual([
    { path: "/api/pos/quarantine/Q1/again", body: {} },
    { path: "/api/pos/quarantine/Q1/close", body: { note: "typed in twice" } },
  ]);
});

test("receipts of a lost tablet are booked one by one, each says what became of it, and what is none stays to be looked at", async () => {
  site.on["POST /api/pos/recover"] = (body) => {
    const { receipt } = body as { receipt: string };
    if (receipt.startsWith("TB.")) return refuses(409, { reason: "not_a_receipt" })();
    return receipt.includes('"n":7') ? booked(4, "receipt_used")() : booked()();
  };
  open();
  await userEvent.click(await screen.findByLabelText(words.receiptCodes));
  const foreign = fact(5, "sale", { n: 8 }).replace("TA", "TB");
  const half = "TA.mark3.1/2.{.";
  const lines = [fact(9, "void", { o: "6" }), "", "nonsense", ` ${fact(6, "sale")} `, fact(7, "sale"), foreign, half];
  await userEvent.paste(lines.join("\n"));
  await press(words.recover);
  expect(await screen.findByText(words.recovered(2, 6))).toBeVisible();
  const results = within(screen.getByRole("list", { name: words.results })).getAllByRole("listitem");
  expect(results.map((one) => one.textContent)).toEqual([
    `Undone sale Pantry${words.isBooked}`,
    `${words.line(3)}${words.notOurs}`,
    `Sale P7-6${words.isBooked}`,
    `Sale P7-7${words.reasons.receipt_used}`,
    `${words.line(6)}${words.notOurs}`,
    `${words.line(7)}${words.parts(1, 2)}`,
  ]);
  expect(screen.getByLabelText(words.receiptCodes)).toHaveValue(`nonsense\n${half}\n${foreign}`);
  const ids = receipts().map((receipt) => JSON.parse(receipt.slice(8)).id);
  expect(ids).toEqual(["5", "6", "7", "9"]);
});

test("the file that a tablet saved is chosen and booked, and what a bad network left is sent again", async () => {
  site.on["POST /api/pos/recover"] = (body) =>
    JSON.stringify(body).includes("void") ? refuses(503, { reason: "later" })() : booked()();
  open();
  const [sale, undone] = [fact(1, "sale"), fact(2, "void", { o: "1" })];
  const file = new File([`${sale}\n${undone}\n`], "till-P7.txt", { type: "text/plain" });
  await userEvent.upload(await screen.findByLabelText(words.file), file);
  expect(await screen.findByDisplayValue(/void/)).toBeVisible();
  await press(words.recover);
  expect(await screen.findByDisplayValue(undone)).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: words.recover })).not.toHaveAttribute("aria-busy", "true"),
  );
  site.on["POST /api/pos/recover"] = booked();
  await press(words.recover);
  expect(await screen.findByText(words.recovered(1, 1))).toBeVisible();
  expect(screen.getByLabelText(words.receiptCodes)).toHaveValue("");
  expect(receipts()).toEqual([sale, undone, undone]);
});

test("while a tablet's file is booked it says how far it is, and what is looked at stays as it is", async () => {
  let answer = () => {};
  site.on["POST /api/pos/recover"] = (body) =>
    new Promise((done) => {
      answer = () => done({ status: 200, body: { code: JSON.stringify(body).includes("void") ? 4 : 0, reason: "" } });
    });
  open();
  const field = await screen.findByLabelText(words.receiptCodes);
  await userEvent.click(field);
  await userEvent.paste(`${fact(1, "sale")}\n${fact(2, "void", { o: "1" })}`);
  await press(words.recover);
  expect(await screen.findByText(words.recovering(1, 2))).toBeVisible();
  expect(screen.getByLabelText(words.file)).toBeDisabled();
  await waitFor(() => expect(posted()).toHaveLength(1));
  const before = (field as HTMLTextAreaElement).value;
  await userEvent.type(field, "one more");
  expect(field).toHaveValue(before);
  answer();
  expect(await screen.findByText(words.recovering(2, 2))).toBeVisible();
  await waitFor(() => expect(posted()).toHaveLength(2));
  answer();
  expect(await screen.findByText(words.recovered(1, 2))).toBeVisible();
  expect(screen.queryByText(words.recovering(2, 2))).toBeNull();
  expect(screen.getByLabelText(words.file)).toBeEnabled();
});

test("an operator undoes a sale by its receipt, with a reason, and learns what to give back", async () => {
  let voided_at: string | null = null;
  site.on["GET /api/kitchen/pos/sale?receipt=P7-9-AAAA"] = refuses(404);
  site.on["GET /api/kitchen/pos/sale?receipt=P7-31-9K2M"] = () => ({
    status: 200,
    body: {
      id: "S31",
      name: "Pantry",
      company: "Harbour",
      day: "2026-11-25",
      sold_at: "2026-11-25T08:00:00Z",
      cash: 500,
      terminal: 0,
      account: 4000,
      voided_at,
    },
  });
  site.on["POST /api/kitchen/pos/sale/S31/void"] = () => {
    voided_at = "2026-11-26T09:00:00Z";
    return { status: 200, body: { id: "S31" } };
  };
  render(<CountersOffice office={kitchen} more={(onDone) => <UndoSale office={kitchen} onDone={onDone} />} />, {
    wrapper: MemoryRouter,
  });
  const number = await screen.findByLabelText(words.receiptNumber);
  await userEvent.type(number, "P7-9-AAAA");
  await press(words.find);
  expect(await screen.findByText(words.noSale)).toBeVisible();
  await userEvent.clear(number);
  await userEvent.type(number, "P7-31-9K2M");
  await press(words.find);
  expect(await screen.findByText(/AED 5\.00 cash · AED 40\.00 on account/)).toBeVisible();
  await press(words.undoIt);
  expect(screen.getByText(words.whyPlease)).toBeVisible();
  expect(posted()).toEqual([]);
  await userEvent.type(screen.getByLabelText(words.why), "charged twice");
  await press(words.undoIt);
  expect(await screen.findByText(words.undone("AED 5.00 cash"))).toBeVisible();
  expect(posted()).toEqual([{ path: "/api/kitchen/pos/sale/S31/void", body: { note: "charged twice" } }]);
  await userEvent.type(number, "P7-31-9K2M");
  await press(words.find);
  expect(await screen.findByText(/^It was undone /)).toBeVisible();
  expect(screen.queryByRole("button", { name: words.undoIt })).toBeNull();
});

test("the square of a receipt, scanned where its number goes, finds the sale by its own id", async () => {
  const id = "01K000000000000000000S9K2M";
  site.on[`GET /api/kitchen/pos/sale?receipt=${id}`] = refuses(404);
  render(<UndoSale office={kitchen} onDone={async () => undefined} />, { wrapper: MemoryRouter });
  const number = await screen.findByLabelText(words.receiptNumber);
  for (const square of [`TA.mark.{"id":"${id}","k":"sale/1","n":31}`, `TA.mark.1/2.{"id":"${id}","k":"sa.`]) {
    await userEvent.clear(number);
    await userEvent.click(number);
    await userEvent.paste(square);
    await press(words.find);
    expect(await screen.findByText(words.noSale)).toBeVisible();
  }
  expect(site.asked.map(({ path }) => path)).toEqual(Array(2).fill(`/api/kitchen/pos/sale?receipt=${id}`));
});

test("an operator sees every company's tablets and what they said, and lets people owe", async () => {
  waiting = [{ ...aside, payload: '{"id":"F1"}' }];
  site.on["POST /api/kitchen/pos/till/TA/*"] = reply({ id: "TA" });
  open(kitchen);
  expect(await screen.findByText(words.at("Harbour", "Floor 14"))).toBeVisible();
  expect(screen.queryByRole("button", { name: words.pair })).toBeNull();
  expect(screen.getByText(words.payload)).toBeVisible();
  await press(words.limitOf("Pantry"));
  const sheet = within(screen.getByRole("dialog"));
  const amount = sheet.getByLabelText(words.limitAmount);
  await userEvent.clear(amount);
  await userEvent.type(amount, "1000.01");
  await userEvent.click(sheet.getByRole("button", { name: words.save }));
  expect(sheet.getByText(words.limitWrong)).toBeVisible();
  await userEvent.clear(amount);
  await userEvent.type(amount, "25.5");
  await userEvent.click(sheet.getByRole("button", { name: words.save }));
  await vi.waitFor(() => expect(posted()).toEqual([{ path: "/api/kitchen/pos/till/TA/limit", body: { limit: 2550 } }]));
});

test("an operator opens a tablet to people of every company, and an admin only reads whom it serves", async () => {
  site.on["POST /api/kitchen/pos/till/TA/*"] = reply({ id: "TA" });
  const { unmount } = open(kitchen);
  await press(words.toEveryoneOf("Pantry"));
  await vi.waitFor(() =>
    expect(posted()).toEqual([{ path: "/api/kitchen/pos/till/TA/everyone", body: { everyone: true } }]),
  );
  unmount();
  open();
  expect(await screen.findByText(new RegExp(words.ownOnly))).toBeVisible();
  expect(screen.queryByRole("button", { name: words.toEveryoneOf("Pantry") })).toBeNull();
});

test("without a network the page says so, and comes when it can", async () => {
  site.online = false;
  open({ ...kitchen, company: "nobody asked about it before" });
  expect(await screen.findByText(words.failedOffline)).toBeVisible();
  site.online = true;
  await press("Try again");
  expect(await screen.findByText("P7 · Pantry")).toBeVisible();
});
