import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { LoginPage } from "#pwa/auth/login-page";
import { useConfig } from "#pwa/offline/config";
import { Fault, Offline } from "#pwa/offline/server";
import * as session from "#pwa/offline/session";
import { useSession } from "#pwa/offline/session";
import { leadsTo, openAt, press } from "#pwa/testing/open-at";
import { mariam } from "#pwa/testing/sample";

vi.mock("#pwa/offline/session", async (original) => ({
  ...(await original<typeof session>()),
  searchByEmail: vi.fn(),
  requestOtp: vi.fn(async () => undefined),
  signInWithOtp: vi.fn(),
  signInWithPassword: vi.fn(),
  ownBrowser: vi.fn(async () => undefined),
}));

const search = vi.mocked(session.searchByEmail);
const askCode = vi.mocked(session.requestOtp);
const withCode = vi.mocked(session.signInWithOtp);
const withPassword = vi.mocked(session.signInWithPassword);

const open = (at = "/login") => openAt(at, { "/login": <LoginPage /> });
const online = (is: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(is);
/** Opens the page, types an email, and presses a button. */
const goOn = async (button: string, email = "mariam@harbourline.example") => {
  open();
  await userEvent.type(screen.getByLabelText("Work email"), email);
  await press(button);
};
const sendCode = () => goOn("Send me a code");
const byPassword = () => goOn("Use my password instead");
beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  useSession.setState({ profile: null, signedIn: false, locked: null });
  useConfig.setState({ mailbox_url: "" });
  search.mockResolvedValue({ client_exist: true, client_status: "Active" });
  online(true);
});

test("a half-typed email is refused at its field, without asking anybody", async () => {
  await goOn("Send me a code", "mariam@harbour");
  expect(screen.getByLabelText("Work email")).toBeInvalid();
  expect(screen.getByText(/full email address/)).toBeVisible();
  expect(screen.getByLabelText("Work email")).toHaveFocus();
  expect(search).not.toHaveBeenCalled();
});

test("a passkey is offered before joining, to whom the browser can ask for one", async () => {
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: async () => false });
  open();
  const passkey = await screen.findByRole("button", { name: /passkey/i });
  const join = screen.getByRole("link", { name: "Join" });
  expect(passkey.compareDocumentPosition(join) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  vi.unstubAllGlobals();
});

test("an email that has no client goes no further and no code is sent", async () => {
  search.mockResolvedValue({ client_exist: false, client_status: null });
  await sendCode();
  expect(await screen.findByText(/We do not know this email/)).toBeVisible();
  expect(askCode).not.toHaveBeenCalled();
});

test.each([
  ["Invited", "Your company invited you"],
  ["Pending", "Almost there"],
  ["Suspended", "Your account is on hold"],
])("somebody who is %s is told what to do, and no code is sent", async (status, title) => {
  search.mockResolvedValue({ client_exist: true, client_status: status });
  await sendCode();
  expect(await screen.findByRole("heading", { name: title })).toHaveFocus();
  expect(askCode).not.toHaveBeenCalled();
  await press("Use another email");
  expect(screen.getByLabelText("Work email")).toHaveValue("mariam@harbourline.example");
});

test("the sixth digit signs in and leads to the lunches", async () => {
  withCode.mockImplementation(async () => {
    act(() => useSession.setState({ profile: mariam, signedIn: true, locked: null }));
    return mariam;
  });
  await sendCode();
  expect(await screen.findByText("mariam@harbourline.example")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Your code"), "407123");
  expect(withCode).toHaveBeenCalledExactlyOnceWith("mariam@harbourline.example", "407123", undefined);
  expect(await screen.findByText("at /dashboard/home")).toBeVisible();
});

test("the way back is taken when it is ours, and no other", async () => {
  useSession.setState({ profile: mariam, signedIn: true });
  const { unmount } = open("/login?returnTo=%2Fcheckout%3Fweek%3D2026-11-23");
  expect(screen.getByText("at /checkout?week=2026-11-23")).toBeVisible();
  unmount();
  open("/login?returnTo=https%3A%2F%2Fevil.example%2F");
  expect(screen.getByText("at /dashboard/home")).toBeVisible();
});

test("a Cash client is led to the delivery days", () => {
  useSession.setState({ profile: { ...mariam, company_type: "Cash" }, signedIn: true });
  open();
  expect(screen.getByText("at /delivery/")).toBeVisible();
});

test("a wrong code is said at the code, which is empty again", async () => {
  withCode.mockRejectedValue(new Fault(422, { reason: "code_wrong", message: "That code is not right." }));
  await sendCode();
  await userEvent.type(await screen.findByLabelText("Your code"), "000000");
  expect(await screen.findByText("That code did not work.")).toBeVisible();
  expect(screen.getByLabelText("Your code")).toHaveValue("");
  expect(screen.getByLabelText("Your code")).toHaveFocus();
});

test("another code can be asked for after half a minute", async () => {
  vi.useFakeTimers();
  try {
    sessionStorage.setItem("sahn.code", JSON.stringify({ email: "mariam@harbourline.example", at: Date.now() }));
    open();
    expect(screen.getByText("New code in 0:30")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send a new code" })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    fireEvent.click(screen.getByRole("button", { name: "Send a new code" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(askCode).toHaveBeenCalledExactlyOnceWith("mariam@harbourline.example");
    expect(screen.getByText("New code in 0:30")).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test("a page that the phone threw away comes back with the code, as long as it is good", () => {
  const asked = (at: number) => sessionStorage.setItem("sahn.code", JSON.stringify({ email: "a@b.example", at }));
  asked(Date.now() - 9 * 60_000);
  const first = open();
  expect(screen.getByRole("heading", { name: "Check your email" })).toBeVisible();
  first.unmount();
  asked(Date.now() - 10 * 60_000);
  open();
  expect(screen.getByRole("heading", { name: "Welcome back" })).toBeVisible();
});

test("the local mailbox is offered only where there is one", async () => {
  sessionStorage.setItem("sahn.code", JSON.stringify({ email: "a@b.example", at: Date.now() }));
  const { unmount } = open();
  expect(screen.queryByRole("link", { name: "Open the local mailbox" })).toBeNull();
  unmount();
  useConfig.setState({ mailbox_url: "http://localhost:8025/" });
  open();
  await leadsTo("Open the local mailbox", "http://localhost:8025/");
});

test("a wrong password is said at the password", async () => {
  withPassword.mockRejectedValue(new Fault(401, { message: "Bad Credentials" }));
  await byPassword();
  await userEvent.type(await screen.findByLabelText("Password"), "not this{Enter}");
  expect(await screen.findByText("Bad Credentials: that password does not match this email.")).toBeVisible();
  expect(screen.getByLabelText("Password")).toBeInvalid();
});

test("the password can be looked at", async () => {
  await byPassword();
  expect(await screen.findByLabelText("Password")).toHaveAttribute("type", "password");
  await press("Show password");
  expect(screen.getByLabelText("Password")).toHaveAttribute("type", "text");
});

test("too many tries say how long to wait", async () => {
  search.mockRejectedValue(new Fault(429, { reason: "too_many_requests", message: "x" }, 95));
  await sendCode();
  expect(await screen.findByText("Too many tries. Try again in 1:35.")).toBeVisible();
});

test.each([
  ["code_wrong", "That code did not work."],
  ["code_locked", "Too many wrong tries: this code is closed. Ask for a new one."],
  ["code_expired", "This code is no longer valid. Ask for a new one."],
  ["code_used", "This code was used already. Ask for a new one."],
])("a refused code says what became of it (%s)", async (reason, sentence) => {
  withCode.mockRejectedValue(new Fault(422, { reason, message: "x" }));
  await sendCode();
  await userEvent.type(await screen.findByLabelText("Your code"), "000000");
  expect(await screen.findByText(sentence)).toBeVisible();
});

test("the link in the letter about strangers makes this browser one's own, and says so", async () => {
  const mine = vi.mocked(session.ownBrowser);
  const { unmount } = open("/login?returnTo=%2Fcheckout#mine=a.b.c");
  expect(await screen.findByText(/This browser is yours now/)).toBeVisible();
  expect(mine).toHaveBeenCalledExactlyOnceWith("a.b.c");
  unmount();
  mine.mockRejectedValueOnce(new Fault(422, { reason: "link_old", message: "x" }));
  open("/login#mine=a.b.c");
  expect(await screen.findByText(/This link is too old/)).toBeVisible();
  expect(screen.getByLabelText("Work email")).toBeVisible();
});

test("without a connection it says so and asks nobody", async () => {
  online(false);
  await sendCode();
  expect(screen.getByLabelText("Work email")).toHaveAccessibleDescription(
    "You are offline. Signing in needs a connection.",
  );
  expect(search).not.toHaveBeenCalled();
});

test("a connection that leads nowhere can be tried again", async () => {
  search.mockRejectedValueOnce(new Offline("timeout"));
  await sendCode();
  expect(await screen.findByText(/could not reach the kitchen/)).toBeVisible();
  await press("Send me a code");
  expect(await screen.findByRole("heading", { name: "Check your email" })).toBeVisible();
});

test("changes that wait behind an ended session are promised to be safe", () => {
  useSession.setState({ profile: null, signedIn: false, locked: { owner: "P1", pending: 2 } });
  open();
  expect(screen.getByText("Your 2 changes are safe on this device.")).toBeVisible();
});

test.each([
  [false, "Use a code instead", 2],
  [true, "I am an admin or belong to another company: send me a code", 1],
])(
  "an email of a company with its own sign-in goes on there, and has its other ways in below (only it: %s)",
  async (only, other, ways) => {
    search.mockResolvedValue({
      client_exist: true,
      client_status: "Active",
      sign_on: { company: "Harbour Line", only },
    });
    await sendCode();
    expect(await screen.findByRole("button", { name: "Continue with Harbour Line" })).toBeVisible();
    expect(askCode).not.toHaveBeenCalled();
    expect(screen.getAllByRole("button", { name: /code|password/ })).toHaveLength(ways);
    await press(other);
    expect(askCode).toHaveBeenCalledExactlyOnceWith("mariam@harbourline.example", only);
    expect(await screen.findByLabelText("Your code")).toBeVisible();
  },
);
