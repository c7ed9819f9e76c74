import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Notifications } from "#pwa/employee/notifications/notifications";
import { wording } from "#pwa/employee/notifications/wording";
import { notificationsWords as words } from "#pwa/i18n/notifications";
import type { Notifications as Setting } from "#pwa/offline/wire";
import { sentTo } from "#pwa/testing/answers";
import { openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { reply, type Site, siteOf } from "#pwa/testing/site";

const key = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
const kinds = (["week", "desk", "allergen", "payment", "till"] as const).map((kind) => ({ kind, on: true }));
const off: Setting = { key, here: false, devices: 0, kinds, detail: false, quiet: { from: "21:00", until: "07:00" } };
const on: Setting = { ...off, here: true, devices: 1 };
const noPhone = { channel: "", number: "", kinds: [] };
const device = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };

let site: Site;
let subscription: { options: object; unsubscribe: () => Promise<boolean>; toJSON: () => typeof device } | null;
const subscribe = vi.fn();
const requestPermission = vi.fn();

/** A browser that can show notifications, and whether its person let it. */
function browser(permission: NotificationPermission) {
  vi.stubGlobal("Notification", { permission, requestPermission });
  vi.stubGlobal("PushManager", class {});
  const ready = Promise.resolve({ pushManager: { subscribe, getSubscription: async () => subscription } });
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { serviceWorker: { ready } }));
}
const open = (profile = "p1") => openAt("/", { "/": <Notifications profile={profile} /> });

beforeEach(() => {
  vi.clearAllMocks();
  emptyPage();
  localStorage.clear();
  subscription = null;
  subscribe.mockImplementation(async (options: object) => {
    subscription = { options, unsubscribe: async () => true, toJSON: () => device };
    return subscription;
  });
  requestPermission.mockResolvedValue("granted");
  site = siteOf();
  site.on["GET /api/notifications"] = reply(off);
  site.on["GET /api/notifications/phone"] = reply(noPhone);
  site.on["POST /api/notifications/device"] = reply(on);
});
afterEach(() => vi.unstubAllGlobals());

test("permission is asked for after a tap and not before, and the server gets the browser's address", async () => {
  browser("default");
  open();
  await screen.findByRole("button", { name: words.turnOn });
  expect(requestPermission).not.toHaveBeenCalled();
  await press(words.turnOn);
  expect(await screen.findByRole("button", { name: words.turnOff })).toBeVisible();
  expect(sentTo(site, "/api/notifications/device")).toEqual([
    { endpoint: device.endpoint, p256dh: "p", auth: "a", wording },
  ]);
  expect(subscribe.mock.calls[0]?.[0].userVisibleOnly).toBe(true);
});

test("whoever says no stays as they are, and is told how to change it", async () => {
  browser("default");
  requestPermission.mockImplementation(async () => {
    browser("denied");
    return "denied";
  });
  open();
  await screen.findByRole("button", { name: words.turnOn });
  await press(words.turnOn);
  expect(await screen.findByText(words.cannot.denied)).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
});

test("a browser that cannot says so, and an iPhone says that the app comes first", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("navigator", Object.create(navigator, { userAgent: { value: "Mozilla (iPhone)" } }));
  const { unmount } = open();
  expect(await screen.findByText(words.cannot.install)).toBeVisible();
  unmount();
  vi.unstubAllGlobals();
  site = siteOf();
  site.on["GET /api/notifications"] = reply(off);
  site.on["GET /api/notifications/phone"] = reply(noPhone);
  open();
  expect(await screen.findByText(words.cannot.unsupported)).toBeVisible();
});

test("after a new sign-in the browser is renewed for the person who switched it on, and for nobody else", async () => {
  browser("default");
  const { unmount } = open("p1");
  await screen.findByRole("button", { name: words.turnOn });
  await press(words.turnOn);
  await screen.findByRole("button", { name: words.turnOff });
  unmount();
  browser("granted");
  const other = open("p2");
  await screen.findByRole("button", { name: words.turnOn });
  expect(sentTo(site, "/api/notifications/device")).toHaveLength(1);
  other.unmount();
  open("p1");
  await screen.findByRole("button", { name: words.turnOff });
  expect(sentTo(site, "/api/notifications/device")).toHaveLength(2);
  expect(sentTo(site, "/api/notifications/device")[1]).toMatchObject({ wording, renewed: true });
});

test("a kind is switched off, and quiet hours end", async () => {
  browser("granted");
  site.on["GET /api/notifications"] = reply(on);
  site.on["PUT /api/notifications"] = reply({ ...on, quiet: undefined });
  open();
  await userEvent.click(await screen.findByRole("switch", { name: new RegExp(words.kinds.desk?.label ?? "") }));
  await waitFor(() => expect(site.sent("PUT", "/api/notifications")).toHaveLength(1));
  const [sent] = site.sent("PUT", "/api/notifications") as [{ kinds: { kind: string; on: boolean }[]; quiet: object }];
  expect(sent.kinds.filter((one) => !one.on)).toEqual([{ kind: "desk", on: false }]);
  expect(sent.quiet).toEqual(on.quiet);
  await waitFor(() => expect(screen.queryByLabelText(words.quietFrom)).toBeNull());
});

test("the history is loaded when it is asked for, and goes on page by page", async () => {
  browser("granted");
  const line = {
    channel: "push",
    kind: "device",
    given: true,
    way: "page",
    wording: 1,
    text: "Turn on",
    at: "2026-11-23T08:00:00Z",
  };
  const first = { ...line, channel: "mail", kind: "week", given: false, way: "link", text: undefined };
  site.on["GET /api/notifications/history"] = reply({ data: [first], next: "7" });
  site.on["GET /api/notifications/history?after=7"] = reply({ data: [line], next: "" });
  open();
  const show = await screen.findByRole("button", { name: words.historyShow });
  expect(site.sent("GET", "/api/notifications/history")).toEqual([]);
  await userEvent.click(show);
  expect(await screen.findByText("Choose for the week, by mail: off")).toBeVisible();
  expect(screen.getByText(new RegExp(words.ways.link ?? "-"))).toBeVisible();
  await press(words.historyMore);
  expect(await screen.findByText("Notifications in a browser: on")).toBeVisible();
  expect(screen.getByText("You read: “Turn on”")).toBeVisible();
  expect(screen.queryByRole("button", { name: words.historyMore })).toBeNull();
});

test("who has switched nothing reads so", async () => {
  browser("granted");
  site.on["GET /api/notifications/history"] = reply({ data: [], next: "" });
  open();
  await userEvent.click(await screen.findByRole("button", { name: words.historyShow }));
  expect(await screen.findByText(words.historyNone)).toBeVisible();
});
