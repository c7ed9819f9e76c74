import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CompanyMembers } from "#pwa/admin/members/company-members";
import { stopSync } from "#pwa/offline/sync/start-sync";
import type {
  InviteReply,
  InviteRequest,
  Member,
  MemberActReply,
  MemberActRequest,
  MemberList,
} from "#pwa/offline/wire";
import { refuses, sentTo } from "#pwa/testing/answers";
import { openAt, press } from "#pwa/testing/open-at";
import { signedIn } from "#pwa/testing/signed-in";
import type { Site } from "#pwa/testing/site";
import { reply } from "#pwa/testing/site";
import { useToasts } from "#pwa/ui/toast-store";
import { Toasts } from "#pwa/ui/toasts";

let site: Site;
let list: MemberList;
let answer: MemberActReply;
let wide = false;
beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }));
  wide = false;
  site = await signedIn({ client_type: "Admin" });
  list = {
    members: [
      member("omar", { name: "Omar Haddad", role: "Admin", share_used: 26_000, days: ["2026-11-30", "2026-12-01"] }),
      member("chen", { name: "Chen Wei", status: "Invited" }),
      member("sofia", { name: "Sofia Marchetti", department: "d1" }),
      member("rashid", { name: "Rashid Haddad", status: "Suspended" }),
      member("noor", { name: "Noor Rahman", status: "Pending" }),
    ],
    matched: 5,
    page: 0,
    pages: 1,
    counts: { all: 5, active: 2, pending: 1, invited: 1, suspended: 1, waiting: 1, idle: 1 },
    departments: [{ id: "d1", name: "Sales", people: 1 }],
    week: "2026-11-30",
    closed: ["2026-12-02"],
    share_cap: 40_000,
    share_duration: "Monthly",
    tier: { discount: 25, needed: 35, next_discount: 30, next_needed: 50 },
    you: "omar",
  };
  answer = { done: [], refused: [] };
  site.on["GET /api/*"] = (_, path) => (path.startsWith("/api/members") ? reply(list)() : refuses(404)());
  site.on["POST /api/members/act"] = () => reply(answer)();
});
afterEach(() => {
  stopSync();
  useToasts.setState({ toasts: [] });
  vi.unstubAllGlobals();
});

const member = (id: string, more: Partial<Member> = {}): Member => ({
  id,
  name: id,
  email: `${id}@harbourline.example`,
  role: "Employee",
  status: "Active",
  proved: true,
  share_used: 0,
  days: [],
  reminded: false,
  ...more,
});
const open = (query = "") => openAt(`/dashboard/company-members${query}`, { "*": <CompanyMembers /> }, <Toasts />);
const acts = () => sentTo<MemberActRequest>(site, "/api/members/act");
const lists = () => site.asked.filter(({ path }) => /^\/api\/members(\?|$)/.test(path)).map(({ path }) => path);
const menu = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `More for ${name}` }));
  return screen.findByRole("dialog", { name });
};
const act = async (name: string, button: string) =>
  userEvent.click(within(await menu(name)).getByRole("button", { name: button }));
/** Says yes to what is asked, and answers how it was asked. */
const agree = async (question: string, button: string) => {
  const sure = await screen.findByRole("alertdialog", { name: question });
  const before = acts();
  await userEvent.click(within(sure).getByRole("button", { name: button }));
  return { text: sure.textContent, before };
};
/** Presses a button of the page's head, which does nothing until the list is there. */
const pressHead = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};
const undo = async (...both: MemberActRequest[]) => {
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(acts()).toEqual(both));
};

test("an admin sees who, days and money, and what each person is", async () => {
  open();
  expect(await screen.findByText("5 people, 2 active")).toBeInTheDocument();
  const rows = screen.getAllByRole("listitem");
  expect(rows[0]).toHaveTextContent("Omar Haddad Admin, you");
  expect(within(rows[0] as HTMLElement).getByRole("img", { name: "2 of 4 days ordered" })).toBeInTheDocument();
  expect(rows[0]).toHaveTextContent("AED 260.00 of AED 400.00 used");
  expect(rows.map((row) => /Invited|Inactive|Waiting/.exec(row.textContent ?? "")?.[0])).toEqual([
    undefined,
    "Invited",
    undefined,
    "Inactive",
    "Waiting",
  ]);
  expect(screen.getByText("2 of the 35 active people that your plan with 25% off needs")).toBeInTheDocument();
});

test("where there is room it is a table with whole addresses that sorts by its heads", async () => {
  wide = true;
  open();
  const table = await screen.findByRole("table");
  for (const email of within(table).getAllByText(/@harbourline/)) expect(email).toHaveClass("whole");
  expect(within(table).getByRole("columnheader", { name: "Person" })).toHaveAttribute("aria-sort", "ascending");
  await userEvent.click(within(table).getByRole("button", { name: "Share this month" }));
  await waitFor(() => expect(lists().at(-1)).toBe("/api/members?sort=-share"));
  await waitFor(() =>
    expect(screen.getByRole("columnheader", { name: "Share this month" })).toHaveAttribute("aria-sort", "descending"),
  );
  await press("Share this month");
  await waitFor(() => expect(lists().at(-1)).toBe("/api/members?sort=share"));
});

test("what is looked for stands in the address, and a new search begins on the first page", async () => {
  open("?page=3");
  list = { ...list, pages: 5, page: 3, matched: 250 };
  await screen.findByText("151–155 of 250");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search name or email" }), "sof");
  await waitFor(() => expect(lists().at(-1)).toBe("/api/members?q=sof"));
  await press("Active 2");
  await press(/^Filters/);
  await press("Not ordered for next week (1)");
  await userEvent.selectOptions(screen.getByLabelText("Department"), "Sales (1)");
  await waitFor(() => expect(lists().at(-1)).toBe("/api/members?q=sof&status=Active&department=d1&idle=yes"));
  expect(screen.getByText(/\?q=sof&status=Active&idle=yes&department=d1$/)).toBeInTheDocument();
});

test("whoever is deactivated is only after a second look, and it can be undone", async () => {
  answer = { done: [{ id: "sofia" }], refused: [] };
  open();
  await act("Sofia Marchetti", "Deactivate");
  const { text, before } = await agree("Deactivate Sofia Marchetti?", "Deactivate");
  expect(text).toContain("signed out at once");
  expect(before).toEqual([]);
  await undo({ act: "suspend", ids: ["sofia"] }, { act: "reactivate", ids: ["sofia"] });
});

test("whoever is made admin by mistake is made employee again with one tap", async () => {
  answer = { done: [{ id: "sofia" }], refused: [] };
  open();
  await act("Sofia Marchetti", "Make admin");
  await agree("Make Sofia Marchetti admin?", "Make admin");
  await undo({ act: "promote", ids: ["sofia"] }, { act: "demote", ids: ["sofia"] });
});

test("a page that was emptied meanwhile is shown as the last one that there is", async () => {
  list = { ...list, pages: 2, page: 1, matched: 55 };
  open("?page=3");
  expect(await screen.findByText("51–55 of 55")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Previous" })).toBeEnabled();
  expect(screen.getByText("Sofia Marchetti")).toBeInTheDocument();
});

test("nobody is offered what cannot be: not to oneself, not twice", async () => {
  open();
  const own = await menu("Omar Haddad");
  for (const name of ["Deactivate", "Remove", "Make employee"])
    expect(within(own).queryByRole("button", { name })).not.toBeInTheDocument();
  await userEvent.click(within(own).getByRole("button", { name: "Close" }));
  const waiting = await menu("Noor Rahman");
  expect(within(waiting).getByRole("button", { name: "Approve" })).toBeInTheDocument();
});

test("a department is given and given back", async () => {
  answer = { done: [{ id: "sofia", was: "d1" }], refused: [] };
  open();
  await act("Sofia Marchetti", "Move to a department");
  const pick = await screen.findByRole("dialog", { name: "Move to a department" });
  await userEvent.click(within(pick).getByRole("radio", { name: "No department" }));
  await userEvent.click(within(pick).getByRole("button", { name: "Save" }));
  await undo({ act: "assign", ids: ["sofia"] }, { act: "assign", ids: ["sofia"], department: "d1" });
});

test("all that match are meant by what was looked for, and who is refused is told with the reason", async () => {
  wide = true;
  list = { ...list, matched: 120, pages: 3 };
  answer = {
    done: [{ id: "chen" }],
    refused: [
      { id: "omar", name: "Omar Haddad", reason: "yourself" },
      { id: "rashid", name: "Rashid Haddad", reason: "not_active" },
    ],
  };
  open("?q=h");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select everybody on this page" }));
  const bar = screen.getByRole("region", { name: "What to do with the selected people" });
  expect(within(bar).getByRole("status")).toHaveTextContent("5 selected");
  await userEvent.click(within(bar).getByRole("button", { name: "Select all 120 that match" }));
  await userEvent.click(within(bar).getByRole("button", { name: "Deactivate" }));
  await agree("Deactivate 120 people?", "Deactivate");
  const refused = await screen.findByRole("dialog", { name: "Not done for 2 people" });
  expect(refused).toHaveTextContent("Omar HaddadYou cannot do that to yourself.");
  expect(acts()).toEqual([{ act: "suspend", all: { q: "h" } }]);
  await userEvent.click(within(refused).getByRole("button", { name: "OK" }));
  expect(screen.queryByRole("region", { name: "What to do with the selected people" })).not.toBeInTheDocument();
});

test("a list is looked at before anybody is invited, and what was seen is what happens", async () => {
  site.on["POST /api/members/invite"] = (body) => {
    const { apply, departments } = body as InviteRequest;
    const unknown = departments ? {} : { problem: "unknown_department" as const };
    const reply: InviteReply = {
      hash: departments ? "h2" : "h1",
      applied: apply !== undefined,
      invite: departments ? 2 : 1,
      let: 0,
      bad: departments ? 1 : 2,
      made: departments ? ["Legal"] : [],
      rows: [
        { line: 1, email: "zoe@qasr.example", name: "Zoë" },
        { line: 2, email: "ali@qasr.example", name: "Ali", department: "Legal", ...unknown },
        { line: 3, email: "oops", name: "", problem: "bad_email" },
      ],
    };
    return { status: 200, body: reply };
  };
  open();
  await pressHead("Invite people");
  const sheet = await screen.findByRole("dialog", { name: "Invite people" });
  expect(within(sheet).getByRole("button", { name: "Check the list" })).toBeDisabled();
  await userEvent.type(within(sheet).getByLabelText("Email addresses"), "zoe@qasr.example");
  await userEvent.click(within(sheet).getByRole("button", { name: "Check the list" }));
  expect(await within(sheet).findByText("1 person will be invited by email")).toBeInTheDocument();
  expect(sheet).toHaveTextContent("oopsLine 3: This is no email address.");
  await userEvent.click(within(sheet).getByRole("checkbox", { name: "Also add new departments: Legal" }));
  await userEvent.click(await within(sheet).findByRole("button", { name: "Invite 2 people" }));
  expect(await screen.findByText("2 people invited")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(sentTo(site, "/api/members/invite")).toEqual([
    { text: "zoe@qasr.example", departments: false },
    { text: "zoe@qasr.example", departments: true },
    { text: "zoe@qasr.example", departments: true, apply: "h2" },
  ]);
});

test("a file travels whole, and one that is too large does not leave the phone", async () => {
  site.on["POST /api/members/invite"] = refuses(422, { errors: { file: ["The file has no rows."] } });
  open();
  await pressHead("Invite people");
  await userEvent.click(await screen.findByRole("radio", { name: "Import a list" }));
  const field = screen.getByLabelText("CSV or Excel file");
  await userEvent.upload(field, new File([new Uint8Array(1_048_577)], "big.csv", { type: "text/csv" }));
  expect(await screen.findByText("The file is larger than 1 MB.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Check the list" })).toBeDisabled();
  await userEvent.upload(field, new File(["Zoë"], "team.csv", { type: "text/csv" }));
  await screen.findByText("team.csv");
  await press("Check the list");
  expect(await screen.findByText("The file has no rows.")).toBeInTheDocument();
  expect(sentTo(site, "/api/members/invite")).toEqual([{ file: "Wm/Dqw==", departments: false }]);
});

test("departments are added, renamed and taken away", async () => {
  const all = (...names: string[]) =>
    reply({ departments: names.map((name, at) => ({ id: `d${at + 1}`, name, people: 0 })) });
  site.on["POST /api/departments"] = (body) =>
    all(...((body as { id?: string }).id ? ["Trade"] : ["Sales", "Legal"]))();
  site.on["DELETE /api/departments/*"] = all();
  open();
  await pressHead("Departments");
  await userEvent.type(await screen.findByLabelText("New department"), "Legal{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Rename Legal" }));
  await userEvent.type(screen.getByLabelText("Name"), "!{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Remove Trade" }));
  await agree("Remove the department Trade?", "Remove");
  expect(await screen.findByText("There are no departments yet.")).toBeInTheDocument();
});

test("without a connection it says so, and what was here stays", async () => {
  open();
  await screen.findByText("Sofia Marchetti");
  site.online = false;
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  expect(await screen.findByText(/^No connection. You see the list as it was/)).toBeInTheDocument();
  expect(screen.getByText("Sofia Marchetti")).toBeInTheDocument();
  vi.restoreAllMocks();
});

test("a failure says why and tries again", async () => {
  site.on["GET /api/*"] = refuses(503, { reason: "unavailable" });
  open();
  expect(await screen.findByText("Your team could not be loaded")).toBeInTheDocument();
  site.on["GET /api/*"] = reply(list);
  await press("Try again");
  expect(await screen.findByText("Sofia Marchetti")).toBeInTheDocument();
});
