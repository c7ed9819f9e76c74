import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyProfile } from "#pwa/admin/company/company-profile";
import { plansKnown } from "#pwa/company/plans";
import { companyWords, payingWords } from "#pwa/i18n/company";
import { formWords } from "#pwa/i18n/form";
import { payWords } from "#pwa/i18n/subscription";
import { type Db, openDb, readValue, useDevice, writeValue } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import type { DryRun, OwnCompany } from "#pwa/offline/wire";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { timeIs } from "#pwa/testing/signed-in";
import { lost, type Site, siteOf } from "#pwa/testing/site";

const place = (id: string, label: string, more: Partial<OwnCompany["places"][0]> = {}) => ({
  id,
  label,
  line: `${label}, Marasi Drive`,
  area_timing_id: "area1",
  area: "Business Bay",
  from: "12:15",
  until: "12:45",
  people: 3,
  deliveries: 2,
  counters: 0,
  main: false,
  seal: `seal-${id}`,
  ...more,
});
const harbour: OwnCompany = {
  id: "C1",
  status: "Active",
  logo: "",
  details: {
    name: "Harbour Line Logistics",
    trn: "100384120500003",
    trn_fixed: true,
    contact_name: "Huda Saif",
    contact_email: "huda@harbour.example",
    contact_phone: "",
    billing_address: "",
    registration: { emirate: "", kind: "", number: "", issuer: "", tin: "" },
    seal: "d1",
  },
  places: [place("A1", "Floor 14", { main: true }), place("A2", "Warehouse", { people: 0, deliveries: 0 })],
  domains: { domains: [{ name: "harbour.example", active: 30, waiting: 2 }], seal: "m1" },
  tier: {
    plan_id: 2,
    discount_type: "Percentage",
    discount_amount: 25,
    active: 37,
    review: "2026-12-01",
    plans: plansKnown,
  },
  paying: {
    rules: { share_type: "Flat", share_value: 2000, share_cap: 40_000, share_duration: "Monthly" },
    minimum_day: 3,
    minimum_meal_count: 1,
    seal: "r1",
  },
};
const october: DryRun = {
  month: "2026-10-01",
  people: 30,
  lunches: 400,
  net_amount: 1_400_000,
  was: { company: 800_000, employees: 600_000, capped: 1 },
  would: { company: 700_000, employees: 700_000, capped: 0 },
};
const period = {
  duration: "Monthly",
  from: "2026-11-01",
  until: "2026-11-30",
  days: 21,
  passed: 15,
  people: 30,
  spent: 500_000,
  granted: 600_000,
  projected: 700_000,
  cap: 40_000,
  capped: 1,
  reaching: 4,
};

let site: Site;
let db: Db;
let device = 0;
const open = () => render(<CompanyProfile />, { wrapper: MemoryRouter });
const asked = (path: string) => sentTo(site, `/api/company-profile/${path}`);
const section = (name: string) => screen.findByRole("region", { name });
const companyIs = (more: Partial<OwnCompany>) => {
  site.on["GET /api/company-profile"] = ok({ ...harbour, ...more });
};
/** What the server holds once rules are switched on. */
const withRules = (more: object) => ({ ...harbour, paying: { ...harbour.paying, seal: "r2", ...more } });
const changeRules = async () => {
  open();
  await section("Who pays");
  await press(payingWords.change);
};
const dryRun = async () => {
  await press(payingWords.dryRun);
  await screen.findByText("October at these rules");
};
const askToSwitchOn = async () => {
  await press(payingWords.switchOn);
  const sure = await screen.findByRole("alertdialog", { name: payingWords.sure });
  return { sure, switchOn: () => userEvent.click(within(sure).getByRole("button", { name: payingWords.switchOn })) };
};
const gone = (role: string) => waitFor(() => expect(screen.queryByRole(role)).toBeNull());
const retype = async (label: string, text: string) => {
  const field = screen.getByLabelText(label, { exact: true });
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

timeIs("2026-11-21T12:00:00+04:00");
beforeEach(async () => {
  emptyPage();
  db = await openDb(`company-${++device}`);
  useDevice.setState({ db });
  useSession.setState({ profile: { ...mariam, client_type: "Admin" }, signedIn: true, locked: null });
  site = siteOf();
  site.on["GET /api/company-profile"] = ok(harbour);
  site.on["GET /api/company-profile/forecast"] = ok({ periods: [period] });
  site.on["GET /api/get-profile"] = ok({ ...mariam, client_type: "Admin" });
  site.on["POST /api/company-profile/dry-run"] = ok(october);
  return () => vi.unstubAllGlobals();
});

test("an admin sees who pays, the plan, where it ends, the places and the domains", async () => {
  open();
  expect(
    await screen.findByText("The company pays AED 20.00 of each person’s lunch a day, at most AED 400.00 a month."),
  ).toBeVisible();
  const plan = await section("Your plan");
  expect(within(plan).getByText("37 active keep your 25% off")).toBeVisible();
  expect(within(plan).getByText("13 more unlock 30% off from Tue 1 Dec on.")).toBeVisible();
  const pace = await section("At today’s pace");
  expect(await within(pace).findByText("AED 7,000.00")).toBeVisible();
  expect(within(pace).getByText("Of 30 people, 1 reached the limit of AED 400.00; 4 will by the end.")).toBeVisible();
  expect(screen.getByText("3 people have lunch brought here and 2 lunches are ordered")).toBeVisible();
  expect(screen.getByText("30 people in, 2 people waiting since before")).toBeVisible();
});

test("a company that waits for approval is told when its plan starts, and of no discount of 0%", async () => {
  companyIs({ status: "Pending", tier: { ...harbour.tier, discount_amount: 0 } });
  open();
  expect(await screen.findByText(/discount starts with the approval/)).toBeInTheDocument();
  expect(screen.queryByText(/0%/)).not.toBeInTheDocument();
});

test("the example counts while one types, to the fils, and says when the limit is reached", async () => {
  await changeRules();
  const example = await section("What one lunch costs");
  // 47.00 less 25 % is 35.30; 23 working days in December; 20 a day reach 400 with the 20th lunch and leave nothing after.
  expect(within(example).getByText("AED 15.30")).toBeVisible();
  expect(within(example).getByText("Lunch on all 23 working days of December")).toBeVisible();
  expect(within(example).getByText("AED 400.00")).toBeVisible();
  expect(within(example).getByText(/^From the 21st lunch of the month on/)).toBeVisible();
  await retype("Dirhams a day", "12.50");
  const other = await section("What one lunch costs");
  expect(within(other).getByText("AED 22.80")).toBeVisible();
  expect(within(other).getByText("AED 287.50")).toBeVisible();
  expect(within(other).getByText(payingWords.notReached)).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Dirhams a day"));
  expect(screen.queryByRole("region", { name: "What one lunch costs" })).toBeNull();
});

test("new rules are tried on last month, confirmed, and only then switched on", async () => {
  const after = { share_type: "Flat", share_value: 1500, share_cap: 40_000, share_duration: "Monthly" };
  site.on["POST /api/company-profile/rules"] = ok(withRules({ rules: after }));
  await changeRules();
  expect(screen.queryByRole("button", { name: payingWords.switchOn })).toBeNull();
  await retype("Dirhams a day", "15");
  await dryRun();
  expect(screen.getByText("AED 1,000.00 less for the company")).toBeVisible();
  expect(asked("dry-run")).toEqual([after]);

  await retype("Dirhams a day", "16");
  expect(screen.queryByText("October at these rules")).toBeNull();
  expect(screen.queryByRole("button", { name: payingWords.switchOn })).toBeNull();
  await retype("Dirhams a day", "15");

  const { sure, switchOn } = await askToSwitchOn();
  expect(within(sure).getByText(payingWords.sureText[0] ?? "")).toBeVisible();
  expect(asked("rules")).toEqual([]);
  await switchOn();
  await gone("alertdialog");
  expect(await screen.findByText(/The company pays AED 15.00 of each person’s lunch/)).toBeVisible();
  expect(asked("rules")).toEqual([{ ...after, seen: "r1" }]);
  expect(asked("dry-run")).toHaveLength(1);
  expect(Object.keys(sessionStorage)).toEqual([]);
  await waitFor(() => expect(sentTo(site, "/api/get-profile")).toHaveLength(1));
});

test("without a limit the company still sees what it paid so far, and its people's shares stay those of the month", async () => {
  const after = { share_type: "Flat", share_value: 2000, share_cap: null, share_duration: "Monthly" };
  site.on["POST /api/company-profile/rules"] = ok(withRules({ rules: after }));
  open();
  const paying = await section("Who pays");
  expect(await within(paying).findByText("AED 5,000.00 so far this month")).toBeVisible();
  await press(payingWords.change);
  await userEvent.clear(screen.getByLabelText(formWords.optional(payWords.cap)));
  await dryRun();
  const { switchOn } = await askToSwitchOn();
  site.on["GET /api/company-profile/forecast"] = ok({ periods: [{ ...period, spent: 510_000, cap: null }] });
  await switchOn();
  await gone("alertdialog");
  expect(await screen.findByText(/AED 20.00 of each person’s lunch a day, without a limit/)).toBeVisible();
  expect(await within(await section("Who pays")).findByText("AED 5,100.00 so far this month")).toBeVisible();
  // The period in which shares are counted outlives its limit, or the team's list would begin at nothing.
  expect(asked("rules")).toEqual([{ ...after, seen: "r1" }]);
});

test("who pays nothing and paid nothing is not told of it", async () => {
  const rules = { ...harbour.paying.rules, share_value: 0 };
  companyIs(withRules({ rules }));
  site.on["GET /api/company-profile/forecast"] = ok({ periods: [{ ...period, people: 0, spent: 0 }] });
  open();
  await screen.findByText("Nobody has lunch in this time yet.");
  expect(screen.queryByText(/so far this month/)).toBeNull();
});

test("who decides by rules that another admin changed is shown the new ones, and nothing is switched on", async () => {
  const rules = { share_type: "Percentage", share_value: 50, share_cap: null, share_duration: "Daily" };
  site.on["POST /api/company-profile/rules"] = refuses(409, {
    reason: "company_changed",
    detail: withRules({ rules, seal: "r9" }),
  });
  await changeRules();
  await retype("Dirhams a day", "15");
  await dryRun();
  const { sure, switchOn } = await askToSwitchOn();
  await switchOn();
  expect(await within(sure).findByText(companyWords.refusals.company_changed ?? "")).toBeVisible();
  expect(
    await within(sure).findByText("Now: The company pays 50% of each person’s lunch a day, without a limit."),
  ).toBeVisible();
  await switchOn();
  await waitFor(() => expect(asked("rules")).toHaveLength(2));
  expect((asked("rules")[1] as { seen: string }).seen).toBe("r9");
});

test("what was typed outlives a reload and a lost connection", async () => {
  site.on["POST /api/company-profile/details"] = lost;
  const { unmount } = open();
  await section("Your company");
  await press(companyWords.editDetails);
  expect(screen.getByLabelText("TRN")).not.toHaveAttribute("readonly");
  await retype("Company name", "Harbour Line LLC");
  await press(formWords.save);
  expect(await screen.findByText(formWords.notReached)).toBeVisible();
  unmount();
  open();
  expect(await screen.findByLabelText("Company name")).toHaveValue("Harbour Line LLC");
  const renamed = { ...harbour.details, name: "Harbour Line LLC" };
  site.on["POST /api/company-profile/details"] = ok({ ...harbour, details: renamed });
  await press(formWords.save);
  expect(await screen.findByText("Harbour Line LLC")).toBeVisible();
});

test("a place that moves says whom it takes along and what stays, and keeps one name for both tries", async () => {
  site.on["GET /api/areas"] = ok([{ id: "area1", area: "Business Bay", from: "12:15", until: "12:45" }]);
  site.on["POST /api/company-profile/place-change"] = lost;
  open();
  await section("Where lunch goes");
  await press(companyWords.editPlace("Floor 14"));
  expect(screen.queryByText(companyWords.moveText(3, 2))).toBeNull();
  await retype("Address", "Another tower");
  expect(screen.getByText(companyWords.moveText(3, 2))).toBeVisible();
  expect(screen.getByText(companyWords.mainMoves(true))).toBeVisible();
  await screen.findByRole("option", { name: /Business Bay/ });
  await press(formWords.save);
  await screen.findByText(formWords.notReached);
  site.on["POST /api/company-profile/place-change"] = ok(harbour);
  await press(formWords.save);
  await waitFor(() => expect(asked("place-change")).toHaveLength(2));
  const [first, second] = asked("place-change");
  expect(first).toEqual(second);
  expect(first).toMatchObject({ id: "A1", line: "Another tower", seen: "seal-A1" });
});

test("a place is retired for another one, and the last one cannot be", async () => {
  site.on["POST /api/company-profile/place-retire"] = ok({ ...harbour, places: [harbour.places[1]] });
  open();
  await section("Where lunch goes");
  await press(companyWords.retirePlace("Floor 14"));
  const sheet = await screen.findByRole("alertdialog", { name: "Remove Floor 14?" });
  expect(within(sheet).getByText(companyWords.retireText(3, 2))).toBeVisible();
  expect(within(sheet).getByText(companyWords.mainRetires("Warehouse", true))).toBeVisible();
  await userEvent.click(within(sheet).getByRole("button", { name: companyWords.retire }));
  await gone("alertdialog");
  expect(asked("place-retire")).toEqual([{ id: "A1", to: "A2" }]);
  await waitFor(() => expect(screen.queryByText("Floor 14")).toBeNull());
  expect(screen.queryByRole("button", { name: companyWords.retirePlace("Warehouse") })).toBeNull();
});

test("the main place is told, and another one can be made it", async () => {
  const made = harbour.places.map((one) => ({ ...one, main: one.id === "A2" }));
  site.on["POST /api/company-profile/place-main"] = ok({ ...harbour, places: made });
  open();
  const places = await section("Where lunch goes");
  expect(within(places).getByText(companyWords.mainText(true)).closest("li")).toHaveTextContent("Floor 14");
  expect(within(places).queryByRole("button", { name: companyWords.makeMainOf("Floor 14") })).toBeNull();
  await press(companyWords.makeMainOf("Warehouse"));
  await waitFor(() =>
    expect(within(places).getByText(companyWords.mainText(true)).closest("li")).toHaveTextContent("Warehouse"),
  );
  expect(asked("place-main")).toEqual([{ id: "A2" }]);
});

test("invoices name the main place's address until they have one of their own", async () => {
  const own = { ...harbour, details: { ...harbour.details, billing_address: "PO Box 1234, Dubai", seal: "d2" } };
  site.on["POST /api/company-profile/details"] = ok(own);
  open();
  const details = await section("Your company");
  expect(within(details).getByText("Floor 14, Marasi Drive")).toBeVisible();
  expect(within(details).getByText(companyWords.billingAsMain("Floor 14"))).toBeVisible();
  await press(companyWords.editDetails);
  await retype(formWords.optional(companyWords.billing), "PO Box 1234, Dubai");
  await press(formWords.save);
  expect(await within(details).findByText("PO Box 1234, Dubai")).toBeVisible();
  expect(within(details).queryByText(companyWords.billingAsMain("Floor 14"))).toBeNull();
  expect(asked("details")).toMatchObject([{ billing_address: "PO Box 1234, Dubai", seen: "d1" }]);
  await press(companyWords.editPlace("Floor 14"));
  await retype("Address", "Another tower");
  expect(screen.getByText(companyWords.billingStays("PO Box 1234, Dubai"))).toBeVisible();
});

test("domains that anybody can have an address in are refused before they are sent", async () => {
  open();
  await section("Who comes in by email");
  await press(companyWords.editDomains);
  const field = formWords.optional(companyWords.domainsField);
  await retype(field, "gmail.com");
  await press(formWords.save);
  expect(screen.getByLabelText(field)).toHaveAttribute("aria-invalid", "true");
  site.on["POST /api/company-profile/domains"] = ok(harbour);
  await retype(field, "harbour.example, line.example");
  await press(formWords.save);
  await waitFor(() => expect(asked("domains")).toEqual([{ domains: ["harbour.example", "line.example"], seen: "m1" }]));
});

test("offline what was seen last is shown, and nothing is pretended", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  for (const path of Object.keys(site.on)) site.on[path] = lost;
  const { unmount } = open();
  expect(await screen.findByText(companyWords.notHere)).toBeVisible();
  unmount();
  await writeValue(db, "company", { company: harbour, at: 0 });
  open();
  expect(await screen.findByText("Harbour Line Logistics")).toBeVisible();
  expect(screen.getByText(companyWords.offline)).toBeVisible();
  expect(screen.getByText("The forecast needs a connection.")).toBeVisible();
});

test("a failure says so and is tried again", async () => {
  site.on["GET /api/company-profile"] = refuses(500);
  open();
  const alert = await screen.findByRole("alert");
  site.on["GET /api/company-profile"] = ok(harbour);
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Harbour Line Logistics")).toBeVisible();
  await waitFor(async () => expect((await readValue(db, "company"))?.company.id).toBe("C1"));
});

const last = { month: "2026-11-01", people: 30, was: 2, became: 2, outcome: "warned" };
test.each([
  [
    "a company that falls short is told what keeps the plan and when it ends",
    { active: 31, last },
    ["4 more keep 25% off. Without them it ends on Tue 1 Dec."],
  ],
  [
    "one more person is said as one",
    { active: 34 },
    [
      "1 more makes 25% off safe. Without them on Tue 1 Dec you keep it for one month more.",
      "16 more unlock 30% off from Tue 1 Dec on.",
    ],
  ],
])("%s", async (_, tier, sentences) => {
  companyIs({ tier: { ...harbour.tier, ...tier } });
  open();
  const plan = await section("Your plan");
  for (const sentence of sentences) expect(within(plan).getByText(sentence)).toBeVisible();
});
