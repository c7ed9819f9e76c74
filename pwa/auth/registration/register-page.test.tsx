import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { RegisterPage } from "#pwa/auth/registration/register-page";
import { addressWords, formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { registerWords } from "#pwa/i18n/register";
import { rulesWords } from "#pwa/i18n/rules";
import { Fault } from "#pwa/offline/server";
import * as session from "#pwa/offline/session";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { gate } from "#pwa/testing/gate";
import { field, openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  signInWithOtp: vi.fn(),
}));
const withCode = vi.mocked(session.signInWithOtp);

let site: Site;
let line: ReturnType<typeof emptyPage>;
const open = () => openAt("/register", { "/register": <RegisterPage /> });
/** Opens it and says that lunch is for oneself. */
async function openMyself() {
  const opened = open();
  await userEvent.click(screen.getByRole("radio", { name: registerWords.myself }));
  return opened;
}
const fill = (label: string, text: string) => userEvent.type(field(label), text);
const send = () => press(registerWords.send);
const sent = () => sentTo(site, "/api/client-register");
const codeAsked = () => screen.findByRole("heading", { name: loginWords.checkEmail });

async function openFilled() {
  const opened = await openMyself();
  const put = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  put(formWords.name, " Daniel Roy ");
  put(formWords.email, "Daniel@Roy.example");
  put(formWords.mobile, "050 123 4567");
  put(addressWords.label, "Home");
  put(addressWords.line, "Villa 18");
  await userEvent.selectOptions(field(addressWords.area), await screen.findByRole("option", { name: /Al Barsha/ }));
  return opened;
}

beforeEach(() => {
  vi.clearAllMocks();
  line = emptyPage();
  session.useSession.setState({ profile: null, signedIn: false, locked: null });
  site = siteOf();
  site.on["GET /api/areas"] = ok([{ id: "area5", area: "Al Barsha", from: "13:00", until: "13:30" }]);
  site.on["POST /api/client-register"] = () => ({ status: 201, body: { message: "Sent", data: { email: "d@r.ae" } } });
  return () => vi.unstubAllGlobals();
});

test("who is sent is who was typed, the mobile with the country code, and then the code is asked for", async () => {
  await openFilled();
  await send();
  expect(await codeAsked()).toBeVisible();
  expect(sent()).toEqual([
    {
      name: "Daniel Roy",
      email: "daniel@roy.example",
      mobile: "+971501234567",
      address_label: "Home",
      address_line: "Villa 18",
      area_timing_id: "area5",
    },
  ]);
  await userEvent.type(field(loginWords.code), "123456");
  expect(withCode).toHaveBeenCalledExactlyOnceWith("daniel@roy.example", "123456", undefined);
});

test("what is missing is said at its field, counted aloud, and the first one gets the focus; nobody is asked", async () => {
  await openMyself();
  await fill(formWords.name, "Daniel Roy{Enter}");
  expect(await screen.findByText(formWords.check(5))).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(formWords.check(5));
  expect(field(formWords.email)).toHaveFocus();
  expect(field(formWords.email)).toHaveAccessibleDescription(rulesWords.missing);
  expect(field(addressWords.area)).toHaveAccessibleDescription(rulesWords.area);
  expect(field(formWords.name)).toBeValid();
  expect(sent()).toEqual([]);
  await fill(formWords.email, "d");
  expect(field(formWords.email)).not.toHaveAttribute("aria-invalid");
});

test("what the server finds wrong is said at its field, what has no field beside the button", async () => {
  const errors = { mobile: ["Not a phone."], company: ["Closed."], name: ["Too funny."] };
  site.on["POST /api/client-register"] = refuses(422, { errors });
  await openFilled();
  await send();
  expect(await screen.findByText("Not a phone.")).toBeVisible();
  expect(field(formWords.name)).toHaveFocus();
  expect(field(formWords.name)).toHaveAccessibleDescription("Too funny.");
  expect(screen.getByRole("alert")).toHaveTextContent(`${formWords.check(2)} Closed.`);
  expect(field(formWords.email)).toHaveValue("Daniel@Roy.example");
});

test("what was typed is there after a reload, and gone once it is not needed any more", async () => {
  (await openFilled()).unmount();
  const again = open();
  expect(field(formWords.name)).toHaveValue(" Daniel Roy ");
  expect(await screen.findByRole("option", { name: /Al Barsha/ })).toHaveProperty("selected", true);
  await send();
  await codeAsked();
  again.unmount();
  open();
  expect(await codeAsked()).toBeVisible();
  withCode.mockImplementation(async () => {
    const profile = { company_type: "Cash" } as session.Profile;
    act(() => session.useSession.setState({ profile, signedIn: true }));
    return profile;
  });
  await userEvent.type(field(loginWords.code), "123456");
  await waitFor(() => expect(Object.keys(sessionStorage)).toEqual([]));
});

test("pressing twice sends once", async () => {
  const { opened: promise, open: answer } = gate<{ status: number; body: object }>();
  site.on["POST /api/client-register"] = () => promise;
  await openFilled();
  await send();
  await userEvent.type(field(addressWords.line), "{Enter}");
  await send();
  await waitFor(() => expect(sent()).toHaveLength(1));
  answer({ status: 201, body: { message: "Sent", data: { email: "d@r.ae" } } });
  expect(await codeAsked()).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test("without a connection nobody is asked, and what was typed stays", async () => {
  await openFilled();
  line.mockReturnValue(false);
  await send();
  expect(await screen.findByRole("alert")).toHaveTextContent(formWords.offline);
  expect(sent()).toEqual([]);
  line.mockReturnValue(true);
  site.online = false;
  await send();
  expect(await screen.findByText(formWords.notReached)).toBeVisible();
  expect(field(formWords.name)).toHaveValue(" Daniel Roy ");
  site.online = true;
  await send();
  expect(await codeAsked()).toBeVisible();
});

test("too many tries say how long to wait", async () => {
  site.on["POST /api/client-register"] = refuses(429, { message: "Too Many Attempts." });
  await openFilled();
  await send();
  expect(await screen.findByText("Too Many Attempts.")).toBeVisible();
});

test("whose address the company's admin has to approve is told to wait", async () => {
  withCode.mockRejectedValue(new Fault(403, { reason: "waiting_for_approval", message: "x" }));
  await openFilled();
  await send();
  await userEvent.type(await screen.findByLabelText(loginWords.code), "123456");
  expect(await screen.findByRole("heading", { name: registerWords.waitingTitle })).toHaveFocus();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("joining asks for the company first; its link leads to its page, and anything else is said at its field", async () => {
  open();
  expect(screen.getByRole("radio", { name: registerWords.company })).toBeChecked();
  await fill(registerWords.link, "our canteen{Enter}");
  expect(field(registerWords.link)).toHaveAccessibleDescription(registerWords.linkWrong);
  expect(field(registerWords.link)).toHaveFocus();
  await userEvent.clear(field(registerWords.link));
  await fill(registerWords.link, "https://x.example/company/00SAHNC0MPANY0000000000001/login{Enter}");
  expect(screen.getByText("at /company/00SAHNC0MPANY0000000000001/register")).toBeVisible();
});

test("without the list of areas it says when it comes", async () => {
  site.on["GET /api/areas"] = refuses(503);
  await openMyself();
  expect(await screen.findByText(addressWords.areasMissing)).toBeVisible();
});

test("somebody who is signed in has nothing to register", () => {
  session.useSession.setState({ profile: { company_type: "Cash" } as session.Profile, signedIn: true });
  open();
  expect(screen.getByText("at /delivery/")).toBeVisible();
});
