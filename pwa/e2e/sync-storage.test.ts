// The phone's storage is in the way: full, taken by a newer version, held by an older one, silent. The screen never says
// saved when it is not, says what to do, and nothing that was saved is lost.
import { afterEach, beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { type ChosenDay, chosenDay, mealShown } from "#pwa/e2e/chosen-day";
import { unsentOf } from "#pwa/e2e/kept";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type SyncRelay, syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { marksWords } from "#pwa/i18n/marks";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";
import { soak } from "#pwa/testing/soak";

const fatima = "fatima@meridianwp.example";
let sahn: Sahn;
let relay: SyncRelay;
let phone: Phone;
let day: ChosenDay;
let profile: string;

beforeAll(async () => {
  sahn = await startSahn("storage");
  relay = await syncRelay(sahn);
  phone = await openPhone("storage", { restarts: true });
  phone.expectSilence();
  // The browser looks for a sign of a picture that is opened alone.
  phone.expect(404);
  const desk = await secondDevice(sahn, fatima);
  day = await chosenDay(desk);
  profile = (await desk.me()).id;
  await signIn(relay.sahn, phone, fatima);
});
afterEach(() => relay.refuse(null));

const sent = () => until("an empty outbox", async () => (await unsentOf(phone.page, profile)).length === 0);

/** Everything that was saved stands on the screen, and goes to the server. */
async function allThere() {
  await openDay(relay.sahn, phone, day);
  for (const meal of day.taken()) await mealShown(phone, meal.name).waitFor();
  await sent();
  expect((await day.onServer()).map(({ meal }) => meal)).toEqual(day.taken().map(({ id }) => id));
}

/** Why the browser does not keep a row of ours; null when it does. */
const refusal = () =>
  phone.page.evaluate(async () => {
    const opening = indexedDB.open("probe", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("rows");
    const why = await new Promise<string | null>((done) => {
      opening.onerror = () => done(opening.error?.name ?? "");
      opening.onsuccess = () => {
        const writing = opening.result.transaction("rows", "readwrite");
        writing.objectStore("rows").put("x", 1);
        writing.oncomplete = () => done(null);
        writing.onabort = () => done(writing.error?.name ?? "");
      };
    });
    if (opening.readyState === "done" && !opening.error) opening.result.close();
    indexedDB.deleteDatabase("probe");
    return why;
  });

test("a full storage: the screen does not say saved, and saves when there is room again", async () => {
  const [meal = { id: "", name: "" }] = day.meals;
  await openDay(relay.sahn, phone, day);
  await cachedByWorker(phone);
  await sent();
  // The browser remembers for a while how much room there was: a new one has to ask.
  await phone.reopen();
  const { page } = phone;
  const devtools = await phone.context.newCDPSession(page);
  const origin = relay.sahn.url;
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 });
  await openDay(relay.sahn, phone, day);
  // It happened: the browser refuses whatever this page puts down.
  await expect.poll(refusal).toBe("QuotaExceededError");
  await page.getByRole("button", { name: mealsWords.addTo(meal.name, longDay(day.date)), exact: true }).click();
  await page.getByText(marksWords.notSaved, { exact: true }).waitFor();
  await phone.snap("full");
  expect(await page.getByText(mealsWords.saved(longDay(day.date)), { exact: true }).count()).toBe(0);
  expect(await mealShown(phone, meal.name).count()).toBe(0);
  expect(await unsentOf(page, profile)).toEqual([]);

  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
  await expect.poll(refusal).toBeNull();
  await chooseMeal(phone, day, day.next());
  await allThere();
});

test.runIf(soak)(
  "the storage never answers: the page can be read, says that nothing can be saved, and deletes nothing",
  async () => {
    const { page, context } = phone;
    relay.refuse("/api/sync");
    await chooseMeal(phone, day, day.next());
    const before = await unsentOf(page, profile);
    expect(before).not.toEqual([]);

    const silent = await context.newPage();
    await silent.addInitScript(() => {
      Object.assign(window, { asked: 0 });
      IDBFactory.prototype.open = () => {
        (window as unknown as { asked: number }).asked++;
        return new EventTarget() as IDBOpenDBRequest;
      };
    });
    await silent.goto(`${relay.sahn.url}/dashboard/home`);
    await silent.getByText(syncWords.stuck, { exact: true }).waitFor();
    // Asked once more before giving up, and not for ever.
    expect(await silent.evaluate(() => (window as unknown as { asked: number }).asked)).toBeGreaterThanOrEqual(2);
    await silent.close();
    expect(await unsentOf(page, profile)).toEqual(before);
    relay.refuse(null);
    await allThere();
  },
);

/** Makes the browser end every connection to the storage, as the system does to an app that sleeps. */
async function endConnections() {
  const { page, context } = phone;
  // What the browser tells a connection of the test's own, it tells the app's.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const opening = indexedDB.open("probe", 1);
        opening.onsuccess = () => {
          Object.assign(window, { ended: false });
          opening.result.onclose = () => Object.assign(window, { ended: true });
          done();
        };
      }),
  );
  const internals = await context.newPage();
  await internals.goto("chrome://indexeddb-internals");
  await internals.getByText("Force close", { exact: true }).click();
  await internals.close();
  await page.waitForFunction(() => (window as unknown as { ended: boolean }).ended);
  await page.evaluate(() => void indexedDB.deleteDatabase("probe"));
}

test.runIf(soak)(
  "the system ends the connection to the storage: it is opened again, and the next change is saved",
  async () => {
    const { page } = phone;
    await page.addInitScript(() => {
      const opened: string[] = [];
      const plain = IDBFactory.prototype.open;
      IDBFactory.prototype.open = function (name, version) {
        opened.push(name);
        return version === undefined ? plain.call(this, name) : plain.call(this, name, version);
      };
      Object.assign(window, { opened });
    });
    await openDay(relay.sahn, phone, day);
    await sent();
    relay.refuse("/api/sync");
    const openings = () =>
      page.evaluate(
        (name) => (window as unknown as { opened: string[] }).opened.filter((one) => one === name).length,
        `sahn-${profile}`,
      );
    const saved: number[] = [];
    for (const _ of ["once", "and once more"]) {
      const before = await openings();
      await endConnections();
      await expect.poll(openings, { timeout: 15_000 }).toBe(before + 1);
      await chooseMeal(phone, day, day.next());
      await mealShown(phone, day.taken().at(-1)?.name ?? "").waitFor();
      saved.push((await unsentOf(page, profile)).length);
    }
    expect(Math.min(...saved)).toBeGreaterThan(0);
    expect(await page.getByText(syncWords.stuck, { exact: true }).count()).toBe(0);
    relay.refuse(null);
    await allThere();
  },
);

test.runIf(soak)(
  "a newer version opens beside an old window: the old one lets go, says so, and loses nothing",
  async () => {
    const { page, context } = phone;
    relay.refuse("/api/sync");
    await chooseMeal(phone, day, day.next());
    const waiting = await unsentOf(page, profile);
    expect(waiting).toHaveLength(1);
    const newer = await context.newPage();
    await newer.goto(`${relay.sahn.url}/icon.svg`);
    const version = await newer.evaluate(
      (name) =>
        new Promise<number>((done, failed) => {
          const opening = indexedDB.open(name, 5000);
          opening.onblocked = () => failed(new Error("the old window did not let go"));
          opening.onerror = () => failed(opening.error);
          opening.onsuccess = () => {
            done(opening.result.version);
            opening.result.close();
          };
        }),
      `sahn-${profile}`,
    );
    expect(version).toBe(5000);
    await newer.close();
    await page.getByText(syncWords.otherTab, { exact: true }).waitFor();
    await phone.snap("newer");
    await page.getByRole("button", { name: syncWords.reload, exact: true }).click();
    // The server still gives the older app, which may not touch what a newer one made.
    await page.getByText(syncWords.old, { exact: true }).waitFor();
    await phone.snap("too old");
    expect(await unsentOf(page, profile)).toEqual(waiting);
  },
);
