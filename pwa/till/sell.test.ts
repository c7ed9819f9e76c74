import { afterEach, beforeEach, expect, test } from "vitest";
import type { TillTerms } from "#pwa/offline/wire";
import { handClock, lunch, lunchId, newTill, noon, reopened } from "#pwa/testing/till-kit";
import { maxAmount } from "#pwa/till/amount";
import { closeShift, expectedIn, openShift, sumsOf, vatOf } from "#pwa/till/drawer";
import { NotSaved } from "#pwa/till/save-event";
import { notePrint, sell, voidSale } from "#pwa/till/sell";
import { note, openTillDb, type TillDb, writeNote } from "#pwa/till/till-db";

let db: TillDb;
let clock: ReturnType<typeof handClock>;

beforeEach(async () => {
  db = await newTill();
  clock = handClock();
  await openShift(db, clock, "Leila", 20_000);
});
afterEach(() => db.close());

const said = (text: string) => JSON.parse(text) as Record<string, unknown>;
const drawer = async () => {
  const shift = await db.shifts.get((await note(db, "shift")) ?? "");
  if (!shift) throw new Error("no drawer is open");
  return shift;
};

test("a sale is its event, the next receipt number, the drawer's sums and an empty cart", async () => {
  await writeNote(db, "cart", { lines: [{ meal: lunchId, qty: 1 }], readNote: "" });
  const event = await sell(db, clock, lunch({ note: "no onions" }));
  expect(said(event.text)).toEqual({
    id: event.id,
    k: "sale/1",
    at: noon,
    n: 1,
    s: (await drawer()).id,
    l: [[lunchId, 1, 4700]],
    c: 4700,
    g: 5000,
    m: "no onions",
  });
  expect(event).toMatchObject({ state: "waiting", sale: { receipt: 1, total: 4700, printed: false } });
  expect((await drawer()).sums).toMatchObject({
    sales: 1,
    total: 4700,
    cash: 4700,
    meals: { [lunchId]: { qty: 1, total: 4700 } },
  });
  expect(await note(db, "cart")).toBeUndefined();
});

test("the tax of a drawer is that of its receipts, line by line, less that of what was undone", async () => {
  const lines = [
    { meal: lunchId, name: "Mezze", qty: 1, price: 3525 },
    { meal: "soup", name: "Soup", qty: 1, price: 4190 },
  ];
  const both = { lines, gross: 7715, cash: 7715, given: 7715 };
  await sell(db, clock, lunch(both));
  const { id } = await sell(db, clock, lunch(both));
  // 167.86 and 199.52 fils; of the whole, 367.38, it would be a fils less.
  expect(vatOf((await drawer()).sums)).toBe(2 * (168 + 200));
  await voidSale(db, clock, id, "Wrong meal");
  expect(vatOf(sumsOf([await drawer()]))).toBe(368);
  const { vat: _, ...older } = (await drawer()).sums;
  expect([vatOf(older), vatOf({ ...older, total: -7715 })]).toEqual([367, -367]);
});

// The receipt's counter and the sale are in different object stores: a crash between the writes must undo both.
test.each(["event", "sums", "cart", "counters"])(
  "killed after the %s of a sale, nothing of it is there and no number is given out twice",
  async (place) => {
    await writeNote(db, "cart", { lines: [{ meal: lunchId, qty: 1 }], readNote: "" });
    const first = await sell(db, clock, lunch());
    await writeNote(db, "cart", { lines: [{ meal: lunchId, qty: 2 }], readNote: "" });
    const all = () => Promise.all([db.facts.toArray(), db.shifts.toArray(), db.notes.toArray()]);
    const before = await all();
    const killed = sell(db, clock, lunch(), (name) => {
      if (name === place) throw new Error("killed");
    });
    await expect(killed).rejects.toThrow("killed");
    db = await reopened(db);
    expect(await all()).toEqual(before);
    const next = await sell(db, clock, lunch());
    expect([first.sale?.receipt, next.sale?.receipt]).toEqual([1, 2]);
  },
);

test("two tabs that sell at the same moment give out different numbers", async () => {
  const other = await openTillDb(() => undefined);
  const facts = await Promise.all(Array.from({ length: 20 }, (_, n) => sell(n % 2 ? db : other, clock, lunch())));
  expect(facts.map(({ sale }) => sale?.receipt).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
    Array.from({ length: 20 }, (_, n) => n + 1),
  );
  expect(new Set(facts.map(({ id }) => id)).size).toBe(20);
  expect((await drawer()).sums.cash).toBe(20 * 4700);
  other.close();
});

test("without an open drawer nothing is sold, and on a revoked till neither", async () => {
  await closeShift(db, clock, 20_000);
  await expect(sell(db, clock, lunch())).rejects.toEqual(new NotSaved("no_shift"));
  await openShift(db, clock, "Leila", 0);
  await writeNote(db, "revoked", noon);
  await expect(sell(db, clock, lunch())).rejects.toEqual(new NotSaved("revoked"));
  expect(await db.facts.filter(({ sale }) => Boolean(sale)).count()).toBe(0);
});

test("a code buys once", async () => {
  const proof = "01K0000000000000000000MAR1.1.tag";
  const withCode = lunch({ cash: 0, given: 0, account: 4700, proof, buyer: "Mariam" });
  expect(said((await sell(db, clock, withCode)).text)).toMatchObject({ e: 4700, p: withCode.proof });
  await expect(sell(db, clock, withCode)).rejects.toEqual(new NotSaved("code_used"));
});

test("a sale that the server could not read for its size is refused when it is saved", async () => {
  const lines = Array.from({ length: 300 }, (_, n) => ({ meal: lunchId, name: "x", qty: n + 1, price: 100_000 }));
  await expect(sell(db, clock, lunch({ lines }))).rejects.toEqual(new NotSaved("too_large"));
  expect((await sell(db, clock, lunch())).sale?.receipt).toBe(1);
});

test("a sale is undone once, with a reason, and after its drawer was counted out of the next one", async () => {
  const first = await sell(db, clock, lunch());
  const second = await sell(db, clock, lunch());
  clock.pass(60_000);
  const event = await voidSale(db, clock, first.id, "Wrong meal");
  const counted = await drawer();
  const undone = { k: "void/1", o: first.id, s: counted.id, m: "Wrong meal", at: noon + 60_000 };
  expect(said(event.text)).toMatchObject(undone);
  expect((await drawer()).sums).toMatchObject({ sales: 1, voids: 1, cash: 4700, meals: { [lunchId]: { qty: 1 } } });
  await expect(voidSale(db, clock, first.id, "Again")).rejects.toEqual(new NotSaved("voided"));
  await closeShift(db, clock, 24_700);
  await expect(voidSale(db, clock, second.id, "Late")).rejects.toEqual(new NotSaved("no_shift"));
  await openShift(db, clock, "Omar", 10_000);
  await sell(db, clock, lunch());
  const late = await voidSale(db, clock, second.id, "Charged twice");
  expect(said(late.text)).toMatchObject({ o: second.id, s: (await drawer()).id });
  expect((await db.shifts.get(counted.id))?.sums).toMatchObject({ sales: 1, cash: 4700 });
  expect(expectedIn(await drawer())).toBe(10_000);
  expect((await drawer()).sums).toMatchObject({ sales: 0, voids: 1, total: 0, meals: {} });
  await expect(voidSale(db, clock, second.id, "Again")).rejects.toEqual(new NotSaved("voided"));
});

test("a sale of an earlier pairing is another till's, and is not undone here", async () => {
  const { id, q } = await sell(db, clock, lunch());
  await db.facts.update(q, { till: "01K00000000000000000F0RMER" });
  await expect(voidSale(db, clock, id, "Late")).rejects.toEqual(new NotSaved("unpaired"));
});

test("the first print is the sale's own, a second tap prints nothing, each further one is an event with its reason", async () => {
  const { id } = await sell(db, clock, lunch());
  const about = async () => (await db.facts.where("about").equals(id).toArray()).map(({ text }) => said(text));
  expect(await Promise.all([notePrint(db, clock, id), notePrint(db, clock, id)])).toEqual([true, false]);
  expect(await about()).toEqual([]);
  expect(await notePrint(db, clock, id, "Paper jam")).toBe(true);
  expect(await about()).toMatchObject([{ k: "reprint/1", o: id, m: "Paper jam" }]);
});

test.each([
  { cash: maxAmount + 1, given: maxAmount + 1 },
  { given: maxAmount + 1 },
  { cash: 0, given: 0, terminal: maxAmount + 1 },
])("a sale with an amount that the office would set aside is not sold: %o", async (more) => {
  await expect(sell(db, clock, lunch(more))).rejects.toEqual(new NotSaved("too_large"));
  expect((await sell(db, clock, lunch({ cash: maxAmount, given: maxAmount }))).sale?.receipt).toBe(1);
});

test("a drawer opens once, knows what must lie in it, and is closed with a count", async () => {
  const shift = await drawer();
  expect(await openShift(db, clock, "Omar", 1)).toMatchObject({ id: shift.id, who: "Leila" });
  await sell(db, clock, lunch());
  await sell(db, clock, lunch({ cash: 0, given: 0, terminal: 4700, reference: "812" }));
  expect(expectedIn(await drawer())).toBe(20_000 + 4700);
  const closed = await closeShift(db, clock, 24_600);
  expect(closed).toMatchObject({ counted: 24_600, closedAt: noon });
  const last = await db.facts.orderBy("q").last();
  expect(said(last?.text ?? "")).toMatchObject({ k: "close/1", s: shift.id, f: 24_600 });
});

test("ids only rise, whatever the clock does, also after a restart", async () => {
  const ids = [(await sell(db, clock, lunch())).id];
  for (const wall of [noon - 3 * 86_400_000, noon + 365 * 86_400_000, noon]) {
    clock.set(wall);
    ids.push((await sell(db, clock, lunch())).id);
    db = await reopened(db);
    ids.push((await sell(db, clock, lunch())).id);
  }
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

test("a sale has the VAT of its day, by the rates that the till was told before it lost the network", async () => {
  const terms = { vat_rates: [{ from: "2020-01-01", percent: 10 }] } as TillTerms;
  await sell(db, clock, lunch({}));
  await writeNote(db, "terms", { terms, at: 0 });
  const { sale } = await sell(db, clock, lunch({}));
  expect(sale?.vat_rate).toBe(10);
  const { sums } = await drawer();
  expect(vatOf(sums)).toBe(224 + 427); // of AED 47.00
  expect(sums.vat_rates).toEqual([5, 10]);
});
