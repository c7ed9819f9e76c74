import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { HelloBar } from "#pwa/app/hello-bar";
import { Layout } from "#pwa/app/layout";
import type { Page } from "#pwa/app/page";
import { useConfig } from "#pwa/offline/config";
import { useDevice } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { Arrival } from "#pwa/shell/arrival";
import { Guard } from "#pwa/shell/guard";
import { useHeader } from "#pwa/shell/header-words";
import type { UnsentWork } from "#pwa/shell/logout-modal";

const profile = {
  id: "p1",
  name: "Mariam Saleh",
  email: "mariam@harbourline.example",
  client_type: "Employee",
  company_type: "Corporate",
  company_id: "c1",
  company_name: "Harbour Line Logistics",
  profile_picture: "",
  diet: { diets: [], avoid: [], label: false },
} as unknown as Profile;

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
          {known.map(({ path: to, who }) => (
            <Route
              key={to}
              path={to}
              element={
                who === "any" ? (
                  <>
                    <Screen />
                    <Arrival title={to} />
                  </>
                ) : (
                  <Guard>
                    <Screen />
                    <Arrival title={to} />
                  </Guard>
                )
              }
            />
          ))}
        </Route>
      </Routes>
    </MemoryRouter>,
  );
const signIn = (more: Partial<Profile> = {}) =>
  useSession.setState({ profile: { ...profile, ...more }, signedIn: true });
const banner = () => screen.getByRole("banner");

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

test("a visitor sees HOME, THE MENU and SIGN IN, and no DASHBOARD", () => {
  at("/");
  for (const name of ["HOME", "THE MENU", "SIGN IN"])
    expect(within(banner()).getByRole("link", { name })).toBeVisible();
  expect(within(banner()).queryByRole("link", { name: "DASHBOARD" })).toBeNull();
});

test("a signed-in person sees DASHBOARD and their name, and no SIGN IN", () => {
  signIn();
  at("/");
  expect(within(banner()).getByRole("link", { name: "DASHBOARD" })).toHaveAttribute("href", "/dashboard/home");
  expect(within(banner()).getByText("Hi Mariam")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "SIGN IN" })).toBeNull();
});

test("a Cash person has no DASHBOARD in the header, but their tabs open by link", () => {
  signIn({ company_type: "Cash" });
  at("/dashboard/profile");
  expect(within(banner()).queryByRole("link", { name: "DASHBOARD" })).toBeNull();
  expect(screen.getByRole("heading", { name: "Screen" })).toBeInTheDocument();
});

test("the phone's menu calls it ADMIN DASHBOARD for admins only", async () => {
  signIn({ client_type: "Admin" });
  const { unmount } = at("/");
  await userEvent.click(within(banner()).getByRole("button", { name: "Menu" }));
  expect(within(await screen.findByRole("dialog")).getByRole("link", { name: "ADMIN DASHBOARD" })).toBeInTheDocument();
  unmount();
  signIn();
  at("/");
  await userEvent.click(within(banner()).getByRole("button", { name: "Menu" }));
  expect(within(await screen.findByRole("dialog")).getByRole("link", { name: "DASHBOARD" })).toBeInTheDocument();
});

test("admins have no wallet among their tabs", () => {
  signIn({ client_type: "Admin" });
  at("/dashboard/home");
  const tabs = screen.getAllByRole("link").filter((link) => link.closest("nav.nav, nav.side"));
  const paths = tabs.map((tab) => tab.getAttribute("href"));
  expect(paths).not.toContain("/dashboard/walletTransactions");
  expect(paths.filter((path) => path === "/dashboard/company-profile")).toHaveLength(2);
  // At the thumb's edge the company takes the place of the cards, which the name's menu has.
  expect(paths.filter((path) => path === "/dashboard/paymentMethods")).toHaveLength(1);
  const menu = banner().querySelector<HTMLElement>(".drop");
  expect(within(menu as HTMLElement).getByText("Payment Method")).toHaveAttribute("href", "/dashboard/paymentMethods");
});

test("the company's tabs are an admin's alone", () => {
  signIn();
  const { unmount } = at("/dashboard/home");
  expect(screen.queryByText("Company Profile")).toBeNull();
  unmount();
  signIn({ client_type: "Admin" });
  at("/dashboard/company-profile");
  const thumb = screen.getAllByRole("navigation", { name: "Dashboard" })[1];
  expect(within(thumb as HTMLElement).getByRole("link", { name: "Company" })).toHaveAttribute("aria-current", "page");
});

test("every tab leads to a page that exists", () => {
  signIn();
  at("/dashboard/home");
  const tabs = screen.getAllByRole("link").filter((link) => link.closest("nav.nav, nav.side"));
  expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual(
    expect.arrayContaining([
      "/dashboard/home",
      "/dashboard/history",
      "/dashboard/walletTransactions",
      "/dashboard/paymentMethods",
      "/dashboard/profile",
      "/menu",
    ]),
  );
  expect(tabs).toHaveLength(10);
  // Beside the site's own, also where both are on the screen.
  const navs = screen.getAllByRole("navigation").map((nav) => nav.getAttribute("aria-label"));
  expect(navs).toEqual(["Main", "Dashboard", "Dashboard"]);
});

test("choosing meals has BACK, DASHBOARD and a cart that opens the day summary", async () => {
  signIn();
  at("/mealselection");
  expect(within(banner()).getByRole("button", { name: "BACK" })).toBeInTheDocument();
  expect(within(banner()).getAllByRole("link", { name: "DASHBOARD" })[0]).toBeInTheDocument();
  await userEvent.click(within(banner()).getByRole("button", { name: "Day summary, 2 meals" }));
  expect(document.title).toBe("/menu · Sahn");
});

test("a visitor at a closed door is sent to sign in", () => {
  at("/dashboard/history");
  expect(document.title).toBe("/login · Sahn");
});

test("logging out asks in the exact words, and No keeps the person in", async () => {
  signIn();
  at("/dashboard/home");
  await userEvent.click(screen.getByRole("button", { name: "Hi Mariam Harbour Line Logistics" }));
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  const asked = await screen.findByRole("alertdialog", { name: "Are you sure?" });
  await userEvent.click(within(asked).getByRole("button", { name: "No - Keep me logged in" }));
  expect(useSession.getState().signedIn).toBe(true);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("after logging out one is on the home page, not at the door", async () => {
  signIn();
  at("/dashboard/home");
  await userEvent.click(screen.getByRole("button", { name: "Hi Mariam Harbour Line Logistics" }));
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  await userEvent.click(await screen.findByRole("button", { name: "Yes please - Log out" }));
  await waitFor(() => expect(useSession.getState().signedIn).toBe(false));
  await waitFor(() => expect(document.title).toBe("/ · Sahn"));
});

test("a company with a sign-in page of its own gets its people back there", async () => {
  signIn();
  at("/dashboard/home", nothing, [...pages, page("/company/:companyId/login")]);
  await userEvent.click(screen.getByRole("button", { name: "Hi Mariam Harbour Line Logistics" }));
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  await userEvent.click(await screen.findByRole("button", { name: "Yes please - Log out" }));
  await waitFor(() => expect(document.title).toBe("/company/:companyId/login · Sahn"));
});

test("with unsent work, logging out offers to send it first and stays when that fails", async () => {
  signIn();
  const send = vi.fn(async () => false);
  at("/dashboard/home", { useCount: () => 2, send });
  await userEvent.click(screen.getByRole("button", { name: "Hi Mariam Harbour Line Logistics" }));
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByRole("alertdialog")).toHaveTextContent("2 changes not sent yet");
  await userEvent.click(screen.getByRole("button", { name: "Send first, then log out" }));
  expect(send).toHaveBeenCalledOnce();
  expect(useSession.getState().signedIn).toBe(true);
});

test("work in a storage that does not open is no reason to say that everything was sent", async () => {
  signIn();
  useDevice.setState({ db: null });
  // biome-ignore lint/suspicious/noDocumentCookie: as the app notes it
  document.cookie = "sahn-waits-p1=3; path=/";
  try {
    at("/dashboard/home");
    await userEvent.click(screen.getByRole("button", { name: "Hi Mariam Harbour Line Logistics" }));
    await userEvent.click(screen.getByRole("button", { name: "Logout" }));
    const asked = await screen.findByRole("alertdialog", { name: "Are you sure?" });
    expect(asked).toHaveTextContent("3 changes not sent yet. They are in this phone’s storage, which does not open.");
    expect(within(asked).getByRole("button", { name: "Reload first" })).toBeVisible();
    expect(within(asked).queryByRole("button", { name: "Send first, then log out" })).toBeNull();
    await userEvent.click(within(asked).getByRole("button", { name: "Yes please - Log out" }));
    await waitFor(() => expect(useSession.getState().signedIn).toBe(false));
    expect(document.cookie).not.toContain("sahn-waits-p1");
  } finally {
    // biome-ignore lint/suspicious/noDocumentCookie: so that no other test meets it
    document.cookie = "sahn-waits-p1=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT";
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

test("the hello bar shows inside its window, and not where it leads", () => {
  const hello = (path: string, now: string) => {
    const { container, unmount } = render(
      <MemoryRouter initialEntries={[path]}>
        <HelloBar now={Date.parse(now)} />
      </MemoryRouter>,
    );
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(hello("/", "2026-11-21T08:00:00Z")).toBe("New Menu Is Here! Taste It Today");
  expect(hello("/", "2025-09-10T19:59:59Z")).toBe("");
  expect(hello("/", "2025-09-10T20:00:00Z")).toBe("New Menu Is Here! Taste It Today");
  expect(hello("/dashboard/home", "2026-11-21T08:00:00Z")).toBe("");
  expect(hello("/dashboard/home/", "2026-11-21T08:00:00Z")).toBe("");
  expect(hello("/dashboard/history", "2026-11-21T08:00:00Z")).toBe("New Menu Is Here! Taste It Today");
});

test.each([
  ["/", true],
  ["/login", true],
  ["/mealselection", true],
  ["/dashboard/profile", true],
  ["/dashboard/home", false],
])("inside its window the hello bar stands above every page but the one it leads to: %s, %s", (path, shows) => {
  signIn();
  at(path);
  expect(screen.queryByText("New Menu Is Here! Taste It Today") !== null).toBe(shows);
});

test("the hello bar has no window without bounds, and always shows between two empty ones", () => {
  const shown = (from: string, until: string) => {
    useConfig.setState({ hello_from: from, hello_until: until });
    const { container, unmount } = render(
      <MemoryRouter>
        <HelloBar now={Date.parse("2026-11-21T08:00:00Z")} />
      </MemoryRouter>,
    );
    const there = container.textContent !== "";
    unmount();
    return there;
  };
  expect(shown("", "")).toBe(true);
  expect(shown("", "2026-11-21 12:00:00")).toBe(true);
  expect(shown("", "2026-11-21 11:59:59")).toBe(false);
  expect(shown("2026-11-21 12:00:01", "")).toBe(false);
  expect(shown("2026-11-21", "")).toBe(false);
  const missing = undefined as unknown as string;
  expect(shown(missing, missing)).toBe(false);
});

test("the phone's menu closes when one goes somewhere else", async () => {
  at("/");
  await userEvent.click(within(banner()).getByRole("button", { name: "Menu" }));
  const menu = await screen.findByRole("dialog", { name: "Menu" });
  await userEvent.click(within(menu).getByRole("link", { name: "THE MENU" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.title).toBe("/menu · Sahn");
});
