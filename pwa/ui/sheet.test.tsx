import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { press } from "#pwa/testing/open-at";
import { closeAll } from "#pwa/ui/back-closes";
import { Sheet } from "#pwa/ui/sheet";

/** The step of its own that a sheet has in the history is there, or gone. */
const stepTaken = () => waitFor(() => expect(history.state?.sheet).toBe(true));
const sheetGone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const stepGone = () => waitFor(() => expect(history.state?.sheet).toBeUndefined());

afterEach(async () => {
  cleanup();
  await stepGone();
});

function Opener({ onClose = () => undefined }: { onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet
        open={open}
        title="Filters"
        onClose={() => {
          onClose();
          setOpen(false);
        }}
      >
        <button type="button">First</button>
        <button type="button">Last</button>
      </Sheet>
    </>
  );
}

async function opened(onClose?: () => void) {
  const root = document.createElement("div");
  root.id = "root";
  document.body.append(root);
  const view = render(
    <BrowserRouter>
      <Opener onClose={onClose} />
      <Link to="/elsewhere">Elsewhere</Link>
    </BrowserRouter>,
    { container: root },
  );
  await press("Open");
  await stepTaken();
  return { root, ...view };
}

test("an open sheet is a named dialog, and the page behind it cannot be reached", async () => {
  const { root } = await opened();
  expect(screen.getByRole("dialog", { name: "Filters" })).toHaveAttribute("aria-modal", "true");
  expect(root).toHaveAttribute("inert");
});

test("Escape closes it and the focus goes back where it was", async () => {
  const { root } = await opened();
  await userEvent.keyboard("{Escape}");
  await stepGone();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(root).not.toHaveAttribute("inert");
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("Tab goes round inside", async () => {
  await opened();
  for (const name of ["Close", "First", "Last", "Close"]) {
    await userEvent.tab();
    expect(screen.getByRole("button", { name })).toHaveFocus();
  }
  await userEvent.tab({ shift: true });
  expect(screen.getByRole("button", { name: "Last" })).toHaveFocus();
});

test("going back closes it and stays on the page", async () => {
  const before = location.pathname;
  await opened();
  history.back();
  await sheetGone();
  expect(location.pathname).toBe(before);
  await stepGone();
});

test("closing by its cross leaves no extra step on the way back", async () => {
  history.pushState({ mark: "page" }, "", "/here");
  await opened();
  expect(history.state?.sheet).toBe(true);
  await press("Close");
  await stepGone();
  expect(history.state).toMatchObject({ mark: "page" });
});

test("navigation closes every sheet", async () => {
  const onClose = vi.fn();
  await opened(onClose);
  closeAll();
  await sheetGone();
  expect(onClose).toHaveBeenCalledOnce();
});

test("a sheet that opens just as another has closed stays open", async () => {
  await opened();
  const back = new Promise((done) => addEventListener("popstate", done, { once: true }));
  await userEvent.keyboard("{Escape}");
  // A turn of the event loop: the sheet is gone, and its step back in the history is under way.
  await new Promise((done) => setTimeout(done));
  await press("Open");
  await back;
  await stepTaken();
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  history.back();
  await sheetGone();
});
