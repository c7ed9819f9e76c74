import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Profile } from "#pwa/employee/profile/profile";
import { addressWords, formWords } from "#pwa/i18n/form";
import { deletionWords, profileWords } from "#pwa/i18n/profile";
import { rulesWords } from "#pwa/i18n/rules";
import * as session from "#pwa/offline/session";
import { useAddresses } from "#pwa/offline/sync/use-addresses";
import type { Address } from "#pwa/offline/wire";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { gate } from "#pwa/testing/gate";
import { field, leadsTo, openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { reply, type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  signOut: vi.fn(async () => true),
  switchUser: vi.fn(),
  requestOtp: vi.fn(async () => undefined),
  replaceSession: vi.fn((work: () => Promise<unknown>) => work()),
}));
vi.mock("#pwa/offline/sync/use-addresses", () => ({ useAddresses: vi.fn() }));
vi.mock("#pwa/offline/sync/start-sync", async (original) => ({
  ...(await original<object>()),
  flush: vi.fn(async () => true),
}));

const place = (id: string, label: string): Address => ({
  id,
  label,
  line: `${label}, Marasi Drive`,
  area: "Business Bay",
  area_timing_id: "area1",
  from: "12:15",
  until: "12:45",
});
let site: Site;
const open = (more: Partial<session.Profile> = {}) => {
  session.useSession.setState({ profile: { ...mariam, ...more }, signedIn: true, locked: null });
  return openAt("/dashboard/profile", { "/dashboard/profile": <Profile /> });
};
const asked = (path: string) => sentTo(site, path);
const answerWith = (more: Partial<session.Profile>) => ok({ ...mariam, ...more });
const fillNew = async (label: string, text: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
};

beforeEach(() => {
  vi.clearAllMocks();
  emptyPage();
  vi.mocked(useAddresses).mockReturnValue([place("a1", "Floor 14"), place("a2", "Floor 15")]);
  site = siteOf();
  return () => vi.unstubAllGlobals();
});

test("name and mobile are changed, shown at once, and the focus comes back to where it was", async () => {
  site.on["POST /api/update-profile"] = answerWith({ name: "Mariam Rahman", mobile: "+971501234567" });
  open();
  await press(profileWords.editDetails);
  expect(field(formWords.name)).toHaveFocus();
  await fillNew(formWords.name, "Mariam Rahman");
  await userEvent.type(field(formWords.optional(formWords.mobile)), "050 123 4567{Enter}");
  expect(await screen.findByText("+971501234567")).toBeVisible();
  expect(asked("/api/update-profile")).toEqual([{ name: "Mariam Rahman", mobile: "+971501234567" }]);
  expect(session.useSession.getState().profile?.name).toBe("Mariam Rahman");
  expect(screen.getByRole("button", { name: profileWords.editDetails })).toHaveFocus();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("a calendar link is made, told once, and ended", async () => {
  site.on["GET /api/calendar-link"] = reply({ since: null });
  site.on["POST /api/calendar-link"] = reply({
    since: "2026-11-20T06:00:00Z",
    url: "https://sahn.example/api/calendar/s.ics",
  });
  site.on["DELETE /api/calendar-link"] = reply({ since: null });
  const { unmount } = open();
  await press(profileWords.calendarMake);
  expect(await screen.findByLabelText(profileWords.calendarLink)).toHaveValue(
    "https://sahn.example/api/calendar/s.ics",
  );
  expect(screen.getByRole("link", { name: profileWords.calendarOpen })).toHaveAttribute(
    "href",
    "webcal://sahn.example/api/calendar/s.ics",
  );
  unmount();
  site.on["GET /api/calendar-link"] = reply({ since: "2026-11-20T06:00:00Z" });
  open();
  expect(await screen.findByRole("button", { name: profileWords.calendarAgain })).toBeVisible();
  expect(screen.queryByLabelText(profileWords.calendarLink)).toBeNull();
  await press(profileWords.calendarEnd);
  expect(await screen.findByRole("button", { name: profileWords.calendarMake })).toBeVisible();
});

test("what was changed is not undone by an older answer that is late", async () => {
  const { opened: promise, open: late } = gate<ReturnType<ReturnType<typeof ok>>>();
  site.on["GET /api/get-profile"] = () => promise;
  site.on["POST /api/update-profile"] = answerWith({ name: "Mariam Rahman" });
  open();
  const asking = session.refreshProfile();
  await press(profileWords.editDetails);
  await fillNew(formWords.name, "Mariam Rahman{Enter}");
  await waitFor(() => expect(session.useSession.getState().profile?.name).toBe("Mariam Rahman"));
  late(ok(mariam)());
  await asking;
  expect(session.useSession.getState().profile?.name).toBe("Mariam Rahman");
});

test("an edit that a reload interrupted goes on, and is forgotten when it is given up", async () => {
  const { unmount } = open();
  await press(profileWords.editDetails);
  await fillNew(formWords.name, "Mariam R");
  unmount();
  open();
  expect(field(formWords.name)).toHaveValue("Mariam R");
  await press(formWords.cancel);
  expect(screen.queryByLabelText(formWords.name)).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

test("another person's interrupted edit is not shown", async () => {
  const { unmount } = open();
  await press(profileWords.editDetails);
  await fillNew(formWords.name, "Mariam R");
  unmount();
  open({ id: "somebody else", name: "Omar" });
  expect(screen.queryByLabelText(formWords.name)).toBeNull();
});

test("lunch goes to another of the company's places", async () => {
  site.on["POST /api/update-profile"] = answerWith({ address_id: "a2" });
  open();
  expect(screen.getByText("Floor 14")).toBeVisible();
  await press(profileWords.changeAddress);
  await userEvent.click(screen.getByRole("radio", { name: /Floor 15/ }));
  await press(formWords.save);
  // The choice has its name too: only when it has gone does the name say where lunch goes.
  expect(await screen.findByRole("button", { name: profileWords.changeAddress })).toBeVisible();
  expect(screen.getByText("Floor 15")).toBeVisible();
  expect(asked("/api/update-profile")).toEqual([{ address_id: "a2" }]);
});

test("a Cash client writes an address of their own, and the server's words stand at its fields", async () => {
  const window = { area: "Business Bay", from: "12:15", until: "12:45" };
  site.on["GET /api/areas"] = ok([
    { ...window, id: "area1", weekdays: [1, 2, 3, 4] },
    { ...window, id: "area2", weekdays: [1, 5], from: "13:00", until: "13:30" },
    { ...window, id: "area3", weekdays: [1, 2, 3, 4, 5], from: "14:00", until: "14:30" },
  ]);
  site.on["POST /api/update-profile"] = refuses(422, { errors: { "address.line": ["We do not deliver there."] } });
  vi.mocked(useAddresses).mockReturnValue([]);
  open({ company_type: "Cash", client_type: "Cash", address_id: null });
  await press(profileWords.addAddress);
  await userEvent.type(field(addressWords.label), "Home");
  await userEvent.type(field(addressWords.line), "Far away");
  const fourDays = await screen.findByRole("option", { name: "Business Bay, 12:15–12:45 · Mon–Thu" });
  expect(screen.getByRole("option", { name: "Business Bay, 13:00–13:30 · Mon, Fri" })).toBeVisible();
  expect(screen.getByRole("option", { name: "Business Bay, 14:00–14:30" })).toBeVisible();
  await userEvent.selectOptions(field(addressWords.area), fourDays);
  await press(formWords.save);
  expect(await screen.findByText("We do not deliver there.")).toBeVisible();
  expect(field(addressWords.line)).toHaveFocus();
  expect(asked("/api/update-profile")).toEqual([
    { address: { label: "Home", line: "Far away", area_timing_id: "area1" } },
  ]);
});

test("a password is changed by who knows the old one, and none of it is kept", async () => {
  site.on["POST /api/change-password"] = refuses(422, {
    errors: { current_password: ["The password is incorrect."] },
  });
  open();
  await press(profileWords.changePassword);
  await userEvent.type(field(profileWords.currentPassword), "old old old old");
  await userEvent.type(field(formWords.newPassword), "short{Enter}");
  expect(await screen.findByText(rulesWords.passwordShort)).toBeVisible();
  await fillNew(formWords.newPassword, "old old old old{Enter}");
  expect(await screen.findByText(profileWords.passwordSame)).toBeVisible();
  expect(asked("/api/change-password")).toEqual([]);
  await fillNew(formWords.newPassword, "new new new new{Enter}");
  expect(await screen.findByText("The password is incorrect.")).toBeVisible();
  expect(field(profileWords.currentPassword)).toHaveFocus();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/old old|new new/);
  site.on["POST /api/change-password"] = ok({});
  await press(profileWords.changePassword);
  await waitFor(() => expect(screen.queryByLabelText(profileWords.currentPassword)).toBeNull());
  expect(asked("/api/change-password").at(-1)).toEqual({
    current_password: "old old old old",
    password: "new new new new",
  });
});

test("somebody without a password is told how to get one", async () => {
  site.on["POST /api/change-password"] = refuses(422, { reason: "no_password" });
  open();
  await press(profileWords.changePassword);
  await userEvent.type(field(profileWords.currentPassword), "whatever it was");
  await userEvent.type(field(formWords.newPassword), "new new new new{Enter}");
  expect(await screen.findByText(profileWords.noPassword)).toBeVisible();
  await leadsTo(profileWords.byCode, "/password-reset");
});

test("only who has a second account may switch, and not before everything is sent", async () => {
  const { unmount } = open();
  expect(screen.queryByRole("button", { name: profileWords.switchUser })).toBeNull();
  unmount();
  open({ switchable: 1 });
  vi.mocked(session.switchUser).mockResolvedValueOnce(null);
  await press(profileWords.switchUser);
  expect(await screen.findByText(profileWords.switchUnsent(1))).toBeVisible();
  vi.mocked(session.switchUser).mockResolvedValueOnce({ ...mariam, id: "P2", company_type: "Cash" });
  await press(profileWords.switchUser);
  expect(await screen.findByText("at /delivery/")).toBeVisible();
});

test("deleting says what is lost, wants proof and the wallet given up, and then leaves nothing here", async () => {
  site.on["POST /api/delete-account"] = ok({});
  open({ wallet_balance: 2250 });
  await press(profileWords.deleteOpen);
  const sheet = within(await screen.findByRole("dialog", { name: deletionWords.title }));
  for (const text of deletionWords.consequences) expect(sheet.getByText(text)).toBeVisible();
  const confirm = () => userEvent.click(sheet.getByRole("button", { name: deletionWords.confirm }));
  await confirm();
  expect(sheet.getByLabelText(deletionWords.password)).toHaveFocus();
  await userEvent.type(sheet.getByLabelText(deletionWords.password), "lunch-is-served");
  await confirm();
  expect(await sheet.findByText(deletionWords.walletNeeded("AED 22.50"))).toBeVisible();
  expect(asked("/api/delete-account")).toEqual([]);
  await userEvent.click(sheet.getByRole("checkbox"));
  await confirm();
  expect(await screen.findByText("at /")).toBeVisible();
  expect(asked("/api/delete-account")).toEqual([{ password: "lunch-is-served", give_up_wallet: true }]);
  expect(session.signOut).toHaveBeenCalledExactlyOnceWith({ discard: true, ended: true });
});

test.each([
  ["open_orders", deletionWords.openOrders],
  ["last_admin", deletionWords.lastAdmin],
])("deleting that the server refuses for %s says what to do", async (reason, text) => {
  site.on["POST /api/delete-account"] = refuses(409, { reason });
  open();
  await press(profileWords.deleteOpen);
  await userEvent.type(await screen.findByLabelText(deletionWords.password), "lunch-is-served{Enter}");
  expect(await screen.findByText(text)).toBeVisible();
  expect(session.signOut).not.toHaveBeenCalled();
});

test("deleting with a mailed code instead of a password", async () => {
  site.on["POST /api/delete-account"] = refuses(409, { reason: "wallet_not_empty", detail: { balance: 500 } });
  open();
  await press(profileWords.deleteOpen);
  await userEvent.click(await screen.findByRole("button", { name: deletionWords.useCode }));
  await userEvent.type(await screen.findByLabelText(deletionWords.code), "123456");
  await press(deletionWords.confirm);
  expect(await screen.findByText(deletionWords.walletNeeded("AED 5.00"))).toBeVisible();
  expect(screen.getByRole("checkbox")).not.toBeChecked();
  expect(asked("/api/delete-account")).toEqual([{ otp: "123456" }]);
});

test("without a connection everything stays readable, and it says so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  open();
  expect(screen.getByText(profileWords.offline)).toBeVisible();
  await press(profileWords.editDetails);
  await press(formWords.save);
  expect(await screen.findByText(formWords.offline)).toBeVisible();
  expect(site.asked).toEqual([]);
  act(() => session.useSession.setState({ profile: null, signedIn: false }));
  expect(screen.queryByText(mariam.email)).toBeNull();
});

test("a lost phone is signed out, and this device is not", async () => {
  const phone = {
    id: "ab12",
    name: "Chrome on Android",
    client_type: "Employee",
    company_name: "Harbour Line",
    since: "2026-11-20T06:00:00Z",
    seen: "2026-11-21T06:00:00Z",
    this: false,
  };
  let left = [{ ...phone, id: "cd34", name: "Edge on Windows", this: true }, phone];
  site.on["GET /api/devices"] = () => ok(left)();
  site.on["DELETE /api/devices/*"] = () => {
    left = left.slice(0, 1);
    return ok({})();
  };
  open();
  await screen.findByText("Edge on Windows");
  expect(screen.queryByRole("button", { name: profileWords.deviceLeaveName("Edge on Windows") })).toBeNull();
  await press(profileWords.deviceLeaveName("Chrome on Android"));
  await waitFor(() => expect(screen.queryByText("Chrome on Android")).toBeNull());
  expect(site.asked.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual(["/api/devices/ab12"]);
});

test("where somebody is signed in can be asked again when it did not come", async () => {
  open();
  await screen.findByText(profileWords.devicesFailed);
  site.on["GET /api/devices"] = ok([]);
  await press(profileWords.devicesAgain);
  await waitFor(() => expect(screen.queryByText(profileWords.devicesFailed)).toBeNull());
});
