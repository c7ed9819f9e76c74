// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useQuote } from "#pwa/employee/choose/use-quote";
import { useConflicts } from "#pwa/employee/conflict/use-conflicts";
import { fetchMenus } from "#pwa/menu/fetch-menu";
import { useMenu } from "#pwa/menu/use-menu";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { accept, pack } from "#pwa/offline/sync/outbox";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { learnServerTime } from "#pwa/offline/sync/server-now";
import { startSync, stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { useDays } from "#pwa/offline/use-day";
import { addDays } from "#pwa/rules/week/date";
import { one } from "#pwa/testing/load";
import { mariam, menuOf, orderOf } from "#pwa/testing/sample";
import { reply, type Site, siteOf } from "#pwa/testing/site";

const saturday = Date.parse("2026-11-21T10:00:00+04:00");
const first = "2026-11-23";
const second = "2026-11-30";
const days = (monday: string) => [0, 1, 2, 3, 4].map((i) => addDays(monday, i));
const chosen = [first, second].flatMap((monday) => days(monday).slice(0, 3));
let site: Site;
let db: Db;
let name: string;
let places = 0;

beforeEach(async () => {
  name = `first-${++places}`;
  site = siteOf();
  site.who = { ...mariam, id: name };
  site.now = () => saturday;
  // Another device has chosen two weeks and ordered a third.
  for (const [i, date] of chosen.entries()) site.server.write(`01JPOFFICE${i}`, { date, items: one("a"), seen: 99 });
  site.server.order(orderOf("O1", "Confirmed", ["2026-12-07"]));
  site.server.state.menu = { [first]: "h1", [second]: "h2" };
  for (const [monday, hash] of Object.entries(site.server.state.menu)) {
    site.on[`GET /api/menu/${monday}/${hash}`] = reply(menuOf(monday, days(monday)));
  }
  learnServerTime(saturday);
  useSession.setState({ profile: site.who, signedIn: true, locked: null });
  db = await openDb(name);
});
afterEach(() => {
  endPage();
  useSession.setState({ profile: null, signedIn: false, locked: null });
  vi.unstubAllGlobals();
});

function endPage() {
  cleanup();
  stopSync();
  db.close();
  useDevice.setState({ db: null });
}

/** The page dies and another one opens the same database. */
async function reload() {
  endPage();
  db = await openDb(name);
}
const look = () =>
  renderHook(() => ({
    one: useQuote(first, { wallet: false }),
    two: useQuote(second, { wallet: false }),
    days: useDays(chosen),
    menu: useMenu(second),
    conflicts: useConflicts({ dates: days(second), wallet: false }),
  }));

test("killed while the first answer is put away, the phone acts on nothing of it; the next page has all of it", async () => {
  const store = outboxStore(db);
  const newId = () => "01JP0000000000000000000DEV";
  const sent = await store((rows) => pack(rows, newId, "2026.11.1", 100, { now: 1, mono: 1 }));
  const answer = site.server.reply(sent.request, saturday);
  const killed = store(async (rows) => {
    await accept(rows, newId, sent, answer, 0, 1);
    // All of it was written, and the page dies before it is kept.
    expect(await db.base.count()).toBe(chosen.length);
    expect(await db.meta.get("device")).toMatchObject({ cur: site.server.rev() });
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  await reload();
  expect(await db.meta.get("device")).toMatchObject({ cur: 0 });
  for (const table of [db.base, db.orders, db.notes, db.facts]) expect(await table.count()).toBe(0);

  site.online = false;
  await startSync(db, () => true);
  await syncNow();
  const { result } = look();
  await waitFor(() => expect(result.current.days).toHaveLength(chosen.length));
  const nothing = { quote: { days: [], issues: [{ code: "empty" }] }, asOf: null };
  await waitFor(() => expect(result.current).toMatchObject({ one: nothing, two: nothing }));
  expect(new Set(result.current.days?.map(({ state }) => state))).toEqual(new Set(["empty"]));

  site.online = true;
  await act(syncNow);
  await act(fetchMenus);
  await waitFor(() => expect(result.current.two?.quote).toMatchObject({ net_amount: 9600, issues: [] }));
  expect(result.current.one?.quote).toMatchObject({ net_amount: 9600, issues: [] });
  expect((await db.meta.get("device"))?.cur).toBe(site.server.rev());
});

test("with the menus fetched by half, the week without one has no price to pay and is not taken for changed", async () => {
  site.on[`GET /api/menu/${second}/h2`] = reply({ message: "" }, 503);
  await startSync(db, () => true);
  await syncNow();
  await fetchMenus();
  await reload();
  site.online = false;
  await startSync(db, () => true);
  const { result } = look();
  await waitFor(() => expect(result.current.one?.quote).toMatchObject({ net_amount: 9600, issues: [] }));
  const { quote } = result.current.two ?? {};
  expect(quote?.hash).toBeUndefined();
  expect(quote?.issues.filter(({ code }) => code === "menu_missing").map(({ date }) => date)).toEqual(chosen.slice(3));
  expect(quote?.days.flatMap(({ items }) => items)).toEqual([]);
  await waitFor(() => expect(result.current.conflicts?.conflicts).toEqual([]));
  expect(result.current.menu.state).not.toBe("ready");
  expect(await db.base.count()).toBe(chosen.length);

  site.online = true;
  site.on[`GET /api/menu/${second}/h2`] = reply(menuOf(second, days(second)));
  await act(fetchMenus);
  await waitFor(() => expect(result.current.two?.quote).toMatchObject({ net_amount: 9600, issues: [] }));
});
