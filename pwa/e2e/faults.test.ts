// What the app leans on goes away: the process itself, Postgres, Redis. Nothing confirmed is lost, nothing is taken twice,
// and people go on.
import { expect, test } from "vitest";
import { atCheckout, pay, payButton, threeLunches } from "#pwa/e2e/at-checkout";
import { openDay } from "#pwa/e2e/choose-at";
import { addMeal } from "#pwa/e2e/choose-meals";
import { cutRelay } from "#pwa/e2e/cut-relay";
import { freePort } from "#pwa/e2e/free-port";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { behave, kept, payments } from "#pwa/e2e/provider";
import { filsOf } from "#pwa/e2e/screen";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { testDatabase } from "#pwa/e2e/test-database";
import { until } from "#pwa/e2e/until";
import { orderStatusWords } from "#pwa/i18n/order";
import { paymentWords } from "#pwa/i18n/payment";
import { syncWords } from "#pwa/i18n/sync";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
let phone: Phone;

/** Starts a server with these settings, and takes out a phone for it. */
async function start(story: string, settings: Record<string, string>) {
  sahn = await startSahn(story, settings);
  phone = await openPhone(`faults/${story}`, { restarts: true });
}

test.runIf(soak)(
  "the server dies after the hand-off and again before it heard of the payment: confirmed once, taken once",
  async () => {
    // Its own Postgres dies with it, as on a machine whose power fails.
    await start("killed", { DATABASE_URL: "" });
    phone.expectSilence();
    const { desk } = await atCheckout(sahn, phone, "mariam@harbourline.example");
    const amount = filsOf(await payButton(phone).innerText());
    await payButton(phone).click();
    await phone.page.getByRole("heading", { name: /\d+\.\d\d/ }).waitFor();
    await sahn.kill();
    await sahn.start();
    expect((await desk.orders()).map(({ status }) => status)).toEqual(["Payment Pending"]);

    // The payment is taken, and then the power fails before anybody is told.
    await behave(sahn, { no_return: true, feedback: "never" });
    await payByCard(phone.page);
    await phone.page.getByRole("heading", { name: "Closed", exact: true }).waitFor();
    await sahn.kill();
    await sahn.start();

    await phone.page.goto(`${sahn.url}/dashboard/home`);
    const [order] = await desk.orders();
    await phone.page.goto(`${sahn.url}/payment/${order?.intent?.id}`);
    await phone.page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
    await phone.snap("confirmed after two crashes");
    expect(kept(await payments(sahn))).toBe(amount);
    expect((await payments(sahn)).map(({ status }) => status)).toEqual(["paid"]);

    await sahn.kill();
    await sahn.start();
    expect((await desk.orders()).map(({ status }) => status)).toEqual(["Confirmed"]);
    await phone.reopen();
    await phone.page.goto(`${sahn.url}/dashboard/history`);
    await phone.page.getByText(orderStatusWords.Confirmed, { exact: true }).first().waitFor();
    await phone.snap("history");
  },
);

test.runIf(soak)("Redis away: signing in with a code, choosing and paying all work", async () => {
  await start("no-redis", { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  const { week } = await threeLunches(sahn, "omar@harbourline.example");
  await signIn(sahn, phone, "omar@harbourline.example", "code");
  await phone.page.goto(`${sahn.url}/checkout?week=${week}`);
  await pay(phone);
  await phone.snap("paid");
});

test.runIf(soak)(
  "Postgres away: the app goes on, the server says when to come back, and everything heals by itself",
  async () => {
    const { url: through } = await testDatabase();
    const relay = await cutRelay(Number(through.port));
    through.port = `${relay.port}`;
    await start("no-postgres", { DATABASE_URL: through.href });
    const { desk, week } = await threeLunches(sahn, "priya@harbourline.example");
    await signIn(sahn, phone, "priya@harbourline.example");
    const free = (await desk.weeks()).find(({ value, open }) => value !== week && open.length > 0);
    const [date = ""] = free?.open ?? [];

    await openDay(sahn, phone, { date });

    phone.expect(503);
    relay.cut();
    const refused = await until("a refusal", async () => {
      const answer = await desk.ask("GET", "/api/get-profile");
      return answer.status === 503 && answer;
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

    const lunch = await addMeal(phone, date);
    await phone.page.getByText(syncWords.retry, { exact: true }).waitFor();
    await phone.snap("chosen without a database");

    relay.heal();
    await phone.page.getByText(syncWords.retry, { exact: true }).waitFor({ state: "detached" });
    const items = await until("the choice on the server", async () => {
      const told = await desk.sync().catch(() => undefined);
      return told?.docs.find((doc) => doc.date === date)?.items;
    });
    expect(items.map(({ meal }) => free?.menu.meals.find(({ id }) => id === meal)?.name)).toEqual([lunch]);
    await phone.page.goto(`${sahn.url}/checkout?week=${week}`);
    await payButton(phone).waitFor();
  },
);
