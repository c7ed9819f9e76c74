import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Install } from "#pwa/app/install";
import { keepInstallOffer, useInstallOffer } from "#pwa/app/install-offer";
import { installWords } from "#pwa/i18n/install";
import { useArrived } from "#pwa/shell/arrived";
import { gate } from "#pwa/testing/gate";
import { openAt, press } from "#pwa/testing/open-at";

const chrome =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Mobile Safari/537.36";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";
let agent: string;
let standalone: boolean;
let go: (path: string) => void;
let prompt: ReturnType<typeof vi.fn>;
const send = vi.fn(async () => true);

keepInstallOffer();
beforeEach(() => {
  localStorage.clear();
  send.mockClear();
  send.mockResolvedValue(true);
  standalone = false;
  agent = chrome;
  useInstallOffer.setState({ offer: null });
  vi.stubGlobal("matchMedia", () => ({ matches: standalone }));
  Object.defineProperty(navigator, "userAgent", { get: () => agent, configurable: true });
});

function offered(): Event {
  prompt = vi.fn(async () => ({ outcome: "accepted" }));
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(event));
  return event;
}

function Page(props: Partial<Parameters<typeof Install>[0]>) {
  const navigate = useNavigate();
  go = (path) =>
    act(() => {
      void navigate(path);
      useArrived.setState({ path });
    });
  return <Install ordered unsent={0} send={send} {...props} />;
}
const at = (path: string, props: Partial<Parameters<typeof Install>[0]> = {}) =>
  openAt(path, { "*": <Page {...props} /> });
/** Comes from the payment to the dashboard, where the question belongs. */
const paid = (props: Partial<Parameters<typeof Install>[0]> = {}) => {
  const shown = at("/payment/01J", props);
  go("/dashboard/home");
  return shown;
};
const quiet = async () => {
  await act(async () => undefined);
  expect(screen.queryByRole("dialog")).toBeNull();
};

test("the browser's own question is kept back, and asked when the person wants it", async () => {
  at("/payment/01J");
  expect(offered().defaultPrevented).toBe(true);
  await quiet();
  go("/dashboard/home");
  await screen.findByRole("dialog", { name: installWords.title });
  expect(prompt).not.toHaveBeenCalled();
  await press(installWords.install);
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("it is said once on a device", async () => {
  offered();
  const { unmount } = paid();
  await userEvent.click(await screen.findByRole("button", { name: installWords.notNow }));
  await quiet();
  unmount();
  paid();
  await quiet();
});

test("nobody is asked before an order stands, on the way to one, or where the app is installed", async () => {
  offered();
  let shown = paid({ ordered: false });
  await quiet();
  shown.unmount();

  shown = at("/dashboard/home");
  await quiet();
  for (const path of ["/mealselection", "/checkout", "/dashboard/home"]) {
    go(path);
    await quiet();
  }
  shown.unmount();

  standalone = true;
  paid();
  await quiet();
});

test("a browser that cannot install is told nothing", async () => {
  paid();
  await quiet();
});

test("on an iPhone what is not sent goes out first, and then the steps are told", async () => {
  agent = safari;
  const { opened: promise, open: sent } = gate<boolean>();
  send.mockReturnValue(promise);
  paid({ unsent: 2 });
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
  await quiet();
  await act(async () => sent(true));
  await screen.findByRole("dialog", { name: installWords.stepsTitle });
  expect(screen.queryByRole("button", { name: installWords.install })).toBeNull();
});

test("on an iPhone without a connection the sheet says what the new icon would not have", async () => {
  agent = safari;
  send.mockResolvedValue(false);
  paid({ unsent: 2 });
  await screen.findByText(installWords.unsent(2));
});

test("other browsers on an iPhone have other ways, which are not told", async () => {
  agent = safari.replace("Version/26.0", "CriOS/150.0");
  paid();
  await quiet();
});
