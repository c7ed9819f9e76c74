import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { kitchenCaseWords, kitchenMoneyWords, kitchenPersonWords, kitchenWords } from "#pwa/i18n/kitchen";
import type { AttemptRow, Case } from "#pwa/office/kitchen";
import { CaseList } from "#pwa/office/support/case-list";
import { PersonFile } from "#pwa/office/support/person-file";
import * as server from "#pwa/offline/server";
import { Fault } from "#pwa/offline/server";
import { type Profile, useSession } from "#pwa/offline/session";

vi.mock("#pwa/offline/server", async (original) => {
  const call = vi.fn();
  return { ...(await original<typeof server>()), call, request: call };
});
const call = vi.mocked(server.call);

/** What the server answers, by the beginning of what is asked. */
let answers: Record<string, unknown>;
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
const person = {
  id: "P1",
  name: "Mariam Al Suwaidi",
  email: "mariam@harbourline.example",
  client_type: "Employee",
  status: "Active",
  company_id: "C1",
  company_name: "Harbour Line",
  mobile: "",
  company_status: "Active",
  created_at: "2026-11-01T06:00:00Z",
  used_at: null,
  proved: true,
  erased: false,
  has_password: true,
  open_deliveries: 0,
  balance: 0,
  owed: 0,
  others: [],
  orders: [],
  wallet: [],
  attempts: [attempt],
  sign_ins: [
    {
      id: "ab12",
      device: "Chrome on Android",
      at: "2026-11-20T06:00:00Z",
      seen: "2026-11-21T06:00:00Z",
      ends: "2026-12-20T06:00:00Z",
    },
  ],
  codes: [],
  acts: [],
};
const open = (at: string, role = "support") => {
  useSession.setState({
    profile: { id: "S1", name: "Sara Mathew", client_type: "Operator", operator_role: role } as Profile,
    signedIn: true,
    locked: null,
  });
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/kitchen/cases" element={<CaseList />} />
        <Route path="/kitchen/people/:id" element={<PersonFile />} />
      </Routes>
    </MemoryRouter>,
  );
};
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** The last button of a name: the one in the sheet that was opened by another. */
const confirm = async (name: string) => {
  const found = (await screen.findByRole("dialog")).querySelector("button[type=submit]");
  expect(found).toHaveTextContent(name);
  await userEvent.click(found as HTMLElement);
};
const said = (path: string) =>
  call.mock.calls.filter(([method, p]) => method === "POST" && p === path).map((c) => c[2]);

beforeEach(() => {
  vi.clearAllMocks();
  answers = { "GET /api/kitchen/people/P1": { data: person } };
  call.mockImplementation(async (method, path) => {
    const found = Object.entries(answers).find(([start]) => `${method} ${path}`.startsWith(start));
    if (!found) throw new Fault(404, { message: "Not found." });
    return found[1] as never;
  });
});

test("a copy is found by the letters that its person quotes, and read in words", async () => {
  const wishes = [
    { date: "2026-11-25", meals: [{ name: "Fattoush", qty: 2 }] },
    { date: "2026-11-26", meals: [] },
  ];
  answers["GET /api/kitchen/cases"] = { data: [one({ what: "loop", wishes })], more: false };
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.copy("6D8E0F", kitchenCaseWords.whys.loop ?? ""));
  await userEvent.click(await screen.findByText(kitchenCaseWords.show));
  expect(await screen.findByText(/2 × Fattoush/)).toHaveTextContent("Wed 25 Nov 2026: 2 × Fattoush");
  expect(await screen.findByText(new RegExp(kitchenCaseWords.emptied))).toHaveTextContent("Thu 26 Nov 2026");
});

test("a refund that the bank declines is paid into the wallet, and cannot just be put away", async () => {
  const refund = one({ kind: "refund", id: "R1", what: "declined", amount: 4200, open: true });
  answers["GET /api/kitchen/cases"] = { data: [refund], more: false };
  answers["POST /api/kitchen/refunds/R1/instead"] = { data: {} };
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.refunds.declined ?? "");
  expect(screen.queryByRole("button", { name: kitchenCaseWords.close })).toBeNull();
  await press(kitchenCaseWords.wallet);
  await confirm(kitchenCaseWords.wallet);
  await screen.findByText(kitchenWords.reasonMissing);
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "Your card was closed");
  await confirm(kitchenCaseWords.wallet);
  await waitFor(() => expect(said("/api/kitchen/refunds/R1/instead")).toEqual([{ reason: "Your card was closed" }]));

  await press(kitchenCaseWords.transfer);
  await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "The account is gone");
  await confirm(kitchenCaseWords.transfer);
  await screen.findByText(kitchenCaseWords.transferMissing);
  await userEvent.type(screen.getByLabelText(kitchenCaseWords.transferName), "FT1");
  await confirm(kitchenCaseWords.transfer);
  await waitFor(() =>
    expect(said("/api/kitchen/refunds/R1/instead")).toContainEqual({ reason: "The account is gone", transfer: "FT1" }),
  );
});

test("a payment that the provider leaves open is settled with its number", async () => {
  answers["POST /api/kitchen/attempts/A1/settle"] = { data: {} };
  open("/kitchen/people/P1", "manager");
  await press(kitchenMoneyWords.taken);
  await userEvent.type(await screen.findByLabelText(kitchenMoneyWords.number), "169295435400000001");
  await userEvent.type(screen.getByLabelText(kitchenWords.reason), "The back office shows it");
  await confirm(kitchenMoneyWords.taken);
  await waitFor(() =>
    expect(said("/api/kitchen/attempts/A1/settle")).toEqual([
      { taken: true, number: "169295435400000001", reason: "The back office shows it" },
    ]),
  );
});

test("that a payment was taken is not offered to support, which reads who says so", async () => {
  answers["GET /api/kitchen/cases"] = {
    data: [one({ kind: "attempt", id: "A1", what: "open", open: true })],
    more: false,
  };
  for (const at of ["/kitchen/cases", "/kitchen/people/P1"]) {
    open(at);
    await screen.findByRole("button", { name: kitchenMoneyWords.notTaken });
    expect(screen.queryByRole("button", { name: kitchenMoneyWords.taken })).toBeNull();
    await screen.findByText(kitchenMoneyWords.takenByManager);
    cleanup();
    open(at, "manager");
    await screen.findByRole("button", { name: kitchenMoneyWords.taken });
    expect(screen.queryByText(kitchenMoneyWords.takenByManager)).toBeNull();
    cleanup();
  }
});

test("somebody's lost phone is signed out", async () => {
  answers["POST /api/kitchen/people/P1/sign-out"] = { data: {} };
  open("/kitchen/people/P1");
  await screen.findByText("Chrome on Android");
  await press(kitchenPersonWords.signOut);
  await screen.findByText(kitchenPersonWords.signOutTitle("Chrome on Android"));
  await confirm(kitchenPersonWords.signOut);
  await waitFor(() => expect(said("/api/kitchen/people/P1/sign-out")).toEqual([{ session: "ab12" }]));
});

test("a payment in doubt stands among what is to be looked at, and is settled there", async () => {
  const doubt = one({ kind: "attempt", id: "A1", what: "open", amount: 4200, open: true });
  answers["GET /api/kitchen/cases"] = { data: [doubt], more: false };
  answers["POST /api/kitchen/attempts/A1/settle"] = { data: {} };
  open("/kitchen/cases");
  await screen.findByText(kitchenCaseWords.attempts.open ?? "");
  await press(kitchenMoneyWords.notTaken);
  await userEvent.type(await screen.findByLabelText(kitchenWords.reason), "Nothing there");
  await confirm(kitchenMoneyWords.notTaken);
  await screen.findByText(kitchenMoneyWords.numberMissing);
  expect(said("/api/kitchen/attempts/A1/settle")).toEqual([]);
});
