import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type Db, openDb, useDevice } from "#pwa/db";
import { type Profile, useSession } from "#pwa/session";
import { SyncStatus } from "#pwa/sync/SyncStatus";
import { useStatus } from "#pwa/sync/startSync";
import { usePending } from "#pwa/sync/useSync";
import { addDays, dateAt } from "#pwa/week/date";
import { shortDay } from "#pwa/week/sayDay";

const far = addDays(dateAt(Date.now()), 10);
let db: Db;
let device = 0;
let online = true;
const network = (is: boolean) => {
  online = is;
  act(() => void window.dispatchEvent(new Event(is ? "online" : "offline")));
};
const wait = (n: number) =>
  db.ops.put({
    n,
    id: `01KAHJ8Z3Q5V7X9Y2B4C6D8E0${n}`,
    k: "day.set/1",
    a: { date: far, items: [{ meal: "M1", qty: 1 }], seen: 0 },
  });

beforeEach(async () => {
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => online);
  online = true;
  db = await openDb(`status-${++device}`);
  useDevice.setState({ db, problem: null });
  useSession.setState({ profile: { id: "P1" } as Profile, signedIn: true, locked: null });
  useStatus.setState({ sending: false, paused: null, trouble: null });
});
const Probe = () => <output>{usePending()} pending</output>;
const open = (at = "/menu") =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <SyncStatus />
      <Probe />
    </MemoryRouter>,
  );

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
  expect(await screen.findByText("1 change saved on this phone")).toBeVisible();
  expect(screen.getByRole("link", { name: "See" })).toHaveAttribute("href", "/dashboard/home");
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
  act(() => useStatus.setState({ trouble: { why: "server", since: 0, nextTry: Date.now() + 30_000 } }));
  expect(await screen.findByText("Could not send yet")).toBeVisible();
  expect(screen.getByText("Next try in 30 seconds.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try now" })).toBeEnabled();
});

test("two versions of a day ask for a decision", async () => {
  const items = [{ meal: "M1", qty: 1 }];
  await db.base.put({ date: far, rev: 2, items, alt: [{ dev: "D2", rev: 2, items: [] }] });
  open();
  expect(await screen.findByText("1 of 1 lunch needs you")).toBeVisible();
  expect(screen.getByRole("link", { name: "Decide" })).toHaveAttribute("href", `/mealselection?day=${far}`);
});

test("an ended session with changes leads to the door and back", () => {
  useSession.setState({ profile: null, signedIn: false, locked: { owner: "P1", pending: 2 } });
  open("/menu?week=2026-11-23");
  expect(screen.getByText("Your 2 changes are safe on this phone.")).toBeVisible();
  const door = `/login?returnTo=${encodeURIComponent("/menu?week=2026-11-23")}`;
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", door);
});

test("a storage that does not answer is said before anything else", () => {
  useDevice.setState({ problem: "stuck" });
  network(false);
  open();
  expect(screen.getByText("This phone’s storage does not answer")).toBeVisible();
});
