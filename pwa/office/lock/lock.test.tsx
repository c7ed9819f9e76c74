import { readFileSync } from "node:fs";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { pinWords as words } from "#pwa/i18n/pin";
import { KitchenPage } from "#pwa/office/kitchen-page";
import { lock, useLock } from "#pwa/office/lock/lock";
import { writeValue } from "#pwa/offline/db";
import { call } from "#pwa/offline/server";
import { useSession } from "#pwa/offline/session";
import type { MealEdit } from "#pwa/offline/wire";
import { storage } from "#pwa/testing/kitchen";
import { openAt, press } from "#pwa/testing/open-at";
import { type Door, pin, signInPinned } from "#pwa/testing/pin";
import { reply } from "#pwa/testing/site";

const lockKey = "sahn.kitchen.lock";
const minutes = (n: number) => n * 60_000;
let site: Door;

beforeEach(async () => {
  // The rule that hides what is below is a part of what is tested.
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = readFileSync("pwa/office/lock/lock.css", "utf8");
  site = await signInPinned();
  site.on["GET /api/kitchen/staff"] = site.behind(reply({ data: [] }));
  return () => {
    vi.useRealTimers();
    style.remove();
  };
});

const open = (at = "/kitchen/operators") => openAt(at, { "/kitchen/*": <KitchenPage /> });
const dialog = () => screen.findByRole("dialog", { name: words.locked });
const gone = () => waitFor(() => expect(screen.queryByRole("dialog", { name: words.locked })).toBeNull());

/** Somebody is about to add an operator: a sheet is open, and a name is typed into it. */
async function typing() {
  open();
  await press("Add an operator");
  await userEvent.type(await screen.findByLabelText("Full name"), "Huda");
  return screen.getByLabelText<HTMLInputElement>("Full name");
}

async function enter(digits: string) {
  await userEvent.type(await screen.findByLabelText(words.pin), digits);
  await press(words.unlock);
}

test("what a locked session refused is sent again after the PIN, and what was typed is still there", async () => {
  const name = await typing();
  await userEvent.type(screen.getByLabelText("Email"), "huda@sahn.example");
  site.on["POST /api/kitchen/staff"] = site.behind(reply({ data: {} }, 201));
  site.locked = true;
  await press("Add");
  within(await dialog()).getByText(useSession.getState().profile?.name ?? "nobody");
  expect(name.value).toBe("Huda");
  await enter(pin);
  await waitFor(() => expect(site.sent("POST", "/api/kitchen/staff")).toHaveLength(2));
  const [first, again] = site.sent("POST", "/api/kitchen/staff");
  expect(again).toEqual(first);
  await gone();
});

test("nothing below the dialog is read, reached or closed, and the focus comes back to where it was", async () => {
  const name = await typing();
  act(lock);
  await dialog();
  expect(screen.queryByRole("dialog", { name: "Add an operator" })).toBeNull();
  expect(screen.queryByRole("heading", { level: 1, name: "Operators" })).toBeNull();
  expect(name).not.toBeVisible();
  const inside = await dialog();
  expect(screen.getByLabelText(words.pin)).toHaveFocus();
  for (let stop = 0; stop < 8; stop++) {
    await userEvent.tab({ shift: stop > 4 });
    expect(inside).toContainElement(document.activeElement as HTMLElement);
  }
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("x");
  expect(screen.getByLabelText(words.pin)).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  act(() => window.dispatchEvent(new PopStateEvent("popstate")));
  expect(name).toBeInTheDocument();
  await enter(pin);
  await gone();
  expect(name).toHaveFocus();
  expect(name).toHaveValue("Huda");
  expect(name).toBeVisible();
});

test("a wrong PIN says how many tries are left, and the field is empty and has the focus", async () => {
  open();
  await press(words.lockNow);
  await enter("000000");
  await screen.findByText(words.wrong(4));
  const field = screen.getByLabelText(words.pin);
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
  for (const left of [3, 2, 1]) {
    await enter("000000");
    await screen.findByText(words.wrong(left));
  }
  await enter(pin);
  await gone();
});

test("the fifth wrong PIN leads to the sign-in page, which says why; what was not sent waits, and nothing refused is sent", async () => {
  await writeValue(storage(), "meals", { new: { id: "01", rev: 0, base: {}, form: {} } as unknown as MealEdit });
  const { id } = useSession.getState().profile ?? { id: "" };
  open();
  await screen.findByRole("heading", { level: 1, name: "Operators" });
  await press(words.lockNow);
  await dialog();
  const held = call("PUT", "/api/kitchen/staff/P2", { role: "support", active: true }, { toast: false });
  const refusal = held.then(
    () => "sent",
    (cause) => cause.name,
  );
  for (const left of [4, 3, 2, 1]) {
    await enter("111111");
    await screen.findByText(words.wrong(left));
  }
  await enter("111111");
  await screen.findByRole("heading", { name: "Kitchen sign in" });
  screen.getByText(words.closed);
  expect(useSession.getState().locked).toEqual({ owner: id, pending: 1 });
  expect(await refusal).toBe("AbortError");
  expect(site.sent("PUT", "/")).toEqual([]);
  expect(document.documentElement.dataset.locked).toBeUndefined();
});

test("the server hears of the lock before it sees a PIN: it takes any for a session that it has not locked", async () => {
  open();
  site.on["POST /api/kitchen/lock"] = reply({ message: "" }, 503);
  await press(words.lockNow);
  await enter("000000");
  await screen.findByRole("alert");
  expect(site.sent("POST", "/api/kitchen/unlock")).toEqual([]);
  await dialog();
});

test("who signs in as someone else leaves behind what waits for the first one, and only that", async () => {
  const { id, name } = useSession.getState().profile ?? { id: "", name: "" };
  open();
  await writeValue(storage(), "meals", { new: { id: "01", rev: 0, base: {}, form: {} } as unknown as MealEdit });
  await press(words.lockNow);
  await screen.findByText(words.kept(1, name));
  await press(words.other);
  await screen.findByRole("heading", { name: "Kitchen sign in" });
  expect(site.sent("POST", "/api/profile-logout")).toHaveLength(1);
  expect(useSession.getState().locked).toEqual({ owner: id, pending: 1 });
  expect((await indexedDB.databases()).map((one) => one.name)).toContain(`sahn-${id}`);
  expect(screen.queryByText(words.closed)).toBeNull();
});

test("who signs in as someone else leaves nothing behind where nothing waits", async () => {
  open();
  await press(words.lockNow);
  await press(words.other);
  await screen.findByRole("heading", { name: "Kitchen sign in" });
  await waitFor(() => expect(site.sent("POST", "/api/profile-logout")).toHaveLength(1));
  expect(useSession.getState().locked).toBeNull();
});

test("a page that is loaded while it is locked shows nothing of itself before the PIN", async () => {
  site.locked = true;
  useLock.setState({ owner: useSession.getState().profile?.id, locked: true });
  open();
  await dialog();
  expect(document.body.querySelector("main")).toBeNull();
  expect(site.sent("GET", "/api/kitchen/staff")).toEqual([]);
  await enter(pin);
  await screen.findByRole("heading", { level: 1, name: "Operators" });
});

describe("an idle device", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] }));
  const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  // The library's own wait stands still with the clock.
  const until = (told: () => void) => vi.waitFor(told, { timeout: 20_000, interval: 1 });
  const shut = () => document.documentElement.dataset.locked !== undefined;
  const touch = (type: string) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    act(() => void document.body.dispatchEvent(event));
    return event;
  };

  test("is locked after the minutes that the server says, counted from the last touch, and the server hears of it", async () => {
    open();
    await until(() => expect(useLock.getState().minutes).toBe(30));
    await rest(minutes(29));
    expect(shut()).toBe(false);
    touch("pointerdown");
    await rest(minutes(29));
    expect(shut()).toBe(false);
    await rest(minutes(1) + 15_000);
    expect(shut()).toBe(true);
    await until(() => expect(site.locked).toBe(true));
  });

  test("is locked by a hand that comes back late, which presses nothing", async () => {
    open();
    await until(() => expect(useLock.getState().minutes).toBe(30));
    vi.setSystemTime(Date.now() + minutes(31)); // it slept
    expect(touch("pointerdown").defaultPrevented).toBe(true);
    expect(shut()).toBe(true);
  });

  test("is locked and unlocked in every tab at once, and a touch in one keeps the others open", async () => {
    open();
    await until(() => expect(useLock.getState().minutes).toBe(30));
    await rest(minutes(20));
    localStorage.setItem("sahn.kitchen.touched", `${Date.now()}`);
    await rest(minutes(20));
    expect(shut()).toBe(false);
    const tell = (locked: boolean) => {
      localStorage.setItem(lockKey, JSON.stringify({ ...useLock.getState(), locked }));
      act(() => void window.dispatchEvent(new StorageEvent("storage", { key: lockKey })));
    };
    tell(true);
    expect(shut()).toBe(true);
    tell(false);
    expect(shut()).toBe(false);
    act(lock);
    expect(JSON.parse(localStorage.getItem(lockKey) ?? "")).toMatchObject({ locked: true });
  });

  test("marks what the app asks by itself, and not what a person does", async () => {
    open();
    await screen.findByRole("heading", { level: 1, name: "Operators" });
    const marked = async () => {
      await call("GET", "/api/kitchen/staff", undefined, { toast: false });
      return site.headers["GET /api/kitchen/staff"]?.get("X-Automatic") ?? null;
    };
    expect(await marked()).toBeNull();
    await rest(14_000);
    expect(await marked()).toBe("1");
    touch("keydown");
    expect(await marked()).toBeNull();
    await rest(minutes(5));
    expect(await marked()).toBe("1");
    expect(site.sent("GET", "/api/kitchen/pin")).toHaveLength(1);
  });

  test("on which somebody only writes tells the server that a person is there", async () => {
    open();
    await until(() => expect(useLock.getState().minutes).toBe(30));
    for (let minute = 0; minute < 3; minute++) {
      await rest(minutes(1));
      touch("keydown");
    }
    await rest(15_000);
    expect(site.sent("GET", "/api/kitchen/pin").length).toBeGreaterThan(1);
    expect(site.headers["GET /api/kitchen/pin"]?.get("X-Automatic")).toBeNull();
  });

  test("of an operator without a PIN is never locked here", async () => {
    site.on["GET /api/kitchen/pin"] = reply({ data: { since: null, lock_minutes: 30, idle_minutes: 120 } });
    open();
    await until(() => expect(site.sent("GET", "/api/kitchen/pin")).toHaveLength(1));
    await rest(minutes(60));
    expect(shut()).toBe(false);
  });
});
