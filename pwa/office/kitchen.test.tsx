import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { formWords } from "#pwa/i18n/form";
import { kitchenSettingWords, kitchenWords } from "#pwa/i18n/kitchen";
import { payWords } from "#pwa/i18n/subscription";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { kitchenPath } from "#pwa/office/kitchen-sign-in";
import { filsOf } from "#pwa/office/support/give-credit";
import * as server from "#pwa/offline/server";
import { Fault, Offline } from "#pwa/offline/server";
import * as session from "#pwa/offline/session";
import { useSession } from "#pwa/offline/session";

vi.mock("#pwa/offline/server", async (original) => {
  const call = vi.fn();
  return { ...(await original<typeof server>()), call, request: call };
});
vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  askAsOperator: vi.fn(async () => undefined),
  signInAsOperator: vi.fn(),
}));

const call = vi.mocked(server.call);
const askPassword = vi.mocked(session.askAsOperator);
const withCode = vi.mocked(session.signInAsOperator);

/** What the server answers, by the beginning of what is asked. */
let answers: Record<string, unknown>;
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
  open_deliveries: 3,
  balance: 500,
  owed: 0,
  others: [],
  orders: [],
  wallet: [],
  attempts: [],
  sign_ins: [],
  codes: [],
  acts: [],
};

const operator = (operator_role: string | null) => {
  const profile = operator_role
    ? ({ id: "S1", name: "Sara Mathew", client_type: "Operator", operator_role } as session.Profile)
    : null;
  useSession.setState({ profile, signedIn: profile !== null, locked: null });
};
const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/kitchen/*" element={<KitchenPage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </MemoryRouter>,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const asked = (method: string, path: string) =>
  call.mock.calls.filter(([m, p]) => m === method && String(p).startsWith(path));

beforeEach(() => {
  vi.clearAllMocks();
  answers = {};
  call.mockImplementation(async (method, path) => {
    const found = Object.entries(answers).find(([start]) => `${method} ${path}`.startsWith(start));
    if (!found) throw new Fault(404, { message: "Not found." });
    if (found[1] instanceof Error) throw found[1];
    return found[1] as never;
  });
});

test("nobody but an operator is let in, and they come back to where they wanted to be", async () => {
  operator(null);
  open("/kitchen/people");
  await screen.findByRole("heading", { name: "Kitchen sign in" });
  await userEvent.type(screen.getByLabelText("Email"), "sara@sahn.example");
  await userEvent.type(screen.getByLabelText("Password"), "the password");
  answers = { "GET /api/kitchen/people": { data: [], next: "" } };
  await press("Go on");
  expect(askPassword).toHaveBeenCalledWith("sara@sahn.example", "the password");
  withCode.mockImplementation(async () => {
    act(() => operator("support"));
    return useSession.getState().profile as session.Profile;
  });
  await userEvent.type(await screen.findByLabelText("Your code"), "123456");
  await screen.findByRole("heading", { name: "People" });
  expect(withCode).toHaveBeenCalledWith("sara@sahn.example", "123456");
});

test("a wrong password is said at the door, and no code is waited for", async () => {
  operator(null);
  askPassword.mockRejectedValueOnce(new Fault(401, { message: "Bad Credentials" }));
  open("/kitchen/login");
  await userEvent.type(await screen.findByLabelText("Email"), "sara@sahn.example");
  await userEvent.type(screen.getByLabelText("Password"), "wrong");
  await press("Go on");
  await screen.findByText("That email and password do not match.");
  expect(screen.queryByLabelText("Your code")).toBeNull();
});

test("the door leads nowhere but into the kitchen", () => {
  expect(kitchenPath("?returnTo=/kitchen/people")).toBe("/kitchen/people");
  for (const to of ["/dashboard/home", "//evil.example", "https://evil.example", "/kitchen/login", "/kitchenette"])
    expect(kitchenPath(`?returnTo=${encodeURIComponent(to)}`)).toBe("/kitchen");
});

test("a cook sees the cook's places, and the others say why not", async () => {
  operator("kitchen");
  answers = { "GET /api/kitchen/closed-days": { data: [] } };
  open("/kitchen/people");
  await screen.findByRole("heading", { level: 1, name: "Not for your role" });
  expect(screen.queryAllByRole("link", { name: "Companies" })).toEqual([]);
  expect(screen.getAllByRole("link", { name: "Closed days" }).length).toBeGreaterThan(0);
  expect(asked("GET", "/api/kitchen/people")).toEqual([]);
});

test("a credit that is pressed again keeps its key, and a limit is said in money", async () => {
  operator("support");
  answers = {
    "GET /api/kitchen/people/P1": { data: person },
    "POST /api/kitchen/people/P1/credit": new Fault(403, {
      reason: "credit_too_much",
      detail: { once: 20000, left: 10000 },
    }),
  };
  open("/kitchen/people/P1");
  await press("Give a credit");
  await press("Give it");
  await screen.findByText("Enter an amount like 25 or 12.50.");
  expect(asked("POST", "/api/kitchen/people")).toEqual([]);
  await userEvent.type(screen.getByLabelText("Amount in AED"), "150");
  await userEvent.type(screen.getByLabelText("Reason, as the person reads it"), "Cold soup");
  await press("Give AED 150.00");
  await screen.findByText(/You may give AED 200.00 at once, and AED 100.00 more today/);
  answers["POST /api/kitchen/people/P1/credit"] = new Offline("network");
  await press("Give AED 150.00");
  await screen.findByText("No connection. Try again when you are online.");
  answers["POST /api/kitchen/people/P1/credit"] = { data: { balance: 15500 } };
  await press("Give AED 150.00");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const bodies = asked("POST", "/api/kitchen/people/P1/credit").map(([, , body]) => body as { key: string });
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies.map(({ key }) => key)).size).toBe(1);
  expect(bodies[0]).toMatchObject({ amount: 15000, reason: "Cold soup" });
});

test("money is read to the fils and nothing else is money", () => {
  expect(["25", "12.5", "12.05", "AED 3"].map(filsOf)).toEqual([2500, 1250, 1205, 300]);
  expect(["", "0", "-3", "1,000", "12.345", "1e3", "abc"].map(filsOf)).toEqual(Array(7).fill(null));
});

test("putting somebody on hold says what becomes of their lunches and asks why", async () => {
  operator("support");
  answers = { "GET /api/kitchen/people/P1": { data: person }, "POST /api/kitchen/people/P1/suspend": { data: {} } };
  open("/kitchen/people/P1");
  await press("Put on hold");
  const sheet = within(await screen.findByRole("dialog"));
  sheet.getByText(/3 paid deliveries on the way stand and are delivered/);
  await userEvent.click(sheet.getByRole("button", { name: "Put on hold" }));
  await sheet.findByText("Say why in a few words.");
  await userEvent.type(sheet.getByLabelText("Why?"), "left the company");
  await userEvent.click(sheet.getByRole("button", { name: "Put on hold" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked("POST", "/api/kitchen/people/P1/suspend")[0]?.[2]).toEqual({ reason: "left the company" });
});

test("a day that holds lunches is not closed, and says whose they are", async () => {
  operator("manager");
  answers = {
    "GET /api/kitchen/closed-days": { data: [{ date: "2026-12-02", name: "National Day", deliveries: 0 }] },
    "POST /api/kitchen/closed-days": new Fault(409, {
      reason: "day_ordered",
      detail: [{ profile_id: "P1", name: "Mariam", company_name: "Harbour Line", order: "O1" }],
    }),
  };
  open("/kitchen/closed-days");
  await screen.findByText("Wednesday 2 December 2026");
  await userEvent.type(screen.getByLabelText("Day"), "2026-12-03");
  await userEvent.type(screen.getByLabelText("Why"), "Sudden holiday");
  await press("Close a day");
  await screen.findByText(/1 lunch is ordered for this day/);
  expect(screen.getByRole("link", { name: "Mariam, Harbour Line" }).getAttribute("href")).toBe("/kitchen/people/P1");
});

test("without a connection a list says so and can be tried again", async () => {
  operator("support");
  answers = { "GET /api/kitchen/attempts": new Offline("network") };
  open("/kitchen/payments");
  await screen.findByText("It needs a connection.");
  answers = { "GET /api/kitchen/attempts": { data: [], next: "" } };
  await press("Try again");
  await screen.findByText("Nothing here yet");
});

test("an empty list says what to do about it: nothing, another state, or other words", async () => {
  operator("support");
  answers = { "GET /api/kitchen/attempts": { data: [], next: "" } };
  open("/kitchen/payments");
  await screen.findByText("Nothing here yet");
  expect(screen.queryByText(/other words/)).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Paid" }));
  await screen.findByText("Nothing found");
  await screen.findByText("Nothing matches this filter.");
  await userEvent.type(screen.getByRole("searchbox"), "ORD");
  await screen.findByText("Try other words, or fewer.");
});

test("what new companies are offered is set in one go, and who sells is only shown", async () => {
  operator("manager");
  answers["GET /api/kitchen/settings"] = {
    data: { phone: "+971 4 000 0000" },
    share: { share_type: "Percentage", share_value: 50, share_cap: null, share_duration: "Monthly" },
    seller: { name: "Sahn Kitchens LLC", trn: "100987654300003", address: "Dubai", bank: "", email: "" },
  };
  answers["PUT /api/kitchen/settings"] = {};
  open("/kitchen/settings");
  const offer = (await screen.findByRole("heading", { name: kitchenSettingWords.share })).closest("form");
  if (!offer) throw new Error("no form");
  expect(screen.getByText("100987654300003")).toBeVisible();
  expect(screen.queryByLabelText(kitchenSettingWords.sellerTrn)).toBeNull();
  const percent = within(offer).getByLabelText(payWords.percent);
  expect(percent).toHaveValue("50");
  await userEvent.clear(percent);
  await userEvent.type(percent, "101");
  await userEvent.click(within(offer).getByRole("button", { name: kitchenWords.save }));
  expect(asked("PUT", "/api/kitchen/settings")).toHaveLength(0);
  await userEvent.clear(percent);
  await userEvent.type(percent, "40");
  await userEvent.type(within(offer).getByLabelText(formWords.optional(payWords.cap)), "250");
  await userEvent.click(within(offer).getByRole("button", { name: kitchenWords.save }));
  await waitFor(() => expect(asked("PUT", "/api/kitchen/settings")).toHaveLength(1));
  expect(asked("PUT", "/api/kitchen/settings")[0]?.[2]).toEqual({
    share: { share_type: "Percentage", share_value: 40, share_cap: 25_000, share_duration: "Monthly" },
  });
});
