import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { appWords } from "#pwa/i18n/app";
import { installWords } from "#pwa/i18n/install";
import { holdPaying } from "#pwa/shell/paying-lock";
import { UpdateReady, useUpdate } from "#pwa/shell/update-ready";
import { gate } from "#pwa/testing/gate";
import { openAt } from "#pwa/testing/open-at";

type Listener = (event: Event) => void;
let listeners: Map<string, Listener[]>;
/** The browser's own interface to workers. */
let browser: EventTarget & { controller: object | null; registration: object | undefined };
const worker = {
  addEventListener: (name: string, listener: Listener) =>
    listeners.set(name, [...(listeners.get(name) ?? []), listener]),
  register: vi.fn(async (): Promise<object | undefined> => browser.registration),
  update: vi.fn(async () => undefined),
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

const { UpdateWatch } = await import("#pwa/app/update-watch");
const reload = vi.fn();
let settled: () => Promise<unknown>;
let go: (path: string) => void;

/** The browser's locks, as far as one name and two modes go. */
function locksOf() {
  const shared = new Set<Promise<unknown>>();
  const run = async (mode: string, work: (lock: object | null) => Promise<unknown>) => {
    const over = Promise.resolve(work({}));
    if (mode === "shared") shared.add(over);
    return over.finally(() => shared.delete(over));
  };
  return {
    request: async (_: string, ...more: unknown[]) => {
      const work = more.at(-1) as (lock: object | null) => Promise<unknown>;
      const { mode = "exclusive", ifAvailable } = (more.length > 1 ? more[0] : {}) as Record<string, unknown>;
      if (mode === "exclusive" && ifAvailable && shared.size > 0) return work(null);
      while (mode === "exclusive" && shared.size > 0) await Promise.all(shared);
      return run(mode as string, work);
    },
  };
}

function Page() {
  const navigate = useNavigate();
  go = (path) => act(() => void navigate(path));
  return (
    <>
      <UpdateReady />
      <UpdateWatch settled={() => settled()} reload={reload} />
    </>
  );
}
async function at(path: string) {
  const shown = openAt(path, { "*": <Page /> });
  await waitFor(() => expect(worker.register).toHaveBeenCalled());
  return shown;
}
/** The page is not loaded again, for now. */
const stays = async () => {
  await act(async () => undefined);
  expect(reload).not.toHaveBeenCalled();
};
const reloads = () => waitFor(() => expect(reload).toHaveBeenCalledOnce());
const happens = (name: string) =>
  act(() => {
    if (name === "controlling") browser.dispatchEvent(new Event("controllerchange"));
    listeners.get(name)?.forEach((listener) => void listener(new Event(name)));
  });

beforeEach(() => {
  listeners = new Map();
  settled = async () => undefined;
  useUpdate.setState({ take: null, replaced: false });
  vi.clearAllMocks();
  browser = Object.assign(new EventTarget(), {
    controller: {},
    registration: {},
    getRegistration: async () => browser.registration,
  });
  Object.defineProperty(navigator, "serviceWorker", { value: browser, configurable: true });
  Object.defineProperty(navigator, "locks", { value: locksOf(), configurable: true });
});

test("a new version is offered, and taken only when the person asks", async () => {
  await at("/dashboard/home");
  expect(screen.queryByText(appWords.newVersion)).toBeNull();
  happens("waiting");
  await screen.findByText(appWords.newVersion);
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: appWords.refresh }));
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());
  expect(reload).not.toHaveBeenCalled();
  happens("controlling");
  await reloads();
});

test("nobody is asked while paying", async () => {
  for (const path of ["/checkout", "/checkout/edit/1", "/payment/01J"]) {
    const { unmount } = await at(path);
    happens("waiting");
    await act(async () => undefined);
    expect(screen.queryByText(appWords.newVersion)).toBeNull();
    unmount();
  }
  await at("/menu");
  expect(await screen.findByText(appWords.newVersion)).toBeInTheDocument();
});

test("a new version is not taken while another window pays, and the person is told why", async () => {
  const { opened: paying, open: paid } = gate();
  void navigator.locks.request("sahn-paying", { mode: "shared" }, () => paying);
  await at("/dashboard/home");
  happens("waiting");
  await userEvent.click(await screen.findByRole("button", { name: appWords.refresh }));
  await screen.findByText(installWords.payingElsewhere);
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  await act(async () => paid());
  await waitFor(() => expect(worker.messageSkipWaiting).toHaveBeenCalledOnce());
});

test("the first worker of all reloads nothing, whichever window asked for it", async () => {
  browser.controller = null;
  await at("/menu");
  happens("controlling");
  await stays();
});

test("a version taken in another window waits until this one has paid", async () => {
  await at("/checkout/1");
  happens("controlling");
  await stays();
  go("/payment/01J");
  await stays();
  go("/dashboard/home");
  await reloads();
});

test("a version taken in another window waits until this one's counter has sold", async () => {
  await at("/pos");
  const sold = holdPaying();
  happens("controlling");
  await stays();
  await act(async () => sold());
  await reloads();
});

test("a reload waits until the save that is open is over", async () => {
  const { opened: saving, open: saved } = gate();
  settled = () => saving;
  await at("/dashboard/home");
  happens("controlling");
  await stays();
  await act(async () => saved());
  await reloads();
});

test("a woken app looks for a newer version at once", async () => {
  await at("/menu");
  expect(worker.update).not.toHaveBeenCalled();
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(worker.update).toHaveBeenCalled());
  expect(worker.register).toHaveBeenCalledOnce();
});

test("an app whose network was away when it was opened registers its worker when the network is back", async () => {
  browser.controller = null;
  browser.registration = undefined;
  worker.register.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await at("/pos");
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(worker.register).toHaveBeenCalledTimes(2));
});

test("a page that was loading while its worker became active asks to be taken over, and is not loaded again", async () => {
  browser.controller = null;
  const postMessage = vi.fn();
  browser.registration = { active: { postMessage } };
  await at("/menu");
  await waitFor(() => expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: "CLAIM" }));
  happens("controlling");
  await stays();
});

test("an app whose files could not all be fetched tries again, each time later", async () => {
  browser.controller = null;
  await at("/pos");
  browser.registration = undefined;
  vi.useFakeTimers();
  for (const [tries, ms] of [1000, 2000, 4000].entries()) {
    happens("redundant");
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(worker.register).toHaveBeenCalledTimes(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker.register).toHaveBeenCalledTimes(tries + 2);
    listeners.set("redundant", listeners.get("redundant")?.slice(-1) ?? []);
  }
  vi.useRealTimers();
});
