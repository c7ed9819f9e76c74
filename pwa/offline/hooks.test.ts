// @vitest-environment jsdom
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setQty } from "#pwa/employee/choose/edit-day";
import { useQuote } from "#pwa/employee/choose/use-quote";
import { useMenu } from "#pwa/menu/use-menu";
import { useOffered } from "#pwa/menu/use-offered";
import { type Db, openDb, useDevice, writeValue } from "#pwa/offline/db";
import { useSession } from "#pwa/offline/session";
import { learnServerTime, serverNow } from "#pwa/offline/sync/server-now";
import { startSync, stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { useSync } from "#pwa/offline/sync/use-sync";
import { useDays } from "#pwa/offline/use-day";
import { useDraftDays } from "#pwa/offline/use-draft-days";
import { useOrders } from "#pwa/offline/use-orders";
import { mariam, menuOf, orderOf } from "#pwa/testing/sample";
import { siteOf } from "#pwa/testing/site";

const [monday, tuesday, wednesday] = ["2026-11-23", "2026-11-24", "2026-11-25"];
const saturday = Date.parse("2026-11-21T10:00:00+04:00");

let db: Db;
let site: ReturnType<typeof siteOf>;

beforeEach(async () => {
  site = siteOf();
  const id = `hooks-${Math.random()}`;
  site.who = { ...mariam, id };
  site.now = () => saturday;
  learnServerTime(saturday);
  useSession.setState({ profile: mariam, signedIn: true, locked: null });
  db = await openDb(id);
  const menu = menuOf(monday, [monday, tuesday, wednesday]);
  await db.menus.put({ hash: "h", week: monday, menu, at: 1 });
  await writeValue(db, "live", { wallet: 1000, share_used: {}, portions: {}, taken: [], closed: [] });
});

afterEach(() => {
  stopSync();
  db.close();
  useDevice.setState({ db: null });
  useSession.setState({ profile: null, signedIn: false, locked: null });
  vi.unstubAllGlobals();
});

it("offline, a day goes from empty to waiting, and the estimate counts it, with its age", async () => {
  site.online = false;
  await startSync(db, () => true);
  const { result } = renderHook(() => ({
    day: useDays([monday])?.[0],
    days: useDraftDays(monday),
    quote: useQuote(monday, { wallet: true }),
    some: useQuote([tuesday], { wallet: false }),
    menu: useMenu(monday),
    sync: useSync(),
    offered: useOffered(),
  }));
  await waitFor(() => expect(result.current.day?.state).toBe("empty"));
  await setQty(monday, "a", 1);
  await setQty(tuesday, "b", 2);
  await waitFor(() => expect(result.current.days?.map((day) => day.date)).toEqual([monday, tuesday]));
  await waitFor(() => expect(result.current.day?.state).toBe("waiting"));
  expect(result.current.sync.pending).toBe(2);
  // 40.00 at 20 % off is 32.00, twice 50.00 at 20 % off 80.00; the company pays half, the wallet 10.00 of the rest.
  expect(result.current.quote?.quote).toMatchObject({ net_amount: 11_200, employee_share: 5600, payable_amount: 4600 });
  expect(result.current.some?.quote).toMatchObject({ net_amount: 8000, payable_amount: 4000 });
  expect(result.current.quote?.asOf).toBeNull();
  expect(result.current.menu).toMatchObject({ state: "ready", savedAt: 1 });
  const cutoff = Date.parse("2026-11-22T00:00:00+04:00");
  expect(result.current.offered[0]?.days[0]).toEqual({ date: monday, offered: true, cutoff });
});

it("a sync turns waiting into filled, and an order that comes with it into confirmed", async () => {
  await startSync(db, () => true);
  const { result } = renderHook(() => ({ day: useDays([monday])?.[0], orders: useOrders(), sync: useSync() }));
  await setQty(monday, "a", 1);
  await syncNow();
  await waitFor(() => expect(result.current.day?.state).toBe("filled"));
  await waitFor(() => expect(result.current.sync).toMatchObject({ pending: 0, trouble: null, lastSync: saturday }));
  site.server.order(orderOf("01JP1", "Confirmed", [monday]));
  await syncNow();
  await waitFor(() => expect(result.current.day?.state).toBe("confirmed"));
  expect(result.current.orders?.map((order) => order.id)).toEqual(["01JP1"]);
});

it("the server's clock goes on by a clock that nobody sets", () => {
  learnServerTime(saturday);
  vi.spyOn(Date, "now").mockReturnValue(0);
  expect(Math.abs(serverNow() - saturday)).toBeLessThan(1000);
  vi.restoreAllMocks();
});
