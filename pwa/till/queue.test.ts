import { afterEach, beforeEach, expect, test } from "vitest";
import { Fault } from "#pwa/offline/server";
import type { TillTerms } from "#pwa/offline/wire";
import {
  handClock,
  lunch,
  lunchId,
  newOffice,
  newQueue,
  newTill,
  noon,
  type Office,
  reopened,
} from "#pwa/testing/till-kit";
import { openShift } from "#pwa/till/drawer";
import { storeServerCounters } from "#pwa/till/queue";
import { sell, voidSale } from "#pwa/till/sell";
import { note, type TillDb, writeNote } from "#pwa/till/till-db";

let db: TillDb;
let clock: ReturnType<typeof handClock>;
let office: Office;

beforeEach(async () => {
  db = await newTill();
  clock = handClock();
  office = newOffice(clock);
  await openShift(db, clock, "Leila", 0);
});
afterEach(() => db.close());

const sales = async (n: number) => {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) ids.push((await sell(db, clock, lunch())).id);
  return ids;
};
const states = async () => {
  const all = await db.facts.orderBy("q").toArray();
  return Object.fromEntries(
    ["waiting", "booked", "aside"].map((state) => [state, all.filter((f) => f.state === state).length]),
  );
};
/** A queue that has sent to the office what it could. */
async function sending() {
  const queue = newQueue(db, clock, office.send);
  await queue.send();
  return queue;
}
/** All that happened has been booked, and each receipt once. */
const allBooked = async (booked: number) => {
  expect(await states()).toEqual({ waiting: 0, booked, aside: 0 });
  const numbers = office.receipts();
  expect(new Set(numbers).size).toBe(numbers.length);
};
const byId = (id = "") => db.facts.where("id").equals(id);
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
const kept = async () => (await db.facts.orderBy("q").toArray()).map(({ sale }) => sale?.receipt);

test("what happened goes out oldest first, a hundred at a time, and each is booked once", async () => {
  const ids = await sales(249);
  await sending();
  expect(office.asked.map((batch) => batch.length)).toEqual([100, 100, 50]);
  expect(office.booked().slice(1)).toEqual(ids);
  await allBooked(250);
  expect(await note(db, "counters")).toMatchObject({ receipt: 249, had: 250 });
});

test.each(["answered", "in-settle", "settled"])(
  "killed at “%s”, everything is booked once all the same",
  async (place) => {
    await sales(5);
    const dead = newQueue(db, clock, office.send, {
      failPoint: (name) => {
        if (name === place) throw new Error("killed");
      },
    });
    await dead.send();
    dead.stop();
    db = await reopened(db);
    await sales(3);
    await sending();
    await allBooked(9);
    expect(office.booked()).toHaveLength(9);
  },
);

test("an answer that was lost is asked for again, and the first one counts", async () => {
  await sales(3);
  office.silent = true;
  const queue = await sending();
  expect(await states()).toEqual({ waiting: 4, booked: 0, aside: 0 });
  office.silent = false;
  await queue.next();
  expect(office.asked[1]).toEqual(office.asked[0]);
  await allBooked(4);
});

test("one that cannot be read and one that breaks the server keep nothing else waiting", async () => {
  const ids = await sales(60);
  const [bad, poison] = [ids[20] ?? "", ids[40] ?? ""];
  await byId(bad).modify((event) => {
    event.text = JSON.stringify({ ...JSON.parse(event.text), l: "nothing" });
  });
  office.breaks = ({ id }) => id === poison;
  const queue = await sending();
  expect(office.booked()).toHaveLength(59);
  expect(await states()).toEqual({ waiting: 1, booked: 59, aside: 1 });
  expect(queue.status().trouble).toMatchObject({ why: "server" });
  await queue.next();
  await queue.next();
  expect(await states()).toEqual({ waiting: 0, booked: 59, aside: 2 });
  expect(office.booked().slice(1)).toEqual(ids.filter((id) => id !== bad && id !== poison));
  expect(await byId(poison).first()).toMatchObject({ detail: { reason: "broke" } });
});

test("a server that is away for half an hour makes nothing terminal, and is not hammered", async () => {
  await sales(10);
  office.down = true;
  const queue = await sending();
  let passed = 0;
  while (passed < 30 * 60_000) {
    const wait = queue.waits.at(-1) ?? 0;
    passed += wait;
    clock.pass(wait);
    await queue.next();
  }
  expect(Math.max(...queue.waits)).toBeLessThanOrEqual(8000);
  expect(queue.waits.length).toBeLessThan(300);
  expect(queue.status()).toMatchObject({ paused: null, trouble: { why: "network", since: noon } });
  expect(await states()).toEqual({ waiting: 11, booked: 0, aside: 0 });
  office.down = false;
  await queue.next();
  await allBooked(11);
  expect(queue.status().trouble).toBeNull();
});

test("too much at once is halved until it fits, down to one, and grows again", async () => {
  await sales(7);
  office.most = 1;
  const queue = await sending();
  expect(office.asked.slice(0, 4).map((batch) => batch.length)).toEqual([8, 4, 2, 1]);
  await allBooked(8);
  expect(queue.status().trouble).toBeNull();
});

test("a request weighs no more than the server takes", async () => {
  for (let i = 0; i < 40; i++) {
    const lines = upTo(100).map((qty) => ({ meal: lunchId, name: "x", qty, price: 100_000 }));
    await sell(db, clock, lunch({ lines }));
  }
  await sending();
  const weights = office.asked.map((ids) =>
    ids.reduce((sum, id) => sum + (office.texts().find((t) => t.includes(id))?.length ?? 0), 0),
  );
  expect(weights.length).toBeGreaterThan(1);
  expect(Math.max(...weights)).toBeLessThanOrEqual(131_072);
  expect(office.booked()).toHaveLength(41);
});

test.each([
  ["the till says what the server had", true],
  ["unsafe twin: it does not", false],
])("a server that came back from an older copy books what it lost before anything newer; %s", async (_, tells) => {
  await sales(7);
  const queue = newQueue(db, clock, (texts, had) => office.send(texts, tells ? had : 0));
  await queue.send();
  const restore = office.backup();
  const [lost = ""] = await sales(3);
  await queue.send();
  expect(office.booked()).toHaveLength(11);
  restore();
  await sales(2);
  await voidSale(db, clock, lost, "Wrong meal");
  await sales(2);
  await queue.send();
  const numbers = upTo(14);
  if (!tells) {
    expect(office.receipts()).toEqual(numbers.filter((n) => n < 8 || n > 10));
    expect(office.aside()).toHaveLength(1);
    return;
  }
  expect(office.receipts()).toEqual(numbers);
  await allBooked(16);
  expect(queue.status().trouble).toBeNull();
  const asked = office.asked.length;
  await sales(1);
  await queue.send();
  expect(office.asked.slice(asked)).toHaveLength(1);
});

test("a restore that lost nothing but a void is noticed, and the sale is undone again", async () => {
  const [id = ""] = await sales(1);
  const queue = await sending();
  const restore = office.backup();
  const { id: undone } = await voidSale(db, clock, id, "Wrong meal");
  await queue.send();
  restore();
  expect(office.booked()).not.toContain(undone);
  await sales(1);
  await queue.send();
  expect(office.booked()).toHaveLength(4);
  expect(office.booked()).toContain(undone);
  await allBooked(4);
});

test("a till that was killed while it offered everything again goes on with it", async () => {
  await writeNote(db, "terms", { terms: { limits: { facts: 5, bytes: 131_072 } } as TillTerms, at: noon });
  await sales(11);
  const restore = office.backup();
  await sending();
  restore();
  await sales(1);
  let rounds = 0;
  const dead = newQueue(db, clock, office.send, {
    failPoint: (name) => {
      if (name === "in-settle" && ++rounds === 2) throw new Error("killed");
    },
  });
  await dead.send();
  dead.stop();
  db = await reopened(db);
  expect(await states()).toEqual({ waiting: 8, booked: 5, aside: 0 });
  await sending();
  await allBooked(13);
  expect(office.receipts()).toEqual(upTo(12));
});

test("a server that never has what it said is asked again later, not all the time", async () => {
  await sales(2);
  await sending();
  await sales(1);
  let asked = 0;
  const gap = async () => {
    asked++;
    throw new Fault(409, { reason: "till_gap", detail: { had: 0 } });
  };
  const queue = newQueue(db, clock, gap);
  await queue.send();
  expect(asked).toBe(2);
  expect(queue.status().trouble).toMatchObject({ why: "server" });
  expect(await states()).toEqual({ waiting: 4, booked: 0, aside: 0 });
});

test("an older server that does not say what it has is spoken to as ever", async () => {
  await sales(2);
  const queue = newQueue(db, clock, async (texts) => ({ ...(await office.send(texts)), had: undefined as never }));
  await queue.send();
  await sales(1);
  await queue.send();
  expect(await note(db, "counters")).toMatchObject({ receipt: 3, had: 0 });
  await allBooked(4);
});

test("what was acknowledged stays for 72 hours of the server's clock, whatever the tablet's says", async () => {
  await sales(2);
  await sending();
  const server = handClock(noon + 71 * 3_600_000);
  office = newOffice(server);
  clock.set(noon + 365 * 86_400_000);
  await sales(1);
  const second = newQueue(db, clock, (texts) => office.send(texts));
  await second.send();
  expect(await db.facts.count()).toBe(4);
  server.pass(2 * 3_600_000);
  await sales(1);
  await second.send();
  expect(await kept()).toEqual([3, 4]);
});

test("what an ended pairing left here stays, and what came after it goes all the same", async () => {
  const [left = ""] = await sales(1);
  await byId(left).modify({ state: "left" });
  await sales(1);
  await sending();
  clock.pass(73 * 3_600_000);
  await sales(1);
  await sending();
  expect(await kept()).toEqual([1, 3]);
});

test.each<[string, (answer: Awaited<ReturnType<Office["send"]>>) => object]>([
  ["fewer results", (answer) => ({ ...answer, res: answer.res.slice(1) })],
  ["other ids", (answer) => ({ ...answer, res: answer.res.map(([, code]) => ["01K00000000000000000000000", code]) })],
  ["no results", (answer) => ({ ...answer, res: undefined })],
  ["an unknown code", (answer) => ({ ...answer, res: answer.res.map(([id]) => [id, 9]) })],
])("an answer with %s is somebody else's: everything waits", async (_, change) => {
  await sales(2);
  const queue = newQueue(db, clock, async (texts) => change(await office.send(texts)) as never);
  await queue.send();
  expect(await states()).toEqual({ waiting: 3, booked: 0, aside: 0 });
  expect(queue.status().trouble).toMatchObject({ why: "server" });
});

test("a revoked till falls silent, keeps everything, and remembers it", async () => {
  await sales(2);
  office.revoked = true;
  const queue = await sending();
  expect(queue.status()).toMatchObject({ paused: "revoked", trouble: null });
  expect(await note(db, "revoked")).toBe(noon);
  await queue.send();
  expect(office.asked).toHaveLength(1);
  expect(await states()).toEqual({ waiting: 3, booked: 0, aside: 0 });
});

test("a till whose company was suspended keeps everything, and sends it when the company is back", async () => {
  await sales(2);
  office.stopped = true;
  const queue = await sending();
  expect(queue.status()).toMatchObject({ paused: null, trouble: { why: "stopped" } });
  expect(await states()).toEqual({ waiting: 3, booked: 0, aside: 0 });
  office.stopped = false;
  await queue.send();
  expect(await states()).toEqual({ waiting: 0, booked: 3, aside: 0 });
});

test("a server that asks for a newer app, or does not know the till, loses nothing", async () => {
  await sales(1);
  const update = newQueue(db, clock, () => Promise.reject(new Fault(426, { reason: "update" })));
  await update.send();
  expect(update.status().paused).toBe("update");
  const stranger = newQueue(db, clock, () => Promise.reject(new Fault(401, { reason: "unauthenticated" })));
  await stranger.send();
  expect(stranger.status()).toMatchObject({ paused: null, trouble: { why: "stranger" } });
  expect(await states()).toEqual({ waiting: 2, booked: 0, aside: 0 });
});

test("what the server told before about receipts never takes a sold one back", async () => {
  const ids = await sales(3);
  await storeServerCounters(db, 1);
  expect(await note(db, "counters")).toMatchObject({ receipt: 3 });
  expect((await sell(db, clock, lunch())).sale?.receipt).toBe(4);
  await sending();
  expect(office.booked()).toEqual(expect.arrayContaining(ids));
});

test("a tablet that was put back knows from the server which numbers are gone", async () => {
  await storeServerCounters(db, 40);
  expect((await sell(db, clock, lunch())).sale?.receipt).toBe(41);
});

test("sales of a drawer that the office has closed are booked, with a mark", async () => {
  const [id] = await sales(1);
  const queue = newQueue(db, clock, async (texts) => {
    const answer = await office.send(texts);
    return { ...answer, res: answer.res.map(([event, code]) => [event, code, { flags: ["late_shift"] }]) };
  });
  await queue.send();
  expect(await byId(id).first()).toMatchObject({ state: "booked", detail: { flags: ["late_shift"] } });
});

test("tills that come back at once ask again at different moments, and as late as the server asks", async () => {
  await sales(1);
  const busy = () => Promise.reject(new Fault(503, { reason: "later" }, 5));
  const waits = [];
  for (const chance of [0.1, 0.5, 0.9]) {
    const queue = newQueue(db, clock, busy, { random: () => chance });
    await queue.send();
    waits.push(queue.waits[0]);
  }
  expect(waits).toEqual([5100, 5500, 5900]);
});
