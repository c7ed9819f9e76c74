import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { CompanyLoginPage } from "#pwa/auth/company-login-page";
import { CompanyDetailsPage } from "#pwa/auth/registration/company-details-page";
import { CompanyUserRegisterPage } from "#pwa/auth/registration/company-user-register-page";
import { CompletionPage } from "#pwa/auth/registration/completion-page";
import { PaymentSelectionPage } from "#pwa/auth/registration/payment-selection-page";
import { PlanSelectionPage } from "#pwa/auth/registration/plan-selection-page";
import { SubscriptionPage } from "#pwa/auth/registration/subscription-page";
import { appWords } from "#pwa/i18n/app";
import { addressWords, formWords } from "#pwa/i18n/form";
import { inviteWords } from "#pwa/i18n/invite";
import { loginWords } from "#pwa/i18n/login";
import { registerWords } from "#pwa/i18n/register";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/subscription";
import * as session from "#pwa/offline/session";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { field, leadsTo, openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  signInWithOtp: vi.fn(),
}));
const withCode = vi.mocked(session.signInWithOtp);

let site: Site;
let line: ReturnType<typeof emptyPage>;
const open = (at: string) =>
  openAt(at, {
    "/subscription": <SubscriptionPage />,
    "/company/details": <CompanyDetailsPage />,
    "/company/register": <PlanSelectionPage />,
    "/paymentselection": <PaymentSelectionPage />,
    "/completion": <CompletionPage />,
    "/company/:companyId/login": <CompanyLoginPage />,
    "/company/:companyId/register": <CompanyUserRegisterPage />,
  });
const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const sent = () => sentTo(site, "/api/register-company");

async function details() {
  const opened = open("/company/details");
  put(detailsWords.companyName, "Cold Chain FZE");
  put(detailsWords.trn, "100 1234 5670 0003");
  put(addressWords.label, "Head office");
  put(addressWords.line, "Tower B");
  await userEvent.selectOptions(field(addressWords.area), await screen.findByRole("option", { name: /Al Barsha/ }));
  put(formWords.name, "Fatima");
  put(formWords.workEmail, "fatima@coldchain.example");
  put(formWords.mobile, "501234567");
  await press(subscriptionWords.next);
  await screen.findByRole("heading", { name: planWords.title });
  expect(document.title).toBe(appWords.titled(planWords.title));
  return opened;
}
/** The details, and the second plan. */
async function untilPayment() {
  const opened = await details();
  await press(planWords.goOnWith("Plan 2"));
  await screen.findByRole("heading", { name: payWords.title });
  return opened;
}

beforeEach(() => {
  vi.clearAllMocks();
  line = emptyPage();
  session.useSession.setState({ profile: null, signedIn: false, locked: null });
  site = siteOf();
  site.on["GET /api/areas"] = ok([{ id: "area5", area: "Al Barsha", from: "13:00", until: "13:30" }]);
  site.on["POST /api/register-company"] = () => ({ status: 201, body: { message: "Sent", data: { email: "d@r.ae" } } });
  site.on["GET /api/company/C1"] = ok({ id: "C1", name: "Harbour Line", logo: "" });
  return () => vi.unstubAllGlobals();
});

test("from the first word to the approval: four steps, and the admin's code at the end", async () => {
  await details();
  put(planWords.people, "42");
  expect(screen.getByText(planWords.more(8, "30%"), { exact: false })).toBeVisible();
  expect(screen.getByRole("button", { name: planWords.needs(50) })).toBeDisabled();
  await press(planWords.choose("Plan 1"));
  await press(planWords.goOnWith("Plan 1"));
  expect(await screen.findByRole("heading", { name: payWords.title })).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: new RegExp(`^${payWords.company}`) }));
  expect(screen.getByText(payWords.rest).nextSibling).toHaveTextContent("AED 0.00");
  await press(payWords.send);
  expect(await screen.findByRole("heading", { name: loginWords.checkEmail })).toBeVisible();
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({
    company_name: "Cold Chain FZE",
    people: 42,
    plan_id: 1,
    share_value: 100,
    share_type: "Percentage",
    email: "fatima@coldchain.example",
  });
  withCode.mockImplementation(async () => {
    const profile = { ...mariam, client_type: "Admin", email: "fatima@coldchain.example", company_status: "Pending" };
    session.useSession.setState({ profile, signedIn: true });
    return profile;
  });
  await userEvent.type(field(loginWords.code), "123456");
  expect(await screen.findByRole("heading", { name: completionWords.title })).toBeVisible();
  expect(Object.keys(localStorage).filter((name) => name.startsWith("sahn.form"))).toEqual([]);
});

test("the browser's tab says which step of the registration it shows", async () => {
  const tab = (title: string) => waitFor(() => expect(document.title).toBe(appWords.titled(title)));
  open("/subscription").unmount();
  await tab(subscriptionWords.title);
  open("/company/details").unmount();
  await tab(detailsWords.title);
  await untilPayment();
  await tab(payWords.title);
  await press(payWords.send);
  await tab(loginWords.checkEmail);
});

test("a plan's price of a lunch is the same at the plans and where one decides who pays, and says what is before VAT", async () => {
  await details();
  put(planWords.people, "42");
  const first = () => screen.getByText(planWords.beforeVat("AED 36")).closest("article") as HTMLElement;
  expect(within(first()).getByText("AED 37.60")).toBeVisible();
  await press(planWords.choose("Plan 1"));
  await press(planWords.goOnWith("Plan 1"));
  await userEvent.click(await screen.findByRole("radio", { name: new RegExp(`^${payWords.employees}`) }));
  expect(screen.getByText(payWords.rest).nextSibling).toHaveTextContent("AED 37.60");
});

test("the admin of an approved company finds its link on the completion page and copies it", async () => {
  const admin = { ...mariam, client_type: "Admin", company_id: "C1", company_name: "Cold Chain FZE" };
  session.useSession.setState({ profile: admin, signedIn: true });
  const user = userEvent.setup();
  open("/completion");
  expect(await screen.findByRole("heading", { name: completionWords.approved })).toBeVisible();
  const link = `${window.location.origin}/company/C1/register`;
  expect(field(inviteWords.link)).toHaveValue(link);
  expect(screen.queryByRole("button", { name: inviteWords.share })).toBeNull();
  await user.click(screen.getByRole("button", { name: inviteWords.copy }));
  expect(await screen.findByText(inviteWords.copied)).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(link);
});

test("where copying is forbidden the link is marked, and where the phone can share it is handed over", async () => {
  session.useSession.setState({ profile: { ...mariam, client_type: "Admin", company_id: "C1" }, signedIn: true });
  const user = userEvent.setup();
  const share = vi.fn(async () => Promise.reject(new DOMException("no", "AbortError")));
  Object.assign(navigator, { share });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no", "NotAllowedError"));
  try {
    open("/completion");
    await user.click(await screen.findByRole("button", { name: inviteWords.copy }));
    expect(await screen.findByText(inviteWords.byHand)).toBeVisible();
    const input = field(inviteWords.link) as HTMLInputElement;
    expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe(input.value);
    await user.click(screen.getByRole("button", { name: inviteWords.share }));
    expect(share).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ url: input.value }));
  } finally {
    Reflect.deleteProperty(navigator, "share");
  }
});

test("a step cannot be reached before those in front of it, and nothing typed is lost", async () => {
  const early = open("/paymentselection");
  expect(screen.getByRole("heading", { name: detailsWords.title })).toBeVisible();
  early.unmount();
  (await details()).unmount();
  const again = open("/completion");
  expect(screen.getByRole("heading", { name: planWords.title })).toBeVisible();
  again.unmount();
  const first = open("/subscription");
  await userEvent.click(screen.getByRole("link", { name: subscriptionWords.goOn }));
  expect(screen.getByRole("heading", { name: planWords.title })).toBeVisible();
  first.unmount();
  open("/company/details");
  expect(field(detailsWords.companyName)).toHaveValue("Cold Chain FZE");
});

test("who pays begins with what the house offers, and what was typed stands before it", async () => {
  const share = { share_type: "Flat", share_value: 2_550, share_cap: 30_000, share_duration: "Weekly" };
  site.on["GET /api/usual-share"] = ok(share);
  const first = await untilPayment();
  await waitFor(() => expect(field(payWords.amount)).toHaveValue("25.50"));
  expect(field(formWords.optional(payWords.cap))).toHaveValue("300");
  put(payWords.amount, "18");
  first.unmount();
  open("/paymentselection");
  expect(field(payWords.amount)).toHaveValue("18");
  await waitFor(() => expect(sentTo(site, "/api/usual-share")).toHaveLength(2));
  expect(field(payWords.amount)).toHaveValue("18");
});

test("starting over forgets what was typed", async () => {
  (await details()).unmount();
  open("/subscription");
  await press(subscriptionWords.startOver);
  await userEvent.click(screen.getByRole("link", { name: subscriptionWords.start }));
  expect(field(detailsWords.companyName)).toHaveValue("");
});

test("too few people for any plan are told at the number", async () => {
  await details();
  put(planWords.people, "12");
  await press(planWords.goOn);
  expect(field(planWords.people)).toHaveFocus();
  expect(field(planWords.people)).toBeInvalid();
});

test("a refusal about an earlier step leads to it and says it at its field", async () => {
  await untilPayment();
  site.on["POST /api/register-company"] = refuses(422, { errors: { trn: ["The trn field is odd."] } });
  await press(payWords.send);
  expect(await screen.findByText("The trn field is odd.")).toBeVisible();
  expect(field(detailsWords.trn)).toHaveFocus();
  expect(field(detailsWords.companyName)).toHaveValue("Cold Chain FZE");
});

test("without a connection the registration is kept and can be sent later", async () => {
  await untilPayment();
  line.mockReturnValue(false);
  await press(payWords.send);
  expect(await screen.findByRole("alert")).toHaveTextContent(formWords.offline);
  expect(sent()).toEqual([]);
  line.mockReturnValue(true);
  await press(payWords.send);
  expect(await screen.findByRole("heading", { name: loginWords.checkEmail })).toBeVisible();
});

test("a company's own sign-in page says whose it is, signs in there, and leads to its own registration", async () => {
  open("/company/C1/login");
  expect(await screen.findByText(loginWords.textOf("Harbour Line"))).toBeVisible();
  await leadsTo(loginWords.join, "/company/C1/register");
});

test("a company that is not there has no registration", async () => {
  const { unmount } = open("/company/C9/register");
  expect(await screen.findByRole("heading", { name: registerWords.companyGone })).toBeVisible();
  unmount();
  open("/company/C9/login");
  expect(await screen.findByRole("heading", { name: loginWords.title })).toBeVisible();
});

test("a company that cannot be asked for is asked for again", async () => {
  site.online = false;
  open("/company/C1/register");
  expect(await screen.findByText(registerWords.companyUnreached)).toBeVisible();
  site.online = true;
  await press("Try again");
  expect(await screen.findByRole("heading", { name: registerWords.joinTitle("Harbour Line") })).toBeVisible();
});

test("staff join their company", async () => {
  site.on["POST /api/employee-registration"] = ok({});
  open("/company/C1/register");
  await screen.findByRole("heading", { name: registerWords.joinTitle("Harbour Line") });
  put(formWords.name, "Nadia");
  put(formWords.email, "nadia@harbour.example");
  await press(registerWords.send);
  await screen.findByRole("heading", { name: loginWords.checkEmail });
  const nadia = { company_id: "C1", name: "Nadia", email: "nadia@harbour.example", mobile: "" };
  expect(sentTo(site, "/api/employee-registration")).toEqual([nadia]);
  await userEvent.type(field(loginWords.code), "123456");
  expect(withCode).toHaveBeenCalledExactlyOnceWith("nadia@harbour.example", "123456", "C1");
});
