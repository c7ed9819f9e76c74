import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handClock, lunch, newTill } from "#pwa/testing/till-kit";
import { closeShift, openShift } from "#pwa/till/drawer";
import { exportQueue } from "#pwa/till/export-queue";
import { sell, voidSale } from "#pwa/till/sell";
import { note, type TillDb, writeNote } from "#pwa/till/till-db";
import { newKeys, readReceiptKey, squareOf } from "#pwa/till/till-key";

const saved = vi.hoisted(() => ({ files: [] as { name: string; blob: Blob }[] }));
vi.mock("#pwa/ui/save-file", () => ({ saveFile: (file: { name: string; blob: Blob }) => saved.files.push(file) }));

let db: TillDb;
beforeEach(async () => {
  saved.files = [];
  db = await newTill();
});
afterEach(() => db.close());

test("the saved copy is everything that is kept, a line each as the office books it, in its order", async () => {
  const clock = handClock();
  const before = await note(db, "identity");
  if (!before) throw new Error("unpaired");
  await openShift(db, clock, "Leila", 0);
  const { id } = await sell(db, clock, lunch({ note: "no onions\nbut salt" }));
  await db.facts.toCollection().modify({ state: "left" });
  const { privateKey } = await newKeys();
  const now = {
    till: "01K0000000000000000000NEW1",
    prefix: "P8",
    key: privateKey,
    receiptKey: await readReceiptKey("bmV3"),
  };
  await writeNote(db, "former", [before]);
  await writeNote(db, "identity", now);
  await db.notes.delete("shift");
  await openShift(db, clock, "Omar", 0);
  const own = await sell(db, clock, lunch());
  await voidSale(db, clock, own.id, "Wrong meal");
  await closeShift(db, clock, 0);
  await db.facts.where("id").equals(own.id).modify({ state: "booked" });
  await exportQueue(db);
  const [file] = saved.files;
  expect(file?.name).toBe("till-P8.txt");
  const facts = await db.facts.orderBy("q").toArray();
  expect(facts.map(({ kind }) => kind)).toEqual(["open/1", "sale/1", "open/1", "sale/1", "void/1", "close/1"]);
  expect(facts[1]?.id).toBe(id);
  const lines = await Promise.all(facts.map(({ text, till }) => squareOf(till === now.till ? now : before, text)));
  expect(await file?.blob.text()).toBe(lines.map((line) => `${line}\n`).join(""));
});

test("a copy that would be too large for the office leaves out the oldest of what was sent, and nothing else", async () => {
  const clock = handClock();
  await openShift(db, clock, "Leila", 0);
  for (let n = 0; n < 4; n++) await sell(db, clock, lunch());
  await db.facts.where("q").between(2, 4, true, true).modify({ state: "booked" });
  await exportQueue(db);
  await exportQueue(db, (saved.files[0]?.blob.size ?? 0) - 1);
  await exportQueue(db, 1);
  const receipts = saved.files.map(async ({ blob }) => {
    const lines = (await blob.text()).trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line.slice(line.indexOf("{"))).n);
  });
  expect(await Promise.all(receipts)).toEqual([
    [undefined, 1, 2, 3, 4],
    [undefined, 2, 3, 4],
    [undefined, 4],
  ]);
});
