// Every released version of a till's database stays as a file, and what it holds goes out as it was saved. A change of the
// tables raises tillSchema and adds a file; the files before it are never touched.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { handClock, newOffice, newQueue, newTill } from "#pwa/testing/till-kit";
import { type Counters, type TillEvent, tillSchema, writeNote } from "#pwa/till/till-db";

const folder = fileURLToPath(new URL("../testing/fixtures/till", import.meta.url));
const files = readdirSync(folder);

test("there is one for each version", () => {
  expect(files.map((name) => Number.parseInt(name, 10)).sort()).toEqual(
    Array.from({ length: tillSchema }, (_, n) => n + 1),
  );
});

test.each(files)("what %s holds is sent byte by byte, in its order, and nothing of it is lost", async (name) => {
  const kept = JSON.parse(readFileSync(join(folder, name), "utf8")) as { counters: Counters; facts: TillEvent[] };
  const db = await newTill();
  await writeNote(db, "counters", kept.counters);
  await db.facts.bulkAdd(kept.facts);
  const office = newOffice(handClock());
  await newQueue(db, handClock(), office.send).send();
  expect(office.texts()).toEqual(kept.facts.map(({ text }) => text));
  expect((await db.facts.toArray()).map(({ state }) => state)).toEqual(kept.facts.map(() => "booked"));
  db.close();
});
