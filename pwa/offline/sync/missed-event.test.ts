// @vitest-environment jsdom
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useKeptMenus } from "#pwa/menu/use-menus";
import { type Db, openDb, useDevice } from "#pwa/offline/db";
import { outboxStore } from "#pwa/offline/sync/outbox-store";
import { usePending } from "#pwa/offline/sync/use-sync";
import type { Op } from "#pwa/offline/wire";
import { gate } from "#pwa/testing/gate";
import { menuOf } from "#pwa/testing/sample";

const op = (n: number): Op => ({
  n,
  id: `01JP${String(n).padStart(22, "0")}`,
  k: "day.set/1",
  a: { date: "2026-11-23", items: [], seen: 0 },
});
let db: Db;
let places = 0;

beforeEach(async () => {
  db = await openDb(`missed-${++places}`);
  act(() => useDevice.setState({ db }));
});
afterEach(() => {
  act(() => useDevice.setState({ db: null }));
  db.close();
});

/** A transaction that goes on until it is let go, as a large answer on a slow phone does. Over when it has begun. */
async function long() {
  const work = { end: false };
  const begun = gate();
  const over = outboxStore(db)(async (rows) => {
    await rows.putOps([op(1)]);
    begun.open();
    while (!work.end) await rows.ops();
  });
  await begun.opened;
  return Object.assign(work, { over });
}

test("what was saved while a long transaction held the storage is on the screen when it is over", async () => {
  const { result } = renderHook(() => usePending());
  await waitFor(() => expect(result.current).toBe(0));
  const work = await long();
  // These wait behind it; the question that the first of them causes does too.
  const later = Promise.all([db.ops.put(op(2)), db.ops.put(op(3))]);
  work.end = true;
  await Promise.all([work.over, later]);
  await waitFor(() => expect(result.current).toBe(3));
});

test("what came while a question was waiting behind a long transaction is on the screen", async () => {
  const work = await long();
  const { result } = renderHook(() => usePending());
  const later = db.ops.put(op(2));
  work.end = true;
  await Promise.all([work.over, later]);
  await waitFor(() => expect(result.current).toBe(2));
});

/** Another window's change whose event never came here: the system froze this one, or the browser has no such events. */
async function unheard() {
  await new Promise<void>((done, failed) => {
    const request = indexedDB.open(db.name);
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const { result } = request;
      const writing = result.transaction(["ops", "menus"], "readwrite");
      writing.objectStore("ops").put(op(9));
      writing.objectStore("menus").put({ hash: "h", week: "2026-11-23", menu: menuOf("2026-11-23", []), at: 1 });
      writing.oncomplete = () => {
        result.close();
        done();
      };
    };
  });
}

test.each([
  ["visibilitychange", () => document],
  ["pageshow", () => window],
])("a window that comes back asks again, whatever it heard: %s", async (name, target) => {
  const { result } = renderHook(() => [usePending(), useKeptMenus()?.length]);
  await waitFor(() => expect(result.current).toEqual([0, 0]));
  await unheard();
  act(() => void target().dispatchEvent(new Event(name)));
  await waitFor(() => expect(result.current).toEqual([1, 1]));
});
