// People who choose while the network comes and goes, on two devices, on a phone that they share. What was chosen last is
// what counts, nobody's choice is lost without being asked, and nobody's choice is sent as somebody else's.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { type ChosenDay, chosenDay, mealShown } from "#pwa/e2e/chosen-day";
import { kept, unsentOf } from "#pwa/e2e/kept";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type SyncRelay, syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { headerWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { loginWords } from "#pwa/i18n/login";
import { logoutWords } from "#pwa/i18n/logout";
import { mealsWords } from "#pwa/i18n/meals";
import { longDay } from "#pwa/i18n/say-day";
import { syncWords } from "#pwa/i18n/sync";
import type { Profile } from "#pwa/offline/wire";
import { firstName } from "#pwa/shell/profile";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let relay: SyncRelay;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("syncing");
});
beforeEach(async ({ task }) => {
  relay = await syncRelay(sahn);
  phone = await openPhone(`syncing/${task.name.split(/[:,]/)[0]}`);
  phone.expectSilence();
});

type Someone = { desk: Device; day: ChosenDay; who: Profile; email: string };

/** Somebody with another device, and a day that they can order. */
async function someone(name: string, nth = 0): Promise<Someone> {
  const email = `${name}.example`;
  const desk = await secondDevice(sahn, email);
  return { desk, email, day: await chosenDay(desk, nth), who: await desk.me() };
}

/** The server's choice for a day, once it is this. */
const onServer = ({ day }: Someone, items: { meal: string; qty: number }[]) =>
  until(`the server to have ${JSON.stringify(items)}`, async () => {
    const held = (await day.onServer()).map(({ meal, qty }) => ({ meal, qty }));
    return JSON.stringify(held) === JSON.stringify(items);
  });

async function sent({ who }: Someone) {
  await until("an empty outbox", async () => (await unsentOf(phone.page, who.id)).length === 0);
}

/** Signs in and chooses a meal that cannot be sent. Answers it, the change that waits, and all that is put down of the person. */
async function choosesInVain({ email, day, who }: Someone) {
  await signIn(relay.sahn, phone, email);
  await openDay(relay.sahn, phone, day);
  relay.refuse("/api/sync");
  const meal = day.next();
  await chooseMeal(phone, day, meal);
  const ops = await unsentOf(phone.page, who.id);
  expect(ops).toHaveLength(1);
  const traces = [who.id, who.email, who.name, ...ops];
  for (const trace of traces) expect((await kept(phone.page, [trace])).length).toBeGreaterThan(0);
  return { meal, op: ops[0], traces };
}

test.runIf(soak)("the network comes and goes while she chooses: the end is what she chose last", async () => {
  const mariam = await someone("mariam@harbourline");
  const { day, who } = mariam;
  const [meal = { id: "", name: "" }] = day.meals;
  const { page } = phone;
  await signIn(relay.sahn, phone, mariam.email);
  await openDay(relay.sahn, phone, day);
  await chooseMeal(phone, day, meal);
  await openDay(relay.sahn, phone, day);
  await cachedByWorker(phone);
  const portions = page.getByRole("group", { name: meal.name, exact: true });
  let qty = 1;
  const change = async (by: 1 | -1) => {
    const name = by > 0 ? mealsWords.more(meal.name) : mealsWords.less(meal.name);
    await portions.getByRole("button", { name, exact: true }).click();
    qty += by;
    await portions.getByText(String(qty), { exact: true }).waitFor();
  };
  for (let flap = 0; flap < 4; flap++) {
    await phone.offline(true);
    await change(1);
    // It happened: the app sees that it is cut off, and the change waits here.
    await page.getByText(/^\d+ changes? saved on this device$/).waitFor();
    expect(await unsentOf(page, who.id)).not.toEqual([]);
    await change(1);
    await phone.offline(false);
    await change(-1);
  }
  expect(qty).toBe(5);
  await sent(mariam);
  await onServer(mariam, [{ meal: meal.id, qty }]);
  await portions.getByText(String(qty), { exact: true }).waitFor();
});

test.runIf(soak)(
  "two devices choose differently for one day: both are kept, she is asked, and one tap decides for both",
  async () => {
    const mariam = await someone("mariam@harbourline", 1);
    const { day, email, desk } = mariam;
    const [first, second] = [day.next(), day.next()];
    const laptop = await openPhone("syncing/laptop", { width: 1280, height: 800 });
    laptop.expectSilence();
    await signIn(sahn, laptop, email);
    await openDay(sahn, laptop, day);
    await signIn(relay.sahn, phone, mariam.email);
    await openDay(relay.sahn, phone, day);
    await cachedByWorker(phone);

    await phone.offline(true);
    await chooseMeal(phone, day, second);
    await chooseMeal(laptop, day, first);
    await onServer(mariam, [{ meal: first.id, qty: 1 }]);
    await phone.offline(false);

    const asked = (page: Phone["page"]) => page.getByRole("link", { name: syncWords.decide, exact: true });
    await asked(phone.page).waitFor();
    const { docs } = await desk.sync();
    expect(docs.find(({ date }) => date === day.date)).toMatchObject({
      items: [{ meal: first.id, qty: 1 }],
      alt: [{ items: [{ meal: second.id, qty: 1 }] }],
    });
    await laptop.page.reload();
    await asked(laptop.page).waitFor();

    await openDay(relay.sahn, phone, day);
    const question = (page: Phone["page"]) =>
      page.getByRole("group", { name: checkoutWords.unresolved(longDay(day.date)), exact: true });
    // A forced click on the hidden radio would not wait until nothing moves.
    await question(phone.page).locator("label").filter({ hasText: second.name }).click();
    await question(phone.page)
      .getByRole("radio", { name: new RegExp(`^${second.name}`), checked: true })
      .waitFor();
    await phone.snap("asked");
    await phone.page.getByRole("button", { name: checkoutWords.keepThis, exact: true }).click();
    await question(phone.page).waitFor({ state: "detached" });
    await onServer(mariam, [{ meal: second.id, qty: 1 }]);
    await openDay(sahn, laptop, day);
    await mealShown(laptop, second.name).waitFor();
    await asked(laptop.page).waitFor({ state: "detached" });
  },
);

/** Where somebody stands who has logged out: the first page, or their company's sign-in page. */
const signInPage = /\/(login)?$/;

/** Opens the question before logging out. */
async function askToLeave({ who }: Someone) {
  const { page } = phone;
  await page.goto(`${relay.sahn.url}/dashboard/home`);
  await page.getByRole("button", { name: headerWords.hi(firstName(who)) }).click();
  await page.getByRole("button", { name: headerWords.logout, exact: true }).click();
  const question = page.getByRole("alertdialog", { name: logoutWords.title, exact: true });
  await question.waitFor();
  return question;
}

/** Waits until nothing that was put down for somebody is left. A database that is being deleted is not opened meanwhile. */
async function gone({ who }: Someone, traces: string[] = [who.id]) {
  await until("the end of the database", () =>
    phone.page.evaluate(
      async (name) => !(await indexedDB.databases()).some((one) => one.name === name),
      `sahn-${who.id}`,
    ),
  );
  await until("the end of every trace", async () => (await kept(phone.page, traces)).length === 0);
}

test.runIf(soak)(
  "logging out with unsent work asks and names how much: staying keeps it, sending first sends it",
  async () => {
    const mariam = await someone("mariam@harbourline", 2);
    const { meal, op, traces } = await choosesInVain(mariam);
    let question = await askToLeave(mariam);
    await question.getByText(logoutWords.unsentTitle(1)).waitFor();
    await question.getByRole("button", { name: logoutWords.no, exact: true }).click();
    await question.waitFor({ state: "detached" });
    // The step back that a closed sheet takes in the history is no longer under way.
    await phone.page.waitForFunction(() => history.state?.sheet !== true);
    expect(await unsentOf(phone.page, mariam.who.id)).toEqual([op]);
    await expect.poll(relay.refused).toBeGreaterThan(0);

    question = await askToLeave(mariam);
    // The app tries again by itself: that stands until she has pressed, and no try that was refused is under way any more.
    const sending = relay.stopNext("before the server");
    relay.refuse(null);
    await sending.reached;
    await question.getByRole("button", { name: logoutWords.sendFirst, exact: true }).click();
    relay.release();
    await phone.page.waitForURL(signInPage);
    await onServer(mariam, [{ meal: meal.id, qty: 1 }]);
    await gone(mariam, traces);
  },
);

test.runIf(soak)("logging out for good leaves nothing of the person, and what was not sent is not sent", async () => {
  const mariam = await someone("mariam@harbourline", 3);
  const { op, traces } = await choosesInVain(mariam);

  const question = await askToLeave(mariam);
  await question.getByText(logoutWords.unsentTitle(1)).waitFor();
  await question.getByRole("button", { name: logoutWords.yes, exact: true }).click();
  await phone.page.waitForURL(signInPage);
  // Not before: a try that began before she pressed would still get through.
  await gone(mariam, traces);
  relay.refuse(null);
  const profile = await phone.context.request.get(`${relay.sahn.url}/api/get-profile`);
  expect(profile.status()).toBe(401);
  expect(await mariam.day.onServer()).toEqual([]);
  expect(relay.ops.filter(({ id }) => id === op)).toEqual([]);
});

test.runIf(soak)(
  "somebody else signs in on the phone: nothing runs as them, and it is there when its owner is back",
  async () => {
    phone.expect(401);
    const [priya, lina] = [await someone("priya@harbourline"), await someone("lina@qasrdesign")];
    const { meal, op } = await choosesInVain(priya);
    // Her session ends while the work waits.
    await phone.context.clearCookies();
    await phone.page.goto(`${relay.sahn.url}/dashboard/home`);
    await phone.page.waitForURL(/\/login/);
    // The address may come first: only who is locked out sees the sign-in page. A try that still had her cookies was refused by then.
    await phone.page.getByLabel(loginWords.email, { exact: true }).waitFor();
    relay.refuse(null);

    await signIn(relay.sahn, phone, lina.email);
    await openDay(relay.sahn, phone, lina.day);
    const other = lina.day.next();
    await chooseMeal(phone, lina.day, other);
    await sent(lina);
    await onServer(lina, [{ meal: other.id, qty: 1 }]);
    const known = () => sahn.rows(`SELECT profile_id FROM operations WHERE id = '${op}'`);
    expect(await known()).toEqual([]);
    expect(await unsentOf(phone.page, priya.who.id)).toEqual([op]);
    expect(await priya.day.onServer()).toEqual([]);

    const question = await askToLeave(lina);
    await question.getByText(logoutWords.text, { exact: true }).waitFor();
    await question.getByRole("button", { name: logoutWords.yes, exact: true }).click();
    await phone.page.waitForURL(signInPage);
    await gone(lina);
    await signIn(relay.sahn, phone, priya.email);
    await openDay(relay.sahn, phone, priya.day);
    await mealShown(phone, meal.name).waitFor();
    await sent(priya);
    await onServer(priya, [{ meal: meal.id, qty: 1 }]);
    expect(await known()).toEqual([[priya.who.id]]);
  },
);
