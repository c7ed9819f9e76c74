import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { PasswordResetPage } from "#pwa/auth/password-reset/password-reset-page";
import { formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { resetWords } from "#pwa/i18n/register";
import { rulesWords } from "#pwa/i18n/rules";
import * as session from "#pwa/offline/session";
import { mariam } from "#pwa/testing/sample";
import { type Site, siteOf } from "#pwa/testing/site";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  signInWithPassword: vi.fn(),
  replaceSession: vi.fn((work: () => Promise<unknown>) => work()),
}));
const withPassword = vi.mocked(session.signInWithPassword);

let site: Site;
const Elsewhere = () => <p>at {useLocation().pathname}</p>;
const open = (state?: unknown) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: "/password-reset", state }]}>
      <Routes>
        <Route path="/password-reset" element={<PasswordResetPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const asked = (path: string) => site.asked.filter((one) => one.path === path).map(({ body }) => body);
const paths = { ask: "/api/client/forgot-password/send-otp", reset: "/api/client/forgot-password/reset" };

async function askFor() {
  await press(resetWords.send);
  await screen.findByRole("heading", { name: resetWords.chooseTitle });
}

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "XSRF-TOKEN=t";
  session.useSession.setState({ profile: null, signedIn: false, locked: null });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  withPassword.mockImplementation(async () => {
    act(() => session.useSession.setState({ profile: mariam, signedIn: true }));
    return mariam;
  });
  site = siteOf();
  site.on[`POST ${paths.ask}`] = () => ({ status: 200, body: { message: "Sent" } });
  site.on[`POST ${paths.reset}`] = () => ({ status: 200, body: { message: "Changed" } });
  return () => vi.unstubAllGlobals();
});

test("a mailed code and a new password, and then one press signs in", async () => {
  open({ email: mariam.email });
  expect(field(formWords.email)).toHaveValue(mariam.email);
  await askFor();
  expect(asked(paths.ask)).toEqual([{ email: mariam.email }]);
  await userEvent.type(field(loginWords.code), "123456");
  await userEvent.type(field(formWords.newPassword), "a whole new one{Enter}");
  expect(await screen.findByRole("heading", { name: resetWords.savedTitle })).toHaveFocus();
  expect(asked(paths.reset)).toEqual([{ email: mariam.email, otp: "123456", password: "a whole new one" }]);
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
  await userEvent.type(field(formWords.newPassword), "a whole new one{Enter}");
  expect(await screen.findByText(rulesWords.code)).toBeVisible();
  expect(field(loginWords.code)).toHaveFocus();
  site.on[`POST ${paths.reset}`] = () => ({
    status: 422,
    body: { message: "x", errors: { otp: ["That code is not right."], password: ["Everybody has that one."] } },
  });
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
  await userEvent.type(field(formWords.newPassword), "a whole new one");
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
  await userEvent.type(field(loginWords.code), "123456");
  await userEvent.type(field(formWords.newPassword), "a whole new one{Enter}");
  expect(await screen.findByText("at /dashboard/profile")).toBeVisible();
  expect(withPassword).toHaveBeenCalledExactlyOnceWith(mariam.email, "a whole new one");
});
