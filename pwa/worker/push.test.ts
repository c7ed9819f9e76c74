import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showNotifications } from "#pwa/worker/push";

type Listener = (event: object) => void;
const listeners: Record<string, Listener> = {};
const showNotification = vi.fn(async () => undefined);
const openWindow = vi.fn(async () => null);
const subscribe = vi.fn();
const said = vi.fn(async (_path: string, _init: RequestInit) => new Response(null, { status: 204 }));
type Window = { focus?: () => Promise<object>; navigate?: (to: string) => Promise<void>; visibilityState?: string };
let windows: (Window & { postMessage?: (said: object) => void })[] = [];

/** Lets the worker handle an event, to the end. */
async function happens(type: string, event: object) {
  let work: Promise<unknown> = Promise.resolve();
  const waitUntil = (promise: Promise<unknown>) => {
    work = promise;
  };
  listeners[type]?.({ ...event, waitUntil });
  await work;
}
const told = {
  title: "Your lunch is here",
  text: "It is at its place.",
  kind: "desk",
  tag: "t1",
  path: "/delivery",
  stop: "s1",
  stop_text: "Stop these",
  lang: "en",
};
const tap = (data: object, action = "") =>
  happens("notificationclick", { action, notification: { data, close: () => undefined } });

beforeEach(() => {
  vi.clearAllMocks();
  windows = [];
  vi.stubGlobal("fetch", said);
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener;
    },
    location: { origin: "https://lunch.example" },
    registration: { showNotification, pushManager: { subscribe } },
    clients: { matchAll: async () => windows, openWindow },
  });
  showNotifications();
});
afterEach(() => vi.unstubAllGlobals());

test("a message is shown in the server's words, under one tag, with a button that ends its kind", async () => {
  await happens("push", { data: { json: () => told } });
  expect(showNotification).toHaveBeenCalledWith(
    "Your lunch is here",
    expect.objectContaining({
      body: told.text,
      tag: "t1",
      actions: [{ action: "stop", title: "Stop these" }],
      data: { path: "/delivery", stop: "s1", kind: "desk" },
    }),
  );
});

test("a window of the app that is in view is told too, and one behind others is not", async () => {
  const [seen, hidden] = [vi.fn(), vi.fn()];
  windows = [
    { visibilityState: "visible", postMessage: seen },
    { visibilityState: "hidden", postMessage: hidden },
  ];
  await happens("push", { data: { json: () => told } });
  expect(seen).toHaveBeenCalledWith({
    type: "TOLD",
    title: told.title,
    text: told.text,
    kind: "desk",
    path: "/delivery",
  });
  expect(hidden).not.toHaveBeenCalled();
  await happens("push", { data: null });
  expect(seen).toHaveBeenCalledTimes(1);
});

test("a message that makes no sense is still shown, as browsers demand", async () => {
  await happens("push", { data: { json: () => JSON.parse("no json") } });
  await happens("push", { data: null });
  expect(showNotification).toHaveBeenCalledTimes(2);
});

test("one tap switches the kind off without a session and opens nothing", async () => {
  await tap({ path: "/delivery", stop: "s1", kind: "desk" }, "stop");
  expect(said).toHaveBeenCalledWith(
    "/api/notifications/stop",
    expect.objectContaining({ credentials: "omit", body: JSON.stringify({ stop: "s1", kind: "desk" }) }),
  );
  expect(openWindow).not.toHaveBeenCalled();
});

test("a tap opens the page in the app's window, or in a new one, and never another site", async () => {
  await tap({ path: "/delivery" });
  expect(openWindow).toHaveBeenCalledWith("https://lunch.example/delivery");
  const navigate = vi.fn(async () => undefined);
  windows = [{ focus: async () => windows[0] as object, navigate }];
  await tap({ path: "/checkout" });
  expect(navigate).toHaveBeenCalledWith("https://lunch.example/checkout");
  await tap({ path: "https://elsewhere.example/" });
  expect(openWindow).toHaveBeenCalledTimes(1);
  expect(navigate).toHaveBeenCalledTimes(1);
});

test("a tap opens the page although the browser does not let the worker focus the app's window", async () => {
  const focus = async () => Promise.reject(new DOMException("", "InvalidAccessError"));
  windows = [{ focus, navigate: async () => undefined }];
  await tap({ path: "/delivery" });
  expect(openWindow).toHaveBeenCalledWith("https://lunch.example/delivery");
});

test("an address that the push service replaced is told with the one before", async () => {
  const after = { toJSON: () => ({ endpoint: "https://push.example/2", keys: { p256dh: "p", auth: "a" } }) };
  subscribe.mockResolvedValue(after);
  const before = { endpoint: "https://push.example/1", options: { userVisibleOnly: true } };
  await happens("pushsubscriptionchange", { oldSubscription: before });
  const [path, { body }] = said.mock.calls[0] ?? ["", {}];
  expect([path, JSON.parse(String(body))]).toEqual([
    "/api/notifications/moved",
    { before: before.endpoint, endpoint: "https://push.example/2", p256dh: "p", auth: "a" },
  ]);
  await happens("pushsubscriptionchange", {});
  expect(said).toHaveBeenCalledTimes(1);
});
