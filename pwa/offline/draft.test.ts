import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseAlternative, clearDay, NotSaved, removeMeal, setDay, setQty } from "#pwa/employee/choose/edit-day";
import { offeredAt } from "#pwa/menu/use-offered";
import { type Db, openDb, ownerOf, useDevice } from "#pwa/offline/db";
import { startSync, stopSync } from "#pwa/offline/sync/start-sync";
import { readRows } from "#pwa/offline/sync/use-rows";
import { draftOf } from "#pwa/offline/use-draft-days";
import { view } from "#pwa/offline/view";
import { pageOf } from "#pwa/testing/page";
import { mariam } from "#pwa/testing/sample";
import { siteOf } from "#pwa/testing/site";

const monday = "2026-11-23";
const tuesday = "2026-11-24";

describe("the view", () => {
  const base = [
    {
      date: tuesday,
      rev: 4,
      items: [{ meal: "b", qty: 1 }],
      alt: [{ dev: "d", rev: 4, items: [{ meal: "z", qty: 1 }] }],
    },
    { date: monday, rev: 2, items: [{ meal: "a", qty: 1 }] },
  ];

  it("is the server's days by date, each with what waits for a decision", () => {
    expect(
      [...view(base, []).values()].map(({ date, rev, unsent, alternatives }) => [
        date,
        rev,
        unsent,
        alternatives.length,
      ]),
    ).toEqual([
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
  const items = async (date: string) => (await draftOf(await readRows(db))).get(date)?.items;

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

  it("adds, counts, changes and removes meals without a network", async () => {
    await setQty(monday, "a", 1);
    await setQty(monday, "b", 2);
    await setQty(monday, "a", 2);
    expect(await items(monday)).toEqual([
      { meal: "a", qty: 2 },
      { meal: "b", qty: 2 },
    ]);
    await setQty(monday, "a", 5);
    await removeMeal(monday, "b");
    expect(await items(monday)).toEqual([{ meal: "a", qty: 5 }]);
    await setQty(monday, "c", 1);
    await clearDay(monday);
    expect(await items(monday)).toEqual([]);
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
    await setDay(monday, [{ meal: "a", qty: 1 }], { address_id: "a2" });
    await setQty(monday, "b", 1);
    expect((await draftOf(await readRows(db))).get(monday)?.address_id).toBe("a2");
  });

  it("of two taps at once keeps both, and of taps on the same what was meant", async () => {
    await Promise.all([setQty(monday, "a", 1), setQty(monday, "b", 1), setQty(monday, "a", 1)]);
    expect(await items(monday)).toEqual([
      { meal: "a", qty: 1 },
      { meal: "b", qty: 1 },
    ]);
  });

  it("clears a day and leaves the others", async () => {
    await setQty(monday, "a", 1);
    await setQty(tuesday, "a", 1);
    await clearDay(monday);
    expect([await items(monday), await items(tuesday)]).toEqual([[], [{ meal: "a", qty: 1 }]]);
  });

  it("says so when it is not kept", async () => {
    db.close();
    await expect(setQty(monday, "a", 1)).rejects.toBeInstanceOf(NotSaved);
  });

  it("between two devices is one tap, and asks again about what came after the question", async () => {
    site.online = true;
    site.who = { ...mariam, id: ownerOf(db) };
    site.server.write("01JPOFFICE0000000000000001", { date: monday, items: [{ meal: "office", qty: 1 }], seen: 0 });
    await setQty(monday, "mine", 1);
    const { flush, syncNow } = await import("#pwa/offline/sync/start-sync");
    expect(await flush()).toBe(true);
    const asked = (await draftOf(await readRows(db))).get(monday);
    expect(asked?.items).toEqual([{ meal: "office", qty: 1 }]);
    expect(asked?.alternatives.map((other) => other.items)).toEqual([[{ meal: "mine", qty: 1 }]]);
    if (!asked) throw new Error("no day");

    site.server.write("01JPOFFICE0000000000000002", {
      date: monday,
      items: [{ meal: "later", qty: 1 }],
      seen: asked.rev,
    });
    await syncNow();
    await chooseAlternative(asked, asked.alternatives[0]?.dev ?? "");
    await flush();
    const again = (await draftOf(await readRows(db))).get(monday);
    expect(again?.items).toEqual([{ meal: "later", qty: 1 }]);
    expect(again?.alternatives.map((other) => other.items)).toEqual([[{ meal: "mine", qty: 1 }]]);

    if (!again) throw new Error("no day");
    await chooseAlternative(again, again.alternatives[0]?.dev ?? "");
    await flush();
    const done = (await draftOf(await readRows(db))).get(monday);
    expect([done?.items, done?.alternatives]).toEqual([[{ meal: "mine", qty: 1 }], []]);
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
