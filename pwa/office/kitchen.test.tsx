import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { formWords } from "#pwa/i18n/form";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenSettingWords } from "#pwa/i18n/kitchen-settings";
import { payWords } from "#pwa/i18n/subscription";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { kitchenPath } from "#pwa/office/kitchen-sign-in";
import { useSession } from "#pwa/offline/session";
import { personOf, signInOperator } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { mariam } from "#pwa/testing/sample";
import { lost, reply, siteOf } from "#pwa/testing/site";

const open = (at: string) => openAt(at, { "/kitchen/*": <KitchenPage /> });

/** Nobody is signed in; they come to the sign-in page and say who they are. */
async function signInAs(at: string, password: string) {
  useSession.setState({ profile: null, signedIn: false, locked: null });
  open(at);
  await screen.findByRole("heading", { name: "Kitchen sign in" });
  await userEvent.type(screen.getByLabelText("Email"), "sara@sahn.example");
  await userEvent.type(screen.getByLabelText("Password"), password);
  await press("Go on");
}

test("nobody but an operator is let in, and they come back to where they wanted to be", async () => {
  const site = siteOf();
  site.on["POST /api/kitchen/login"] = reply({});
  site.on["GET /api/kitchen/people"] = reply({ data: [], next: "" });
  const sara = { ...mariam, client_type: "Operator", operator_role: "support" };
  site.on["POST /api/kitchen/verify"] = reply({ data: sara });
  await signInAs("/kitchen/people", "the password");
  await userEvent.type(await screen.findByLabelText("Your code"), "123456");
  await screen.findByRole("heading", { name: "People" });
  expect(site.sent("POST", "/api/kitchen/login")).toEqual([{ email: "sara@sahn.example", password: "the password" }]);
  expect(site.sent("POST", "/api/kitchen/verify")).toEqual([{ email: "sara@sahn.example", otp: "123456" }]);
});

test("a wrong password is said on the sign-in page, and no code is waited for", async () => {
  siteOf().on["POST /api/kitchen/login"] = reply({ message: "Bad Credentials" }, 401);
  await signInAs("/kitchen/login", "wrong");
  await screen.findByText("That email and password do not match.");
  expect(screen.queryByLabelText("Your code")).toBeNull();
});

test("the sign-in page leads nowhere but into the kitchen", () => {
  expect(kitchenPath("?returnTo=/kitchen/people")).toBe("/kitchen/people");
  for (const to of ["/dashboard/home", "//evil.example", "https://evil.example", "/kitchen/login", "/kitchenette"])
    expect(kitchenPath(`?returnTo=${encodeURIComponent(to)}`)).toBe("/kitchen");
});

test("a cook sees the cook's places, and the others say why not", async () => {
  const site = await signInOperator("kitchen");
  site.on["GET /api/kitchen/closed-days"] = reply({ data: [] });
  open("/kitchen/people");
  await screen.findByRole("heading", { level: 1, name: "Not for your role" });
  expect(screen.queryAllByRole("link", { name: "Companies" })).toEqual([]);
  expect(screen.getAllByRole("link", { name: "Closed days" }).length).toBeGreaterThan(0);
  expect(site.sent("GET", "/api/kitchen/people")).toEqual([]);
});

test("an operator at a page that is not there is led back into the kitchen, not to lunches", async () => {
  await signInOperator("support");
  open("/kitchen/nowhere");
  const main = within(screen.getByRole("main"));
  expect(await main.findByRole("heading", { level: 1, name: "Page not found" })).toBeInTheDocument();
  expect(main.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/kitchen"]);
});

test("the first page has its tab marked, also when its address ends in a slash", async () => {
  await signInOperator("support");
  open("/kitchen/");
  for (const tab of await screen.findAllByRole("link", { name: "Today" }))
    expect(tab).toHaveAttribute("aria-current", "page");
});

test("a credit that is pressed again keeps its key, and a limit is said in money", async () => {
  const site = await signInOperator("support");
  const credit = "/api/kitchen/people/P1/credit";
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf() });
  site.on[`POST ${credit}`] = reply({ reason: "credit_too_much", detail: { once: 20000, left: 10000 } }, 403);
  open("/kitchen/people/P1");
  await press("Give a credit");
  await press("Give it");
  await screen.findByText("Enter an amount like 25 or 12.50.");
  expect(site.sent("POST", "/api/kitchen/people")).toEqual([]);
  await userEvent.type(screen.getByLabelText("Amount in AED"), "150");
  await userEvent.type(screen.getByLabelText("Reason, as the person reads it"), "Cold soup");
  await press("Give AED 150.00");
  await screen.findByText(/You may give AED 200.00 at once, and AED 100.00 more today/);
  site.on[`POST ${credit}`] = lost;
  await press("Give AED 150.00");
  await screen.findByText("No connection. Try again when you are online.");
  site.on[`POST ${credit}`] = reply({ data: { balance: 15500 } });
  await press("Give AED 150.00");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const bodies = site.sent("POST", credit) as { key: string }[];
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies.map(({ key }) => key)).size).toBe(1);
  expect(bodies[0]).toMatchObject({ amount: 15000, reason: "Cold soup" });
});

test("putting somebody on hold says what becomes of their lunches and asks why", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/people/P1"] = reply({ data: personOf({ open_deliveries: 3 }) });
  site.on["POST /api/kitchen/people/P1/suspend"] = reply({ data: {} });
  open("/kitchen/people/P1");
  await press("Put on hold");
  const sheet = within(await screen.findByRole("dialog"));
  sheet.getByText(/3 paid deliveries on the way stand and are delivered/);
  await userEvent.click(sheet.getByRole("button", { name: "Put on hold" }));
  await sheet.findByText("Say why in a few words.");
  await userEvent.type(sheet.getByLabelText("Why?"), "left the company");
  await userEvent.click(sheet.getByRole("button", { name: "Put on hold" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(site.sent("POST", "/api/kitchen/people/P1/suspend")[0]).toEqual({ reason: "left the company" });
});

test("a day that holds lunches says whose they are before it is closed, and in which languages it is named", async () => {
  const site = await signInOperator("manager");
  const closed = { date: "2026-12-02", name: "National Day", name_ar: "عيد الاتحاد", expected: false, deliveries: 0 };
  const ordered = { profile_id: "P1", name: "Mariam", company_name: "Harbour Line", order: "O1" };
  site.on["GET /api/kitchen/closed-days"] = reply({ data: [closed] });
  site.on["POST /api/kitchen/closed-days"] = reply({ reason: "day_ordered", detail: [ordered] }, 409);
  open("/kitchen/closed-days");
  await screen.findByText("Wednesday 2 December 2026");
  await userEvent.type(screen.getByLabelText("Day"), "2026-12-03");
  await userEvent.type(screen.getByLabelText("Why"), "Sudden holiday");
  await press("Close a day");
  await screen.findByText(/1 lunch is ordered for this day/);
  expect(screen.getByRole("link", { name: "Mariam, Harbour Line" }).getAttribute("href")).toBe("/kitchen/people/P1");
  site.on["POST /api/kitchen/closed-days"] = reply({ data: {} });
  await press("Close the day and tell 1 person");
  await waitFor(() =>
    expect(site.sent("POST", "/api/kitchen/closed-days")[1]).toEqual({
      date: "2026-12-03",
      name: "Sudden holiday",
      name_ar: "",
      expected: false,
      lunches: 1,
    }),
  );
  site.on["PUT /api/kitchen/closed-days/2026-12-02"] = reply({ data: {} });
  await press("Change Wednesday 2 December");
  await userEvent.click(screen.getByLabelText(/the day may move/));
  await press("Save");
  await waitFor(() =>
    expect(site.sent("PUT", "/api/kitchen/closed-days/2026-12-02")[0]).toEqual({
      date: "2026-12-02",
      name: "National Day",
      name_ar: "عيد الاتحاد",
      expected: true,
    }),
  );
});

test("without a connection a list says so and can be tried again", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/attempts"] = lost;
  open("/kitchen/payments");
  await screen.findByText("It needs a connection.");
  site.on["GET /api/kitchen/attempts"] = reply({ data: [], next: "" });
  await press("Try again");
  await screen.findByText("Nothing here yet");
});

test("an empty list says what to do about it: nothing, another state, or other words", async () => {
  const site = await signInOperator("support");
  site.on["GET /api/kitchen/attempts"] = reply({ data: [], next: "" });
  open("/kitchen/payments");
  await screen.findByText("Nothing here yet");
  expect(screen.queryByText(/other words/)).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Paid" }));
  await screen.findByText("Nothing found");
  await screen.findByText("Nothing matches this filter.");
  await userEvent.type(screen.getByRole("searchbox"), "ORD");
  await screen.findByText("Try other words, or fewer.");
});

test("what new companies are offered is set in one go, beside who sells", async () => {
  const site = await signInOperator("manager");
  site.on["GET /api/kitchen/settings"] = reply({
    data: { phone: "+971 4 000 0000" },
    share: { share_type: "Percentage", share_value: 50, share_cap: null, share_duration: "Monthly" },
    seller: { name: "Sahn Kitchens LLC", trn: "100987654300003", address: "Dubai", bank: "", email: "" },
    seller_version: 0,
  });
  site.on["PUT /api/kitchen/settings"] = reply({});
  open("/kitchen/settings");
  const offer = (await screen.findByRole("heading", { name: kitchenSettingWords.share })).closest("form");
  if (!offer) throw new Error("no form");
  const percent = within(offer).getByLabelText(payWords.percent);
  expect(percent).toHaveValue("50");
  await userEvent.clear(percent);
  await userEvent.type(percent, "101");
  await userEvent.click(within(offer).getByRole("button", { name: kitchenWords.save }));
  expect(site.sent("PUT", "/api/kitchen/settings")).toEqual([]);
  await userEvent.clear(percent);
  await userEvent.type(percent, "40");
  await userEvent.type(within(offer).getByLabelText(formWords.optional(payWords.cap)), "250");
  await userEvent.click(within(offer).getByRole("button", { name: kitchenWords.save }));
  const share = { share_type: "Percentage", share_value: 40, share_cap: 25_000, share_duration: "Monthly" };
  await waitFor(() => expect(site.sent("PUT", "/api/kitchen/settings")).toEqual([{ share }]));
});
