import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { kitchenCaseWords } from "#pwa/i18n/cases";
import { kitchenMoneyWords, kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { AttemptRow, Case } from "#pwa/office/kitchen";
import { CaseList } from "#pwa/office/support/case-list";
import { PersonFile } from "#pwa/office/support/person-file";
import { personOf, signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { reply, type Site } from "#pwa/testing/site";

let site: Site;
const one = (more: Partial<Case>): Case => ({
  kind: "copy",
  id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F",
  at: "2026-11-21T06:00:00Z",
  profile_id: "P1",
  name: "Mariam Al Suwaidi",
  what: "",
  amount: 0,
  open: false,
  ...more,
});
const attempt: AttemptRow = {
  id: "A1",
  purpose: "order",
  subject: "O1",
  profile_id: "P1",
  name: "Mariam",
  company_name: "Harbour Line",
  reference: "A1",
  fort_id: "",
  card: "",
  amount: 4200,
  returned: 0,
  returning: 0,
  instead: 0,
  status: "open",
  reason: "",
  created_at: "2020-11-21T06:00:00Z",
  expires_at: "2020-11-21T06:15:00Z",
  settled_at: null,
};
const doubt = one({ kind: "attempt", id: "A1", what: "open", amount: 4200, open: true });
const signIn = {
  id: "ab12",
  device: "Chrome on Android",
  at: "2026-11-20T06:00:00Z",
  seen: "2026-11-21T06:00:00Z",
  ends: "2026-12-20T06:00:00Z",
};
const open = (at: string) => openAt(at, { "/kitchen/cases": <CaseList />, "/kitchen/people/:id": <PersonFile /> });
/** Somebody of a role signs in, to a person with a payment in doubt and to these cases. */
async function as(role: string, ...cases: Case[]) {
  site = await signInOperator(role);
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf({ attempts: [attempt], sign_ins: [signIn] }) });
  site.on["GET /api/kitchen/cases"] = reply({ data: cases, more: false });
}
/** Presses the button of the sheet that another one of the same name has opened. */
const confirm = async (name: string) => {
  const found = (await screen.findByRole("dialog")).querySelector("button[type=submit]");
  expect(found).toHaveTextContent(name);
  await userEvent.click(found as HTMLElement);
};

test("a copy is found by the letters that its person quotes, and read in words", async () => {
  const choices = [
    { date: "2026-11-25", meals: [{ name: "Fattoush", qty: 2 }] },
    { date: "2026-11-26", meals: [] },
  ];
  await as("support", one({ what: "loop", choices }));
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.copy("6D8E0F", kitchenCaseWords.whys.loop ?? ""));
  await userEvent.click(await screen.findByText(kitchenCaseWords.show));
  expect(await screen.findByText(/2 × Fattoush/)).toHaveTextContent("Wed 25 Nov 2026: 2 × Fattoush");
  expect(await screen.findByText(new RegExp(kitchenCaseWords.emptied))).toHaveTextContent("Thu 26 Nov 2026");
});

test("a refund that the bank declines is paid into the wallet, and cannot just be put away", async () => {
  await as("support", one({ kind: "refund", id: "R1", what: "declined", amount: 4200, open: true }));
  const said = () => site.sent("POST", "/api/kitchen/refunds/R1/instead");
  site.on["POST /api/kitchen/refunds/R1/instead"] = reply({ data: {} });
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.refunds.declined ?? "");
  expect(screen.queryByRole("button", { name: kitchenCaseWords.close })).toBeNull();
  await press(kitchenCaseWords.wallet);
  await confirm(kitchenCaseWords.wallet);
  await screen.findByText(kitchenWords.reasonMissing);
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "Your card was closed");
  await confirm(kitchenCaseWords.wallet);
  await waitFor(() => expect(said()).toEqual([{ reason: "Your card was closed" }]));

  await press(kitchenCaseWords.transfer);
  await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "The account is gone");
  await confirm(kitchenCaseWords.transfer);
  await screen.findByText(kitchenCaseWords.transferMissing);
  await userEvent.type(screen.getByLabelText(kitchenCaseWords.transferName), "FT1");
  await confirm(kitchenCaseWords.transfer);
  await waitFor(() => expect(said()).toContainEqual({ reason: "The account is gone", transfer: "FT1" }));
});

test("a reported purchase says where it was and what was paid there, and is taken back or left with a reason", async () => {
  await as("support", one({ kind: "dispute", id: "D1", what: "400 Pantry, Level 3", amount: 3400, open: true }));
  const said = () => site.sent("POST", "/api/kitchen/pos/disputes/D1");
  site.on["POST /api/kitchen/pos/disputes/D1"] = reply({ id: "D1" });
  open("/kitchen/cases");
  const where = kitchenCaseWords.dispute("Pantry, Level 3");
  expect(await screen.findByText(`${where} ${kitchenCaseWords.disputeCash("AED 4.00")}`)).toBeVisible();
  expect(screen.queryByRole("button", { name: kitchenCaseWords.close })).toBeNull();
  for (const [words, outcome] of [
    [kitchenCaseWords.reverse, "reversed"],
    [kitchenCaseWords.reject, "rejected"],
  ] as const) {
    await press(words);
    await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "We looked");
    await confirm(words);
    await waitFor(() => expect(said()).toContainEqual({ outcome, note: "We looked" }));
  }
});

test("a nightly task that failed, stays away or never ran says which one it is, and goes by itself", async () => {
  const nightly = (id: string, what: string) =>
    one({ kind: "nightly", id, what, name: "", profile_id: "", open: true });
  await as(
    "support",
    nightly("doctor", "failed 2 of 80 invariants are broken"),
    nightly("reconcile", "late"),
    nightly("backup", "never"),
  );
  open("/kitchen/cases");
  const { nights, nightFailed, nightLate, nightNever } = kitchenCaseWords;
  expect(await screen.findByText(`${nights.doctor}: ${nightFailed("2 of 80 invariants are broken")}`)).toBeVisible();
  expect(screen.getByText(`${nights.reconcile}: ${nightLate}`)).toBeVisible();
  expect(screen.getByText(`${nights.backup}: ${nightNever}`)).toBeVisible();
  expect(screen.queryByRole("button", { name: kitchenCaseWords.close })).toBeNull();
});

test("a blocked code is given back to who asks for it, with a reason", async () => {
  await as("support");
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf({ code_frozen_at: "2026-11-21T06:00:00Z" }) });
  site.on["POST /api/kitchen/people/P1/counter-code"] = reply({ id: "P1" });
  open("/kitchen/people/P1");
  await press(kitchenPersonWords.unfreeze);
  await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "She called us");
  await confirm(kitchenPersonWords.unfreeze);
  const said = () => site.sent("POST", "/api/kitchen/people/P1/counter-code");
  await waitFor(() => expect(said()).toEqual([{ reason: "She called us" }]));
});

test("a person's tax invoices and credit notes are saved from their page, and from the order that they are about", async () => {
  await as("support");
  const order = {
    ...{
      id: "O1",
      status: "Completed",
      week: "2026-11-16",
      net_amount: 9000,
      company_share: 6000,
      employee_share: 3000,
    },
    created_at: "2026-11-12T06:00:00Z",
  };
  const invoice = {
    id: "D1",
    about: "O1",
    kind: "invoice",
    number: "TI-2026-000003",
    issued_on: "2026-11-12",
    total: 3000,
  };
  const credit = {
    id: "D2",
    about: "S1",
    kind: "credit",
    number: "TC-2026-000001",
    issued_on: "2026-11-13",
    total: 1000,
  };
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf({ orders: [order], documents: [credit, invoice] }) });
  site.on["GET /api/kitchen/orders/O1/diary"] = reply({ data: [] });
  site.on["GET /api/kitchen/tax-documents/D2/pdf"] = reply({ message: "Busy." }, 503);
  open("/kitchen/people/P1");
  await press("Credit note TC-2026-000001 as PDF");
  await screen.findByRole("alert");
  expect(site.sent("GET", "/api/kitchen/tax-documents/D2/pdf")).toHaveLength(1);
  await press(kitchenPersonWords.diary);
  const sheet = within(await screen.findByRole("dialog"));
  expect(await sheet.findByRole("button", { name: "Tax invoice TI-2026-000003 as PDF" })).toBeVisible();
  expect(sheet.queryByText("TC-2026-000001")).toBeNull();
});

test("a payment that the provider leaves open is settled with its number", async () => {
  await as("manager");
  site.on["POST /api/kitchen/attempts/A1/settle"] = reply({ data: {} });
  open("/kitchen/people/P1");
  await press(kitchenMoneyWords.taken);
  await userEvent.type(await screen.findByLabelText(kitchenMoneyWords.number), "169295435400000001");
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "The back office shows it");
  await confirm(kitchenMoneyWords.taken);
  await waitFor(() =>
    expect(site.sent("POST", "/api/kitchen/attempts/A1/settle")).toEqual([
      { taken: true, number: "169295435400000001", reason: "The back office shows it" },
    ]),
  );
});

test("that a payment was taken is not offered to support, which reads who says so", async () => {
  for (const at of ["/kitchen/cases", "/kitchen/people/P1"]) {
    await as("support", doubt);
    open(at);
    await screen.findByRole("button", { name: kitchenMoneyWords.notTaken });
    expect(screen.queryByRole("button", { name: kitchenMoneyWords.taken })).toBeNull();
    await screen.findByText(kitchenMoneyWords.takenByManager);
    cleanup();
    await as("manager", doubt);
    open(at);
    await screen.findByRole("button", { name: kitchenMoneyWords.taken });
    expect(screen.queryByText(kitchenMoneyWords.takenByManager)).toBeNull();
    cleanup();
  }
});

test("somebody's lost phone is signed out", async () => {
  await as("support");
  site.on["POST /api/kitchen/people/P1/sign-out"] = reply({ data: {} });
  open("/kitchen/people/P1");
  await screen.findByText("Chrome on Android");
  await press(kitchenPersonWords.signOut);
  await screen.findByText(kitchenPersonWords.signOutTitle("Chrome on Android"));
  await confirm(kitchenPersonWords.signOut);
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/people/P1/sign-out")).toEqual([{ session: "ab12" }]));
});

test("a payment in doubt stands among what is to be looked at, and is settled there", async () => {
  await as("support", doubt);
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.attempts.open ?? "");
  await press(kitchenMoneyWords.notTaken);
  await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "Nothing there");
  await confirm(kitchenMoneyWords.notTaken);
  await screen.findByText(kitchenMoneyWords.numberMissing);
  expect(site.sent("POST", "/api/kitchen/attempts/A1/settle")).toEqual([]);
});

test("only a manager copies a person's data, says why, and gets the file", async () => {
  await as("support");
  open("/kitchen/people/P1");
  await screen.findByRole("button", { name: kitchenPersonWords.suspend });
  expect(screen.queryByRole("button", { name: kitchenPersonWords.copy })).toBeNull();
  cleanup();
  await as("manager");
  const path = "/api/kitchen/people/P1/copy";
  site.on[`POST ${path}`] = reply({ until: "2026-11-26T08:10:00Z" });
  const asked: string[] = [];
  site.on[`GET ${path}`] = () => {
    asked.push("file");
    return new Response("PK", { headers: { "content-disposition": 'attachment; filename="sahn-data-of-P1.zip"' } });
  };
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  open("/kitchen/people/P1");
  await press(kitchenPersonWords.copy);
  await confirm(kitchenPersonWords.copyGo);
  await screen.findByText(kitchenWords.reasonMissing);
  expect(asked).toEqual([]);
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "Her letter of 24 November");
  await confirm(kitchenPersonWords.copyGo);
  await waitFor(() => expect(asked).toEqual(["file"]));
  expect(site.sent("POST", path)).toEqual([{ reason: "Her letter of 24 November" }]);
});
