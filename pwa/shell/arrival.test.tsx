import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link, type NavigateFunction, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Arrival } from "#pwa/shell/arrival";
import { openAt, press } from "#pwa/testing/open-at";
import { Sheet } from "#pwa/ui/sheet";

let go: NavigateFunction;
const scrolledTo = vi.fn();

function Here({ title, opens = false }: { title: string; opens?: boolean }) {
  go = useNavigate();
  const [open, setOpen] = useState(opens);
  return (
    <main id="main" tabIndex={-1}>
      <h1>{title}</h1>
      <Link to="#wallet">To the wallet</Link>
      <h2 id="wallet">Wallet</h2>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} title="Details" onClose={() => setOpen(false)}>
        Something
      </Sheet>
      <Arrival title={title} />
    </main>
  );
}
const at = (path: string) =>
  openAt(path, {
    "/faq": <Here title="FAQ" />,
    "/terms": <Here title="Terms" />,
    "/wallet": <Here key="wallet" title="Wallet" opens />,
  });

beforeEach(() => {
  scrolledTo.mockClear();
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  Element.prototype.scrollIntoView = function (this: Element, how) {
    scrolledTo(this.id, how);
  };
});

/** The same, once it has arrived: the test before may have left off on another page. */
const settledAt = (path: string) => {
  at(path);
  vi.mocked(window.scrollTo).mockClear();
};

// First, because only the first page of a visit is arrived at from nowhere.
test("the first page of a visit keeps its place and its focus", () => {
  at("/faq");
  expect(document.title).toBe("FAQ · Sahn");
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(document.body).toHaveFocus();
});

test("arriving on another page names it, focuses its heading and scrolls smoothly to the top", async () => {
  settledAt("/faq");
  await act(() => go("/terms"));
  expect(document.title).toBe("Terms · Sahn");
  expect(screen.getByRole("heading", { name: "Terms" })).toHaveFocus();
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "smooth" });
});

test("a hash scrolls smoothly to its place and reading goes on there, each time the link is followed", async () => {
  settledAt("/faq");
  const link = screen.getByRole("link", { name: "To the wallet" });
  await userEvent.click(link);
  expect(scrolledTo).toHaveBeenCalledExactlyOnceWith("wallet", { behavior: "smooth" });
  expect(screen.getByRole("heading", { name: "Wallet" })).toHaveFocus();
  await userEvent.click(link);
  expect(scrolledTo).toHaveBeenCalledTimes(2);
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test("a page that is opened with a hash begins there, and not at the top", () => {
  at("/faq#wallet");
  expect(scrolledTo).toHaveBeenCalledExactlyOnceWith("wallet", { behavior: "smooth" });
  expect(window.scrollTo).not.toHaveBeenCalled();
});

test("a hash that leads nowhere is a page like any other", async () => {
  settledAt("/faq");
  await act(() => go("/terms#%E0%A4%A"));
  expect(scrolledTo).not.toHaveBeenCalled();
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "smooth" });
});

test("a change of the search alone leaves the place and the focus alone", async () => {
  settledAt("/faq");
  const link = screen.getByRole("link", { name: "To the wallet" });
  link.focus();
  await act(() => go("/faq?week=2026-11-23"));
  expect(window.scrollTo).not.toHaveBeenCalled();
  expect(link).toHaveFocus();
});

test("nothing flies past people who asked for less motion", async () => {
  const asked = vi.fn((query: string) => ({ matches: query.includes("reduce") }) as MediaQueryList);
  vi.stubGlobal("matchMedia", asked);
  settledAt("/faq");
  await act(() => go("/terms"));
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: "auto" });
  vi.unstubAllGlobals();
});

test("a menu that was opened while the page was on its way stays open", async () => {
  settledAt("/faq");
  const name = document.createElement("button");
  name.setAttribute("aria-expanded", "true");
  document.body.append(name);
  name.focus();
  await act(() => go("/terms"));
  expect(name).toHaveFocus();
  name.remove();
});

test("going to another page closes what is open", async () => {
  at("/faq");
  await press("Open");
  expect(screen.getByRole("dialog", { name: "Details" })).toBeInTheDocument();
  await act(() => go("/terms"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a sheet with which a page comes stays open", async () => {
  settledAt("/faq");
  await act(() => go("/wallet"));
  expect(document.title).toBe("Wallet · Sahn");
  expect(screen.getByRole("dialog", { name: "Details" })).toBeVisible();
});
