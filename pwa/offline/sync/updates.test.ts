// Versions come and go while work waits to be sent. scripts/bench lives through a thousand of them.
import { expect, it } from "vitest";
import type { Storage } from "#pwa/testing/simulation";
import { pendingEach, updateCycles } from "#pwa/testing/update-cycles";

const cycles = 12;
const whole = { saved: cycles * pendingEach, changed: 0, lost: 0, doubled: 0 };

it("a dozen updates in a row, each with ten changes pending, lose, change and double nothing", async () => {
  expect(await updateCycles(cycles)).toEqual(whole);
});

it("an update that forgets a change, one that gives it a new id, and a server that repeats it are seen", async () => {
  const without = (step: "drop" | "rename") => async (storage: Storage) => {
    const [first] = (await storage.read()).ops;
    await storage.upgrade();
    if (!first) return;
    await storage.store(async (rows) => {
      if (step === "drop") await rows.dropOps(first.n);
      else await rows.putOps([{ ...first, id: `${first.id.slice(0, -1)}Z` }]);
    });
  };
  const dropped = await updateCycles(1, { bring: without("drop") });
  expect(dropped).toEqual({ saved: pendingEach, changed: 1, lost: 1, doubled: 0 });
  const renamed = await updateCycles(1, { bring: without("rename") });
  expect(renamed).toMatchObject({ changed: 1, lost: 1 });
  expect((await updateCycles(3, { breach: "no-dedupe" })).doubled).toBe(pendingEach);
});
