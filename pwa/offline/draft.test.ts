import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseAlternative, clearDay, NotSaved, setDay, setQty } from "#pwa/employee/choose/edit-day";
import { offeredAt } from "#pwa/menu/use-offered";
import { type Db, openDb, ownerOf, useDevice } from "#pwa/offline/db";
import { flush, startSync, stopSync, syncNow } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import { view } from "#pwa/offline/view";
import { one } from "#pwa/testing/load";
import { pageOf } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const tuesday = "2026-11-24";

describe("the view", () => {
  const base = [
    { date: tuesday, rev: 4, items: one("b"), alt: [{ dev: "d", rev: 4, items: one("z") }] },
    { date: monday, rev: 2, items: one("a") },
  ];

  it("is the server's days by date, each with what waits for a decision", () => {
    const days = [...view(base, []).values()];
    expect(days.map(({ date, rev, unsent, alternatives }) => [date, rev, unsent, alternatives.length])).toEqual([
      [monday, 2, false, 0],
      [tuesday, 4, false, 1],
    ]);
  });

  it("has what was saved here on top, the last change of a day whole", () => {
    const op = (n: number, date: string, meal: string) => ({
      n,
      id: `${n}`,
      k: "day.set/1",
      a: { date, items: [{ meal, qty: n }], seen: 2 },
    });
    const days = view(base, [op(1, monday, "x"), op(2, "2026-11-25", "y"), op(3, monday, "w")]);
    expect(days.get(monday)).toMatchObject({ items: [{ meal: "w", qty: 3 }], rev: 2, unsent: true });
    expect(days.get("2026-11-25")).toMatchObject({ items: [{ meal: "y", qty: 2 }], rev: 0, unsent: true });
    expect(days.get(tuesday)?.unsent).toBe(false);
  });
});

describe("choosing", () => {
  let db: Db;
  let site: ReturnType<typeof siteOf>;
  const day = async (date: string) => (await draftOf(await readRows(db))).get(date);
  const items = async (date: string) => (await day(date))?.items;

  beforeEach(async () => {
    pageOf();
    site = siteOf();
    site.online = false;
    db = await openDb(`draft-${Math.random()}`);
    await startSync(db, () => true);
  });

  afterEach(() => {
    stopSync();
    db.close();
    useDevice.setState({ db: null });
    vi.unstubAllGlobals();
  });

  it("adds, counts, changes and removes meals without a network, and leaves the other days", async () => {
    await setQty(tuesday, "a", 1);
    await setQty(monday, "a", 1);
    await setQty(monday, "b", 2);
    await setQty(monday, "a", 2);
    expect(await items(monday)).toEqual([
      { meal: "a", qty: 2 },
      { meal: "b", qty: 2 },
    ]);
    await setQty(monday, "a", 5);
    await setQty(monday, "b", 0);
    expect(await items(monday)).toEqual([{ meal: "a", qty: 5 }]);
    await setQty(monday, "c", 1);
    await clearDay(monday);
    expect([await items(monday), await items(tuesday)]).toEqual([[], one("a")]);
  });

  it("never saves more than can be ordered, and each meal once", async () => {
    await setDay(monday, [
      { meal: "a", qty: 60 },
      { meal: "a", qty: 60 },
      { meal: "b", qty: -1 },
    ]);
    expect(await items(monday)).toEqual([{ meal: "a", qty: 99 }]);
  });

  it("keeps the address of a day while its meals change", async () => {
    await setDay(monday, one("a"), { address_id: "a2" });
    await setQty(monday, "b", 1);
    expect((await day(monday))?.address_id).toBe("a2");
  });

  it("of two taps at once keeps both, and of taps on the same what was meant", async () => {
    await Promise.all([setQty(monday, "a", 1), setQty(monday, "b", 1), setQty(monday, "a", 1)]);
    expect(await items(monday)).toEqual([
      { meal: "a", qty: 1 },
      { meal: "b", qty: 1 },
    ]);
  });

  it("says so when it is not kept", async () => {
    db.close();
    await expect(setQty(monday, "a", 1)).rejects.toBeInstanceOf(NotSaved);
  });

  it("between two devices is one tap, and asks again about what came after the question", async () => {
    site.online = true;
    site.who = { ...mariam, id: ownerOf(db) };
    /** What stands on Monday by now, and what waits beside it. */
    const asks = async (meal: string, ...others: string[]) => {
      expect(await flush()).toBe(true);
      const shown = await day(monday);
      if (!shown) throw new Error("no day");
      expect([shown.items, ...shown.alternatives.map((other) => other.items)]).toEqual([meal, ...others].map(one));
      return shown;
    };
    site.server.write("01JPOFFICE0000000000000001", { date: monday, items: one("office"), seen: 0 });
    await setQty(monday, "mine", 1);
    const asked = await asks("office", "mine");

    site.server.write("01JPOFFICE0000000000000002", { date: monday, items: one("later"), seen: asked.rev });
    await syncNow();
    await chooseAlternative(asked, asked.alternatives[0]?.dev ?? "");
    const again = await asks("later", "mine");

    await chooseAlternative(again, again.alternatives[0]?.dev ?? "");
    await asks("mine");
  });
});

describe("what is offered", () => {
  const dubai = (text: string) => Date.parse(`${text}+04:00`);

  it("is four weeks of five days, from the week of the day after tomorrow", () => {
    const weeks = offeredAt(dubai("2026-11-21T12:00:00"), [], []);
    expect(weeks.map((week) => [week.value, week.days.length])).toEqual([
      ["2026-11-23", 5],
      ["2026-11-30", 5],
      ["2026-12-07", 5],
      ["2026-12-14", 5],
    ]);
    expect(weeks[0]?.days.every((day) => day.offered)).toBe(true);
  });

  it("ends with the cut-off, at midnight in Dubai two days ahead", () => {
    const offered = (now: string) => offeredAt(dubai(now), [], [])[0]?.days.map((day) => day.offered);
    expect(offered("2026-11-21T23:59:59")).toEqual([true, true, true, true, true]);
    expect(offered("2026-11-22T00:00:00")).toEqual([false, true, true, true, true]);
  });

  it("says why a day is not", () => {
    const [week] = offeredAt(dubai("2026-11-23T12:00:00"), ["2026-11-26"], ["2026-11-27"]);
    expect(week?.days.map((day) => day.why)).toEqual(["past", "past", undefined, "taken", "closed"]);
  });
});
