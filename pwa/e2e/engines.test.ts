// What people do most, in engines that are not Chromium: from the sign-in to the lunch in the hand, and a day at a till.
// ENGINES=firefox,webkit says in which.
import { beforeAll, describe, expect, test } from "vitest";
import { doubleTap } from "#pwa/e2e/choose-meals";
import { clearOfMidnight, overMidnight } from "#pwa/e2e/clear-of-midnight";
import { cutRelay, type Relay } from "#pwa/e2e/cut-relay";
import { type EngineName, openEngine, type Person } from "#pwa/e2e/engine";
import { freePort } from "#pwa/e2e/free-port";
import { daysLater, isOrder } from "#pwa/e2e/hand-over";
import { mailCount, nextCode } from "#pwa/e2e/mailed-code";
import { like } from "#pwa/e2e/screen";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { bookedReceipts, menuToday, officeOf } from "#pwa/e2e/till-day";
import { until } from "#pwa/e2e/until";
import { amendWords } from "#pwa/i18n/amend";
import { headerWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { formWords } from "#pwa/i18n/form";
import { kitchenSignInWords } from "#pwa/i18n/kitchen";
import { loginWords } from "#pwa/i18n/login";
import { mealsWords } from "#pwa/i18n/meals";
import { paymentWords } from "#pwa/i18n/payment";
import { pairWords, saleWords, shiftWords, shopWords } from "#pwa/i18n/pos";
import { productionWords } from "#pwa/i18n/production";
import { longDay } from "#pwa/i18n/say-day";

const mariam = "mariam@harbourline.example";
const [sara, password] = ["sara@sahn.example", "lunch-is-served"];
const engines = (process.env.ENGINES?.split(",") ?? []) as EngineName[];

describe.each(engines)("in %s", (engine) => {
  let sahn: Sahn;
  let relay: Relay;
  let url: string;
  let desk: Device;
  let eater: Person;
  let week: string;
  let dates: string[];

  beforeAll(async () => {
    await clearOfMidnight();
    const port = await freePort();
    relay = await cutRelay(port);
    url = `http://localhost:${relay.port}`;
    sahn = await startSahn(`engine-${engine}`, { PORT: `${port}`, PUBLIC_URL: url });
    desk = await secondDevice({ ...sahn, url }, mariam);
    const found = (await desk.weeks()).find(({ open }) => open.length > 3);
    if (!found) throw new Error("no week is open");
    week = found.value;
    dates = found.open.slice(0, 3);
    eater = await openEngine(engine, "eater");
  }, overMidnight);

  /** Waits until the app is on this device and answers without a server. */
  const kept = (person: Person) =>
    person.inPage(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    }, 0);
  const add = (date: string) => like(mealsWords.addTo("…", longDay(date)));
  /** Presses a meal's plus once a tap is no second half of a double tap any more. */
  async function tap(plus: RegExp) {
    await eater.see("button", plus);
    await eater.inPage((ms) => new Promise((done) => setTimeout(done, ms)), doubleTap);
    await eater.press("button", plus);
  }
  /** Over when the week holds so many lunches. */
  async function chooseOne(date: string, lunches: number) {
    await tap(add(date));
    await eater.see("button", headerWords.cart(lunches));
  }

  /** A card that is approved, on the page of the provider. */
  async function payByCard() {
    await until("the card page", async () => (await eater.address()).hostname === "127.0.0.1");
    await eater.press("text", "Approved");
    await eater.press("button", /^Pay /);
  }

  test("a week is chosen without a connection, goes out with the next one, is paid, changed and handed over", async () => {
    await eater.open(`${url}/login`);
    await eater.fill(loginWords.email, mariam);
    await eater.press("button", loginWords.usePassword);
    await eater.fill(loginWords.password, password);
    await eater.press("button", loginWords.signIn);
    await until("the dashboard", async () => (await eater.address()).pathname.startsWith("/dashboard"));
    await kept(eater);

    eater.expectSilence();
    const [first = "", ...rest] = dates;
    await eater.open(`${url}/mealselection?day=${first}`);
    await eater.see("button", add(first));
    relay.cut();
    await chooseOne(first, 1);
    for (const [at, date] of rest.entries()) {
      await eater.open(`${url}/mealselection?day=${date}`);
      await chooseOne(date, at + 2);
    }
    await eater.open(`${url}/checkout?week=${week}`);
    await eater.see("heading", checkoutWords.offlineTitle);

    relay.heal();
    expect((await desk.sync()).docs).toEqual([]);
    await eater.press("button", like(checkoutWords.pay("…")));
    expect((await desk.sync()).docs.map(({ date }) => date).sort()).toEqual(dates);
    await payByCard();
    await eater.see("heading", paymentWords.setTitle);
    await isOrder(sahn, "Confirmed");

    const [order] = await desk.orders();
    await eater.open(`${url}/editorder/${order?.id}`);
    await tap(add(first));
    await eater.press("link", amendWords.review);
    const [dearer, other] = [like(amendWords.pay("…")), like(amendWords.saveBack("…"))];
    await eater.see("button", new RegExp(`${dearer.source}|${other.source}`));
    const paid = await eater.sees("button", dearer);
    await eater.press("button", paid ? dearer : other);
    if (paid) await payByCard();
    await until("the change", async () => ((await desk.orders())[0]?.version ?? 0) > (order?.version ?? 0));

    const kitchen = await openEngine(engine, "kitchen", 1280, 900);
    const days = await daysLater(sahn);
    await kitchen.open(`${url}/kitchen`);
    await kitchen.fill(formWords.email, sara);
    await kitchen.fill(loginWords.password, password);
    const seen = await mailCount(sahn, sara);
    await kitchen.press("button", kitchenSignInWords.go);
    await kitchen.fill(loginWords.code, await nextCode(sahn, sara, seen));
    await kitchen.see("text", productionWords.title);
    for (const date of days) {
      await kitchen.open(`${url}/kitchen/production/${date}?view=bring`);
      // Looked for and pressed at one moment: a page that learns that the server was quicker takes the button away.
      await until("the list to be locked", async () => {
        await kitchen.inPage((name) => {
          for (const one of document.querySelectorAll("button")) if (one.innerText === name) one.click();
        }, productionWords.write);
        return kitchen.sees("text", productionWords.reconciled);
      });
      await kitchen.press("checkbox", /Mariam/);
      await until("the tick", () =>
        kitchen.inPage(() => document.querySelector(":checked[type=checkbox]") !== null, 0),
      );
    }
    await isOrder(sahn, "Completed");
  });

  test("a till sells without a connection, and what it sold is booked when there is one again", async () => {
    await menuToday(sahn);
    const office = await officeOf({ ...sahn, url }, "omar@harbourline.example");
    const till = await openEngine(engine, "till", 1024, 768);
    till.expectSilence();
    await till.open(`${url}/pos`);
    await till.fill(pairWords.code, await office.pairingCode());
    await till.press("button", pairWords.pair);
    await till.fill(shiftWords.who, "Leila");
    await till.fill(shiftWords.float, "150.00");
    await till.press("button", shiftWords.start);
    const tile = new RegExp(like(shopWords.add("…", "AED …", 0)).source);
    await till.see("button", tile);
    await kept(till);
    relay.cut();
    await till.press("button", tile);
    await till.press("button", /^Save order · /);
    await till.see("button", saleWords.next);
    relay.heal();
    await until("the booking", async () => (await bookedReceipts(sahn)).length === 1, 30_000);
  });
});
