import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { PasswordResetPage } from "#pwa/auth/password-reset/password-reset-page";
import { formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { resetWords } from "#pwa/i18n/register";
import { rulesWords } from "#pwa/i18n/rules";
import * as session from "#pwa/offline/session";
import { ok, refuses, sentTo } from "#pwa/testing/answers";
import { field, openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  signInWithPassword: vi.fn(),
  replaceSession: vi.fn((work: () => Promise<unknown>) => work()),
}));
const withPassword = vi.mocked(session.signInWithPassword);

let site: Site;
const open = (state?: unknown) =>
  openAt({ pathname: "/password-reset", state }, { "/password-reset": <PasswordResetPage /> });
const paths = { ask: "/api/client/forgot-password/send-otp", reset: "/api/client/forgot-password/reset" };

async function askFor() {
  await press(resetWords.send);
  await screen.findByRole("heading", { name: resetWords.chooseTitle });
}
const typePassword = (more = "") => userEvent.type(field(formWords.newPassword), `a whole new one${more}`);
const typeCode = () => userEvent.type(field(loginWords.code), "123456");

beforeEach(() => {
  vi.clearAllMocks();
  emptyPage();
  session.useSession.setState({ profile: null, signedIn: false, locked: null });
  withPassword.mockImplementation(async () => {
    act(() => session.useSession.setState({ profile: mariam, signedIn: true }));
    return mariam;
  });
  site = siteOf();
  site.on[`POST ${paths.ask}`] = ok({});
  site.on[`POST ${paths.reset}`] = ok({});
  return () => vi.unstubAllGlobals();
});

test("a mailed code and a new password, and then one press signs in", async () => {
  open({ email: mariam.email });
  expect(field(formWords.email)).toHaveValue(mariam.email);
  await askFor();
  expect(sentTo(site, paths.ask)).toEqual([{ email: mariam.email }]);
  await typeCode();
  await typePassword("{Enter}");
  expect(await screen.findByRole("heading", { name: resetWords.savedTitle })).toHaveFocus();
  expect(sentTo(site, paths.reset)).toEqual([{ email: mariam.email, otp: "123456", password: "a whole new one" }]);
  expect(withPassword).not.toHaveBeenCalled();
  await press(resetWords.signIn);
  expect(await screen.findByText("at /dashboard/home")).toBeVisible();
  expect(withPassword).toHaveBeenCalledExactlyOnceWith(mariam.email, "a whole new one");
});

test("who was invited is welcomed", () => {
  open({ email: mariam.email, invited: true });
  expect(screen.getByRole("heading", { name: resetWords.invitedTitle })).toBeVisible();
});

test("a wrong code is said at the code, a refused password at the password, and both stay", async () => {
  open({ email: mariam.email });
  await askFor();
  await typePassword("{Enter}");
  expect(await screen.findByText(rulesWords.code)).toBeVisible();
  expect(field(loginWords.code)).toHaveFocus();
  const errors = { otp: ["That code is not right."], password: ["Everybody has that one."] };
  site.on[`POST ${paths.reset}`] = refuses(422, { errors });
  await userEvent.type(field(loginWords.code), "000000");
  await press(resetWords.save);
  expect(await screen.findByText("Everybody has that one.")).toBeVisible();
  expect(screen.getByText("That code is not right.")).toBeVisible();
  expect(field(loginWords.code)).toHaveFocus();
  expect(field(formWords.newPassword)).toHaveValue("a whole new one");
});

test("a page that the phone threw away comes back to the code, without the password", async () => {
  const { unmount } = open({ email: mariam.email });
  await askFor();
  await typePassword();
  unmount();
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("a whole new one");
  open();
  expect(screen.getByRole("heading", { name: resetWords.chooseTitle })).toBeVisible();
  expect(screen.getByText(mariam.email)).toBeVisible();
  expect(field(formWords.newPassword)).toHaveValue("");
  await press(loginWords.change);
  expect(screen.getByRole("heading", { name: resetWords.title })).toBeVisible();
});

test("whoever is signed in here stays so, by the new password", async () => {
  session.useSession.setState({ profile: mariam, signedIn: true });
  open();
  expect(field(formWords.email)).toHaveValue(mariam.email);
  await askFor();
  await typeCode();
  await typePassword("{Enter}");
  expect(await screen.findByText("at /dashboard/profile")).toBeVisible();
  expect(withPassword).toHaveBeenCalledExactlyOnceWith(mariam.email, "a whole new one");
});
