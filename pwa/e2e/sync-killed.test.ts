// The browser dies without a word while somebody chooses. Whatever the screen called saved is there afterwards, and the
// server has each of it once.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { type ChosenDay, chosenDay, mealShown } from "#pwa/e2e/chosen-day";
import { choiceOf, unsentOf } from "#pwa/e2e/kept";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type Place, type SyncRelay, syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { soak } from "#pwa/testing/soak";

const mariam = "mariam@harbourline.example";
const omar = "omar@harbourline.example";
let sahn: Sahn;
let relay: SyncRelay;
let phone: Phone;
let day: ChosenDay;
let profile: string;

beforeAll(async () => {
  sahn = await startSahn("killed-browser");
  relay = await syncRelay(sahn);
  phone = await openPhone("killed", { restarts: true });
  phone.expectSilence();
  const desk = await secondDevice(sahn, mariam);
  profile = (await desk.me()).id;
  day = await chosenDay(desk);
  await signIn(relay.sahn, phone, mariam);
  // A browser writes down cookies and local storage seconds later: who signed in is not what is killed here.
  await phone.reopen();
  await atTheDay();
  await cachedByWorker(phone);
});

/** Chooses the next meal of the day, and answers once the screen says that it is saved. */
async function choose(): Promise<string> {
  const meal = day.next();
  await chooseMeal(phone, day, meal);
  return meal.id;
}

/** Opens the day; everything that was ever called saved must stand there. */
async function atTheDay() {
  await openDay(relay.sahn, phone, day);
  for (const meal of day.taken()) await mealShown(phone, meal.name).waitFor();
}

/** What the phone's own memory holds that is not answered. */
const unsent = () => unsentOf(phone.page, profile);

/** The server's version of the day is the one on the screen. */
const healed = () =>
  until("the server to have everything", async () => {
    const items = await day.onServer();
    return (
      items.map(({ meal }) => meal).join() ===
        day
          .taken()
          .map(({ id }) => id)
          .join() && items
    );
  });

/** What the screen called saved and the phone does not know any more. */
async function missing({ page }: Phone, profile: string, { date, taken }: ChosenDay): Promise<string[]> {
  const chosen = await choiceOf(page, profile, date);
  return taken()
    .map(({ id }) => id)
    .filter((meal) => !chosen.includes(meal));
}

const killed: [when: string, round: () => Promise<void>][] = [
  ["right after “saved”, offline", async () => void (await offlineRound())],
  ["right after “saved”, online", async () => void (await choose())],
  ["before the server heard of it", () => stoppedRound("before the server")],
  ["after the server did it and before the phone heard so", () => stoppedRound("after the server")],
  ["while the answer is put away", () => stoppedRound("after the server", true)],
];

// The quick gate takes one at which the server knows nothing, and one at which it has done everything.
const [unheard, , , unanswered] = killed;
const rounds = soak ? [...killed, ...killed] : [unheard, unanswered].filter((round) => round !== undefined);

async function offlineRound() {
  const before = relay.ops.length;
  await phone.offline(true);
  await choose();
  expect(await unsent()).toHaveLength(1);
  expect(relay.ops.length).toBe(before);
}

async function stoppedRound(place: Place, letGo = false) {
  const { reached } = relay.stopNext(place);
  const meal = await choose();
  const [op] = await reached;
  expect(op?.a.items.at(-1)?.meal).toBe(meal);
  // The fault happened: this is where the conversation stands, and the phone knows no answer.
  expect((await day.onServer()).some((item) => item.meal === meal)).toBe(place === "after the server");
  // A second meal is chosen in two steps, of which the conversation holds the first.
  expect((await unsent()).at(0)).toBe(op?.id);
  if (letGo) relay.release();
}

test.each(rounds)("the browser is killed %s", async (_, round) => {
  await round();
  await phone.kill();
  relay.release();
  await phone.reopen();
  await atTheDay();
  expect(await missing(phone, profile, day)).toEqual([]);
  const items = await healed();
  expect(items.every(({ qty }) => qty === 1)).toBe(true);
  await until("an empty outbox", async () => (await unsent()).length === 0);
});

test("after all of it the server has done every operation once, and nothing that nobody sent", async () => {
  const rows = await sahn.rows("SELECT id, count(*) FROM operations WHERE code = 0 AND NOT again GROUP BY id");
  const ids = new Set(relay.ops.map(({ id }) => id));
  expect(day.taken()).toHaveLength(rounds.length);
  expect(ids.size).toBeGreaterThanOrEqual(day.taken().length);
  // Some were sent again, otherwise nothing was cut off.
  expect(relay.ops.length).toBeGreaterThan(ids.size);
  const done = new Map(rows.map(([id, count]) => [id, Number(count)]));
  expect([...ids].filter((id) => done.get(id) !== 1)).toEqual([]);
  const [[alternatives] = []] = await sahn.rows("SELECT count(*) FROM draft_alternatives");
  expect(alternatives).toBe("0");
});

// What proves that these rounds see anything: phones whose storage is told to do one thing apart from the rest, later.
const unsafe: [what: string, store: string, round: (phone: Phone, profile: string) => Promise<void>][] = [
  ["a change is put down after “saved” was said", "ops", async () => undefined],
  [
    "an answer is put away apart from what it answers",
    "base",
    async ({ page }, profile) => {
      await until("the change to leave", async () => (await unsentOf(page, profile)).length === 0);
    },
  ],
];

test.runIf(soak).each(unsafe)("an app that is not safe is found out: %s", async (_, store, round) => {
  const twin = await openPhone("killed-twin", { restarts: true });
  twin.expectSilence();
  const desk = await secondDevice(sahn, omar);
  const { id } = await desk.me();
  const theirs = await chosenDay(desk, store === "ops" ? 0 : 1);
  await signIn(relay.sahn, twin, omar);
  await twin.reopen();
  await openDay(relay.sahn, twin, theirs);
  await chooseMeal(twin, theirs, theirs.next());
  await until("an empty outbox", async () => (await unsentOf(twin.page, id)).length === 0);
  expect(await missing(twin, id, theirs)).toEqual([]);

  await twin.context.addInitScript((late) => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (this.name !== late) return put.call(this, value, key);
      const { db } = this.transaction;
      setTimeout(() => put.call(db.transaction(late, "readwrite").objectStore(late), value, key), 600_000);
      return this.count() as IDBRequest<IDBValidKey>;
    };
  }, store);
  await openDay(relay.sahn, twin, theirs);
  const meal = theirs.next();
  await chooseMeal(twin, theirs, meal);
  await round(twin, id);
  await twin.kill();
  await twin.reopen();
  await openDay(relay.sahn, twin, theirs);
  expect(await missing(twin, id, theirs)).toEqual([meal.id]);
});
