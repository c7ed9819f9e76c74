import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";

type Heard = (event: { isUpdate?: boolean; isExternal?: boolean }) => void;
const heard = new Map<string, Heard>();
const worker = {
  addEventListener: (name: string, listener: Heard) => heard.set(name, listener),
  register: async () => undefined,
  update: async () => undefined,
  messageSkipWaiting: vi.fn(),
};
vi.mock("workbox-window", () => ({
  Workbox: class {
    constructor() {
      // biome-ignore lint/correctness/noConstructorReturn: the one worker of this test
      return worker;
    }
  },
}));

const { UpdateReady, watchForUpdates } = await import("#pwa/app/UpdateReady");
const reload = vi.fn();
let go: (path: string) => void;

function Page() {
  const navigate = useNavigate();
  go = (path) => act(() => void navigate(path));
  return <UpdateReady reload={reload} />;
}
const at = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  );
const happens = (name: string, event = {}) => act(() => heard.get(name)?.(event));

beforeEach(() => {
  reload.mockClear();
  worker.messageSkipWaiting.mockClear();
});

Object.defineProperty(navigator, "serviceWorker", { value: {}, configurable: true });
await watchForUpdates();

test("a new version is offered, and taken only when the person asks", async () => {
  at("/dashboard/home");
  expect(screen.queryByText("A new version is ready.")).toBeNull();
  happens("waiting");
  expect(screen.getByText("A new version is ready.")).toBeInTheDocument();
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test("nobody is asked while paying", () => {
  for (const path of ["/checkout", "/checkout/edit/1", "/payment/01J"]) {
    const { unmount } = at(path);
    expect(screen.queryByText("A new version is ready.")).toBeNull();
    unmount();
  }
  at("/menu");
  expect(screen.getByText("A new version is ready.")).toBeInTheDocument();
});

test("the first worker of a visit reloads nothing", () => {
  at("/menu");
  happens("controlling", { isUpdate: false });
  expect(reload).not.toHaveBeenCalled();
});

test("a version taken in another window waits until this one has paid", () => {
  at("/checkout/1");
  happens("controlling", { isExternal: true });
  expect(reload).not.toHaveBeenCalled();
  go("/payment/01J");
  expect(reload).not.toHaveBeenCalled();
  go("/dashboard/home");
  expect(reload).toHaveBeenCalledOnce();
});
