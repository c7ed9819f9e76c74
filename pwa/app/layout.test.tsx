import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Fragment, useState } from "react";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { HelloBar } from "#pwa/app/hello-bar";
import { Layout } from "#pwa/app/layout";
import type { Page } from "#pwa/app/page";
import { companyTabs, sideTabs, thumbTabs } from "#pwa/app/tab-list";
import { useConfig } from "#pwa/offline/config";
import { useDevice } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { Arrival } from "#pwa/shell/arrival";
import { Guard } from "#pwa/shell/guard";
import { useHeader } from "#pwa/shell/header-words";
import type { UnsentWork } from "#pwa/shell/logout-modal";
import { press } from "#pwa/testing/open-at";
import { mariam } from "#pwa/testing/sample";
import { toasts, useToasts } from "#pwa/ui/toast-store";

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  who: "any",
  title: () => path,
  header: "home",
  footer: "standard",
  load: async () => () => null,
  ...more,
});
const pages = [
  page("/", { footer: "home" }),
  page("/menu"),
  page("/login", { header: "registration", footer: "none" }),
  page("/dashboard/:tab", { who: "signed-in", tabs: true }),
  page("/mealselection", { header: "flow", cart: true }),
];

function Screen() {
  const navigate = useNavigate();
  useHeader({ title: "23 – 27 Nov", cart: { meals: 2, open: () => navigate("/menu") } });
  return <h1>Screen</h1>;
}

const nothing: UnsentWork = { useCount: () => 0, send: async () => true };
const at = (path: string, work: UnsentWork = nothing, known = pages) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<Layout pages={known} work={work} />}>
          {known.map(({ path: to, who }) => {
            const Access = who === "any" ? Fragment : Guard;
            const element = (
              <Access>
                <Screen />
                <Arrival title={to} />
              </Access>
            );
            return <Route key={to} path={to} element={element} />;
          })}
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const signIn = (more: Partial<Profile> = {}) =>
  useSession.setState({ profile: { ...mariam, ...more }, signedIn: true });
const banner = () => screen.getByRole("banner");
const openMenu = async () => {
  await userEvent.click(within(banner()).getByRole("button", { name: "Menu" }));
  return within(await screen.findByRole("dialog", { name: "Menu" }));
};
const askToLogOut = async () => {
  await press("Hi Mariam Harbour Line Logistics");
  await press("Logout");
  return screen.findByRole("alertdialog", { name: "Are you sure?" });
};
const logOut = async () => {
  await askToLogOut();
  await press("Yes please - Log out");
};

beforeEach(() => {
  localStorage.clear();
  useSession.setState({ profile: null, signedIn: false });
  useConfig.setState(useConfig.getInitialState(), true);
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("{}", { status: 200 })),
  );
});

test("a Cash person's tabs open by link", () => {
  signIn({ company_type: "Cash" });
  at("/dashboard/profile");
  expect(screen.getByRole("heading", { name: "Screen" })).toBeInTheDocument();
});

test("the phone's menu calls it ADMIN DASHBOARD for admins only", async () => {
  signIn({ client_type: "Admin" });
  const { unmount } = at("/");
  expect((await openMenu()).getByRole("link", { name: "ADMIN DASHBOARD" })).toBeInTheDocument();
  unmount();
  signIn();
  at("/");
  expect((await openMenu()).getByRole("link", { name: "DASHBOARD" })).toBeInTheDocument();
});

test.each([
  ["an employee", {}, [...sideTabs(false), ...thumbTabs(false)]],
  ["an admin", { client_type: "Admin" }, [...sideTabs(true), ...companyTabs, ...thumbTabs(true)]],
])("the tabs of %s stand at the side and at the thumb's edge, beside the site's own", (_, who, tabs) => {
  signIn(who);
  at("/dashboard/home");
  const shown = [...document.querySelectorAll("nav.side a, nav.nav a")].map((tab) => tab.getAttribute("href"));
  expect(shown).toEqual(tabs.map(({ to }) => to));
  const navs = screen.getAllByRole("navigation").map((nav) => nav.getAttribute("aria-label"));
  expect(navs).toEqual(["Main", "Dashboard", "Dashboard"]);
});

test("on a company's page an admin's thumb is at the company, and the cards are in the name's menu", () => {
  signIn({ client_type: "Admin" });
  at("/dashboard/company-profile");
  const thumb = screen.getAllByRole("navigation", { name: "Dashboard" })[1];
  expect(within(thumb as HTMLElement).getByRole("link", { name: "Company" })).toHaveAttribute("aria-current", "page");
  const menu = banner().querySelector<HTMLElement>(".drop");
  expect(within(menu as HTMLElement).getByText("Payment Method")).toHaveAttribute("href", "/dashboard/paymentMethods");
});

test("choosing meals has BACK, DASHBOARD and a cart that opens the day summary", async () => {
  signIn();
  at("/mealselection");
  expect(within(banner()).getByRole("button", { name: "BACK" })).toBeInTheDocument();
  expect(within(banner()).getAllByRole("link", { name: "DASHBOARD" })[0]).toBeInTheDocument();
  await userEvent.click(within(banner()).getByRole("button", { name: "Day summary, 2 meals" }));
  expect(document.title).toBe("/menu · Sahn");
});

test("a visitor on a page for members is sent to sign in", () => {
  at("/dashboard/history");
  expect(document.title).toBe("/login · Sahn");
});

test("logging out asks in the exact words, and No keeps the person in", async () => {
  signIn();
  at("/dashboard/home");
  await askToLogOut();
  await press("No - Keep me logged in");
  expect(useSession.getState().signedIn).toBe(true);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("after logging out one is on the home page, not on the sign-in page", async () => {
  signIn();
  at("/dashboard/home");
  await logOut();
  await waitFor(() => expect(useSession.getState().signedIn).toBe(false));
  await waitFor(() => expect(document.title).toBe("/ · Sahn"));
});

test("a company with a sign-in page of its own gets its people back there", async () => {
  signIn();
  at("/dashboard/home", nothing, [...pages, page("/company/:companyId/login")]);
  await logOut();
  await waitFor(() => expect(document.title).toBe("/company/:companyId/login · Sahn"));
});

test("a Cash client, whose company has no page, is on the home page after logging out", async () => {
  signIn({ company_type: "Cash" });
  at("/dashboard/home", nothing, [...pages, page("/company/:companyId/login")]);
  await logOut();
  await waitFor(() => expect(document.title).toBe("/ · Sahn"));
});

test("with unsent work, logging out offers to send it first and stays when that fails", async () => {
  signIn();
  const send = vi.fn(async () => false);
  at("/dashboard/home", { useCount: () => 2, send });
  expect(await askToLogOut()).toHaveTextContent("2 changes not sent yet");
  await press("Send first, then log out");
  expect(send).toHaveBeenCalledOnce();
  expect(useSession.getState().signedIn).toBe(true);
});

test("work in a storage that does not open is no reason to say that everything was sent", async () => {
  signIn();
  useDevice.setState({ db: null });
  // biome-ignore lint/suspicious/noDocumentCookie: as the app notes it
  document.cookie = `sahn-waits-${mariam.id}=3; path=/`;
  try {
    at("/dashboard/home");
    const asked = await askToLogOut();
    expect(asked).toHaveTextContent("3 changes not sent yet. They are in this device’s storage, which does not open.");
    expect(within(asked).getByRole("button", { name: "Reload first" })).toBeVisible();
    expect(within(asked).queryByRole("button", { name: "Send first, then log out" })).toBeNull();
    await press("Yes please - Log out");
    await waitFor(() => expect(useSession.getState().signedIn).toBe(false));
    expect(document.cookie).not.toContain(`sahn-waits-${mariam.id}`);
  } finally {
    // biome-ignore lint/suspicious/noDocumentCookie: so that no other test meets it
    document.cookie = `sahn-waits-${mariam.id}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
  }
});

test.each(["/menu", "/mealselection"])(
  "the chat is for signed-in people, and moves out of the header after 64 px, on %s",
  async (path) => {
    useConfig.setState({ whatsapp: "+971 50 000 0000" });
    const { unmount } = at(path);
    expect(screen.queryByRole("link", { name: "WhatsApp chat" })).toBeNull();
    unmount();
    signIn();
    at(path);
    const scrolled = (y: number) => {
      Object.defineProperty(window, "scrollY", { value: y, configurable: true });
      window.dispatchEvent(new Event("scroll"));
    };
    scrolled(64);
    expect(screen.getByRole("link", { name: "WhatsApp chat" })).toHaveClass("iconbtn");
    scrolled(65);
    await waitFor(() => expect(screen.getByRole("link", { name: "WhatsApp chat" })).toHaveClass("fab"));
    scrolled(0);
  },
);

test.each<[string, now: string, text: string, Partial<ReturnType<typeof useConfig.getState>>?]>([
  ["at the first midnight of its window", "2025-09-10T20:00:00Z", "New Menu Is Here! Taste It Today"],
  ["not a second earlier", "2025-09-10T19:59:59Z", ""],
  ["not after its end", "2026-11-21T08:00:00Z", "", { hello_until: "2026-11-21 11:59:59" }],
  ["not without bounds", "2026-11-21T08:00:00Z", "", { hello_from: undefined, hello_until: undefined }],
])("the hello bar shows %s", (_, now, text, bounds = {}) => {
  useConfig.setState(bounds);
  const { container } = render(<HelloBar now={Date.parse(now)} />, { wrapper: MemoryRouter });
  expect(container.textContent).toBe(text);
});

test.each([
  ["/", true],
  ["/login", true],
  ["/mealselection", true],
  ["/dashboard/profile", true],
  ["/dashboard/history", true],
  ["/dashboard/home", false],
  ["/dashboard/home/", false],
])("inside its window the hello bar stands above every page but the one it leads to: %s, %s", (path, shows) => {
  signIn();
  at(path);
  expect(screen.queryByText("New Menu Is Here! Taste It Today") !== null).toBe(shows);
});

test("the hello bar can be closed, and stays closed until it says something else", async () => {
  const { unmount } = at("/menu");
  await press("Dismiss");
  expect(screen.queryByText("New Menu Is Here! Taste It Today")).toBeNull();
  unmount();
  const again = at("/login");
  expect(screen.queryByText("New Menu Is Here! Taste It Today")).toBeNull();
  again.unmount();
  localStorage.setItem("sahn.hello", "Another one");
  at("/login");
  expect(screen.getByText("New Menu Is Here! Taste It Today")).toBeVisible();
});

test("what was said about a page goes with it, and what was said about going stays", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    at("/");
    const menu = await openMenu();
    useToasts.setState({ toasts: [] });
    toasts.success("Friday saved");
    vi.setSystemTime(Date.now() + 1000);
    toasts.success("Signed in");
    await userEvent.click(menu.getByRole("link", { name: "THE MENU" }));
    await waitFor(() => expect(document.title).toBe("/menu · Sahn"));
    expect(useToasts.getState().toasts.map(({ title }) => title)).toEqual(["Signed in"]);
  } finally {
    vi.useRealTimers();
    useToasts.setState({ toasts: [] });
  }
});

test("the phone's menu closes when one goes somewhere else", async () => {
  at("/");
  await userEvent.click((await openMenu()).getByRole("link", { name: "THE MENU" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.title).toBe("/menu · Sahn");
});

test("a screen under several paths goes on when its path changes, and gives its notices itself", async () => {
  const known = ["/pos", "/pos/checkout/:orderId?"].map((path) => page(path, { bleed: true, steady: true }));
  function Sale() {
    const navigate = useNavigate();
    const [sold, setSold] = useState(0);
    const sell = () => {
      setSold(sold + 1);
      navigate(`/pos/checkout/${sold + 1}`);
    };
    return <button type="button" onClick={sell}>{`${sold} sold`}</button>;
  }
  render(
    <MemoryRouter initialEntries={["/pos"]}>
      <Routes>
        <Route element={<Layout pages={known} work={nothing} connection={<p>No connection</p>} />}>
          {known.map(({ path }) => (
            <Route key={path} path={path} element={<Sale />} />
          ))}
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  await press("0 sold");
  await press("1 sold");
  await screen.findByRole("button", { name: "2 sold" });
  expect(banner()).toBeVisible();
  expect(await screen.findByRole("contentinfo")).toBeVisible();
  expect(screen.queryByText("No connection")).toBeNull();
});

test("on a phone the tab of the company's page that is open is in view", () => {
  const shown: string[] = [];
  Element.prototype.scrollIntoView = function () {
    shown.push(this.textContent ?? "");
  };
  signIn({ client_type: "Admin" });
  at("/dashboard/company-reports");
  expect(shown).toEqual(["Reports"]);
});
