import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ulid } from "ulid";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closingTime } from "#pwa/i18n/closing-time";
import { dayAndDate, longDay, shortDay } from "#pwa/i18n/say-day";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { type Profile, useSession } from "#pwa/offline/session";
import { useStatus } from "#pwa/offline/sync/start-sync";
import { usePending } from "#pwa/offline/sync/use-sync";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";
import { closeStatus, openStatus } from "#pwa/sync-status/status-sheet-store";
import { SyncStatus } from "#pwa/sync-status/sync-status";
import { openAt, press } from "#pwa/testing/open-at";

const far = addDays(dateAt(Date.now()), 10);
let db: Db;
let device = 0;
let online = true;
const network = (is: boolean) => {
  online = is;
  act(() => void window.dispatchEvent(new Event(is ? "online" : "offline")));
};
const wait = (n: number, minutes = 0) =>
  db.ops.put({
    n,
    id: ulid(Date.now() - minutes * 60_000),
    k: "day.set/1",
    a: { date: far, items: [{ meal: "M1", qty: 1 }], seen: 0 },
  });

beforeEach(async () => {
  closeStatus();
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  online = true;
  db = await openDb(`status-${++device}`);
  useDevice.setState({ db, problem: null });
  useSession.setState({ profile: { id: "P1" } as Profile, signedIn: true, locked: null });
  useStatus.setState({ sending: false, paused: null, trouble: null });
});
afterEach(() => vi.unstubAllGlobals());
const Probe = () => <output>{usePending()} pending</output>;
const Page = () => (
  <>
    <SyncStatus />
    <Probe />
  </>
);
const open = (at = "/menu") => openAt(at, { "*": <Page /> });
const trouble = (why: "server" | "timeout" | "storage") =>
  useStatus.setState({ trouble: { why, since: 0, nextTry: Date.now() + 30_000 } });

test("while all is well there is nothing to read", async () => {
  open();
  await wait(1);
  await screen.findByText("1 pending");
  expect(document.querySelector(".banner")).toBeNull();
});

test("offline with changes counts them, and says so once they are sent", async () => {
  await wait(1);
  open();
  network(false);
  expect(await screen.findByText("1 change saved on this device")).toBeVisible();
  expect(screen.getByText("Waiting for a moment. Sent when you are back online.")).toBeVisible();
  network(true);
  await act(() => db.ops.clear());
  expect(await screen.findByText("All sent")).toBeVisible();
  expect(document.querySelector(".banner")).toHaveTextContent(`${shortDay(far)} is saved.`);
});

test("what is sent without anybody having been told is not mentioned", async () => {
  await wait(1);
  open();
  await screen.findByText("1 pending");
  await act(() => db.ops.clear());
  await screen.findByText("0 pending");
  expect(document.querySelector(".banner")).toBeNull();
});

test("a failed try says when the next one is and offers it now", async () => {
  await wait(1);
  open();
  act(() => trouble("server"));
  expect(await screen.findByText("Could not send yet")).toBeVisible();
  expect(screen.getByText("Next try in 30 seconds.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try now" })).toBeEnabled();
});

test("two versions of a day ask for a decision", async () => {
  const items = [{ meal: "M1", qty: 1 }];
  await db.base.put({ date: far, rev: 2, items, alt: [{ dev: "D2", rev: 2, items: [] }] });
  open();
  expect(await screen.findByText("1 of 1 lunch needs you")).toBeVisible();
  expect(screen.getByRole("link", { name: "Decide" })).toHaveAttribute(
    "href",
    `/dashboard/home?week=${mondayOf(far)}&decide`,
  );
});

test("a day that is undecided and was refused as well is one lunch that needs somebody", async () => {
  const items = [{ meal: "M1", qty: 1 }];
  const other = addDays(far, 1);
  await db.base.bulkPut([
    { date: far, rev: 2, items, alt: [{ dev: "D2", rev: 2, items: [] }] },
    { date: other, rev: 1, items },
  ]);
  await db.notes.put({ id: "O1", date: far, code: 3, reason: "cutoff_passed" } as never);
  open();
  expect(await screen.findByText("1 of 2 lunches needs you")).toBeVisible();
});

test("the page of a payment says by itself that there is no connection", async () => {
  open("/payment/I1");
  network(false);
  await wait(1);
  expect(await screen.findByText("1 change saved on this device")).toBeVisible();
  await act(() => db.ops.clear());
  await waitFor(() => expect(document.querySelector(".banner")).toBeNull());
});

test("an ended session with changes leads to the sign-in page and back", async () => {
  useSession.setState({ profile: null, signedIn: false, locked: { owner: "P1", pending: 2 } });
  open("/menu?week=2026-11-23");
  expect(await screen.findByText("Your 2 changes are safe on this device.")).toBeVisible();
  const login = `/login?returnTo=${encodeURIComponent("/menu?week=2026-11-23")}`;
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", login);
});

test("what waits for minutes without trouble is mentioned with its age", async () => {
  await wait(1, 12);
  await wait(2, 3);
  trouble("timeout");
  open();
  await screen.findByText("Could not send yet");
  await act(() => db.ops.delete(1));
  act(() => useStatus.setState({ trouble: null }));
  expect(await screen.findByText("1 change waits on this device")).toBeVisible();
  expect(screen.getByText("Saved here, waiting for 3 min.")).toBeVisible();
});

test.each<[string, () => void]>([
  ["This version is too old to send", () => useStatus.setState({ paused: "update" })],
  ["This device was signed out", () => useStatus.setState({ paused: "revoked" })],
  ["A newer version is open in another window", () => useDevice.setState({ problem: "reload" })],
  ["Another window holds your saved week", () => useDevice.setState({ problem: "blocked" })],
  ["This device’s storage does not answer", () => useDevice.setState({ problem: "stuck" })],
  ["This device’s storage is full or busy", () => trouble("storage")],
  ["Sending 1 of 1", () => useStatus.setState({ sending: true })],
])("what keeps a change here is named: %s", async (text, happens) => {
  await wait(1);
  open();
  await screen.findByText("1 pending");
  act(() => happens());
  expect(await screen.findByText(text)).toBeVisible();
});

test("a version that is too old to send can be refreshed", async () => {
  useStatus.setState({ paused: "update" });
  open();
  expect(await screen.findByRole("button", { name: "Refresh" })).toBeEnabled();
});

test("too long while the server answers: it is told, once, and a copy can be sent", async () => {
  const asked: { path: string; body: { pending: number; ops?: unknown[] } }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init.body ?? "{}")) });
    return Response.json({ id: "01KAHJ8Z3Q5V7X9Y2B4C6D8E0F" });
  });
  const mine = () => asked.filter(({ path }) => path === "/api/sync/copy");
  await wait(1, 11);
  open();
  expect(await screen.findByText("1 change does not get through")).toBeVisible();
  await waitFor(() => expect(mine()).toHaveLength(1));
  expect(mine()[0]?.body).toMatchObject({ pending: 1 });
  expect(mine()[0]?.body.ops).toBeUndefined();
  await press("Send a copy");
  const sheet = await screen.findByRole("dialog", { name: "Saved on this device" });
  await userEvent.click(within(sheet).getByRole("button", { name: "Send a copy" }));
  expect(await within(sheet).findByText("Tell our support the number 6D8E0F.")).toBeVisible();
  expect(mine()).toHaveLength(2);
  expect(mine()[1]?.body.ops).toHaveLength(1);
  expect(JSON.stringify(mine()[1]?.body)).not.toMatch(/token|session|cookie/i);
});

test("a copy that does not get through can be saved as a file", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  const shared: File[] = [];
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator), {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => void shared.push(...files),
    }),
  );
  await wait(1, 11);
  open();
  act(openStatus);
  const sheet = await screen.findByRole("dialog", { name: "Saved on this device" });
  await userEvent.click(within(sheet).getByRole("button", { name: "Send a copy" }));
  await press("Save as a file");
  await waitFor(() => expect(shared).toHaveLength(1));
  const text = (await shared[0]?.text()) ?? "";
  expect(text).toContain(`${dayAndDate(far)} (`);
  expect(text).toContain("1 × M1");
  expect(JSON.parse(text.slice(text.indexOf("{"))).ops).toHaveLength(1);
});

test("the sheet lists the days that wait with their age and holds the focus", async () => {
  await wait(1, 5);
  open();
  network(false);
  await press("See");
  const sheet = await screen.findByRole("dialog", { name: "Saved on this device" });
  const list = await within(sheet).findByRole("list", { name: "What waits" });
  expect(within(list).getByText(dayAndDate(far))).toBeVisible();
  expect(within(list).getByText("for 5 min")).toBeVisible();
  expect(within(list).getByText(`Before ${closingTime(far)} to keep ${longDay(far)}`)).toBeVisible();
  expect(within(sheet).getByRole("button", { name: "Try now" })).toBeEnabled();
  for (let i = 0; i < 8; i++) {
    await userEvent.tab();
    expect(sheet).toContainElement(document.activeElement as HTMLElement);
  }
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("with nothing waiting the sheet says so, and still repairs", async () => {
  open();
  act(openStatus);
  const sheet = await screen.findByRole("dialog", { name: "On this device" });
  expect(within(sheet).getByText("Nothing waits. Everything you chose is with us.")).toBeVisible();
  await userEvent.click(within(sheet).getByText("If something is wrong"));
  expect(within(sheet).getByRole("button", { name: "Repair this device’s data" })).toBeEnabled();
  expect(within(sheet).queryByRole("button", { name: "Try now" })).toBeNull();
});
