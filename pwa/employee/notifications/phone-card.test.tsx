import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PhoneCard } from "#pwa/employee/notifications/phone-card";
import { wording } from "#pwa/employee/notifications/wording";
import { faultsWords } from "#pwa/i18n/faults";
import { notificationsWords } from "#pwa/i18n/notifications";
import { phoneWords as words } from "#pwa/i18n/phone";
import type { PhoneSetting } from "#pwa/offline/wire";
import { openAt, press } from "#pwa/testing/open-at";
import { emptyPage } from "#pwa/testing/page";
import { lost, reply, type Site, siteOf } from "#pwa/testing/site";

const path = "/api/notifications/phone";
const kinds = (["week", "desk", "allergen", "payment", "till"] as const).map((kind) => ({ kind, on: false }));
const none: PhoneSetting = { channel: "whatsapp", number: "", kinds };
const masked = "+971••••••567";
const asked: PhoneSetting = { ...none, asked: { number: masked, until: "2026-11-27T06:10:00Z", failed: false } };
const proved: PhoneSetting = { ...none, number: masked };

let site: Site;
const changed = vi.fn();
const open = (online = true) => openAt("/", { "/": <PhoneCard online={online} onChange={changed} /> });
const label = (kind: string) => new RegExp(notificationsWords.kinds[kind]?.label ?? "-");

beforeEach(() => {
  vi.clearAllMocks();
  emptyPage();
  site = siteOf();
  site.on[`GET ${path}`] = reply(none);
});
afterEach(() => vi.useRealTimers());

test("where no carrier is set up, nothing is offered", async () => {
  site.on[`GET ${path}`] = reply({ channel: "", number: "", kinds: [] });
  open();
  await waitFor(() => expect(site.sent("GET", path)).toHaveLength(1));
  expect(screen.queryByText(words.title)).toBeNull();
});

test("a page that opens without a network says when it can be changed, where there was a carrier before", async () => {
  const first = open(false);
  expect(screen.queryByText(words.title)).toBeNull();
  first.unmount();
  site.on[`GET ${path}`] = reply(asked);
  const second = open();
  expect(await screen.findByLabelText(words.code)).toBeVisible();
  second.unmount();
  const third = open(false);
  expect(screen.getByText(words.title)).toBeVisible();
  expect(screen.getByText(words.offline)).toBeVisible();
  expect(screen.queryByLabelText(/Mobile/)).toBeNull();
  third.unmount();
  site.on[`GET ${path}`] = reply({ channel: "", number: "", kinds: [] });
  const fourth = open();
  await waitFor(() => expect(localStorage.getItem("sahn.phone")).toBeNull());
  fourth.unmount();
  open(false);
  expect(screen.queryByText(words.title)).toBeNull();
});

test("a number that was not proved is asked for its code again when the page opens again", async () => {
  site.on[`GET ${path}`] = reply(asked);
  site.on[`POST ${path}/verify`] = reply(proved);
  open();
  expect(await screen.findByText(words.sent(masked))).toBeVisible();
  await userEvent.type(screen.getByLabelText(words.code), "123456");
  expect(await screen.findByText(words.told(masked))).toBeVisible();
});

test("a number is given, proved by its code, and told nothing until its owner chooses", async () => {
  site.on[`POST ${path}`] = reply(asked);
  site.on[`POST ${path}/verify`] = reply(proved);
  site.on[`PUT ${path}`] = (body) => reply({ ...proved, ...(body as object) })();
  open();
  await userEvent.type(await screen.findByLabelText(/Mobile/), "050 123 4567");
  await press(words.send);
  expect(await screen.findByText(words.sent(masked))).toBeVisible();
  expect(site.sent("POST", path)).toEqual([{ number: "050 123 4567" }]);
  await userEvent.type(screen.getByLabelText(words.code), "123456");
  expect(await screen.findByText(words.told(masked))).toBeVisible();
  expect(site.sent("POST", `${path}/verify`)).toEqual([{ code: "123456" }]);
  expect(screen.getByText(words.none)).toBeVisible();
  expect(changed).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("switch", { name: label("desk") }));
  await waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  expect(site.sent("PUT", path)).toEqual([
    { kinds: kinds.map((one) => ({ ...one, on: one.kind === "desk" })), wording },
  ]);
  expect(screen.getByRole("switch", { name: label("desk") })).toBeChecked();
  expect(screen.queryByText(words.none)).toBeNull();
});

test("a number that is none, a wrong code and a lost answer are said where they happened", async () => {
  site.on[`POST ${path}`] = reply({ message: "Invalid", errors: { number: ["Enter a mobile number."] } }, 422);
  open();
  await userEvent.type(await screen.findByLabelText(/Mobile/), "04 123");
  await press(words.send);
  expect(await screen.findByText("Enter a mobile number.")).toBeVisible();
  site.on[`POST ${path}`] = reply(asked);
  await press(words.send);
  await screen.findByText(words.sent(masked));
  site.on[`POST ${path}/verify`] = reply({ message: "No", reason: "code_wrong" }, 422);
  await userEvent.type(screen.getByLabelText(words.code), "000000");
  expect(await screen.findByText(faultsWords.code_wrong ?? "-")).toBeVisible();
  expect(screen.getByLabelText(words.code)).toHaveValue("");
  expect(screen.getByLabelText(words.code)).toHaveFocus();
  site.on[`POST ${path}/verify`] = lost;
  await userEvent.type(screen.getByLabelText(words.code), "123456");
  expect(await screen.findByText(/reach/)).toBeVisible();
});

test("a code that does not arrive is said while its owner waits, and another number may be given", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  site.on[`GET ${path}`] = reply(asked);
  open();
  expect(await screen.findByText(words.sent(masked))).toBeVisible();
  expect(screen.queryByText(/New code/)).toBeNull();
  site.on[`GET ${path}`] = reply({ ...asked, asked: { ...asked.asked, failed: true } });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(await screen.findByText(words.lost(masked))).toBeVisible();
  const times = site.sent("GET", path).length;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(site.sent("GET", path)).toHaveLength(times);
  expect(screen.getByRole("button", { name: words.send })).toBeVisible();
});

test("another code comes after half a minute to the number that was typed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  site.on[`POST ${path}`] = reply(asked);
  open();
  await userEvent.type(await screen.findByLabelText(/Mobile/), "+44 7700 900123");
  site.on[`GET ${path}`] = reply(asked);
  await press(words.send);
  await screen.findByText(words.sent(masked));
  expect(screen.queryByRole("button", { name: words.again })).toBeNull();
  for (let second = 0; second < 31; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
  await press(words.again);
  await waitFor(() => expect(site.sent("POST", path)).toEqual(Array(2).fill({ number: "+44 7700 900123" })));
});

test("a number is taken back after a second word", async () => {
  site.on[`GET ${path}`] = reply(proved);
  site.on[`DELETE ${path}`] = reply(none);
  open();
  await userEvent.click(await screen.findByRole("button", { name: words.remove }));
  expect(screen.getByText(words.removeAsk)).toBeVisible();
  expect(site.sent("DELETE", path)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: words.remove }));
  expect(await screen.findByRole("button", { name: words.send })).toBeVisible();
  expect(changed).toHaveBeenCalledTimes(1);
});

test("a refused choice stays as it was", async () => {
  site.on[`GET ${path}`] = reply(proved);
  site.on[`PUT ${path}`] = reply({ message: "No" }, 500);
  open();
  const desk = await screen.findByRole("switch", { name: label("desk") });
  await userEvent.click(desk);
  await waitFor(() => expect(desk).toBeEnabled());
  expect(desk).not.toBeChecked();
  expect(changed).not.toHaveBeenCalled();
});
