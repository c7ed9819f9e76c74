// A lunch from the order to the hand: bought by an employee, written down by the kitchen, brought to the door without a network.
import { beforeAll, expect, test } from "vitest";
import { threeLunches } from "#pwa/e2e/at-checkout";
import { cachedByWorker, newerWaits, visitKept } from "#pwa/e2e/cached-by-worker";
import { clearOfMidnight, overMidnight } from "#pwa/e2e/clear-of-midnight";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { daysLater, handOver, isOrder, printLabels, writeDown } from "#pwa/e2e/hand-over";
import { kept } from "#pwa/e2e/kept";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { syncRelay } from "#pwa/e2e/sync-relay";
import { productionWords as words } from "#pwa/i18n/production";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
beforeAll(async () => {
  await clearOfMidnight();
  sahn = await startSahn("production");
}, overMidnight);

test("a paid lunch is cooked, printed, handed over without a network, and its order is completed", async () => {
  const { desk, dates } = await threeLunches(sahn, "mariam@harbourline.example");
  await desk.buy(dates);
  await isOrder(sahn, "Confirmed");
  const days = await daysLater(sahn);
  await sahn.rows(
    "UPDATE persons SET avoids = '{dairy,lupin}', label_avoids = true WHERE email = 'mariam@harbourline.example'",
  );
  const today = days.at(-1);

  const phone = await openPhone("production/kitchen", { width: 1280, height: 900 });
  const { page } = phone;
  await enterKitchen(sahn, page, "/kitchen/production");
  await page.getByRole("heading", { name: words.title, exact: true, level: 1 }).waitFor();
  await page.locator(`a[href="/kitchen/production/${today}"]`).waitFor();
  await lookAround(page, "production");

  await page.locator(`a[href="/kitchen/production/${today}"]`).click();
  await writeDown(page);
  await lookAround(page, "production-cook");
  await printLabels(page, today ?? "");

  await page.getByText(words.bring, { exact: true }).click();
  await page.getByRole("checkbox", { name: /Mariam/ }).waitFor();
  await lookAround(page, "production-bring");
  await phone.offline(true);
  const [[label] = []] = await sahn.rows(`SELECT 'SAHN:' || id FROM deliveries WHERE delivery_date = '${today}'`);
  await page.getByLabel(words.scan, { exact: true }).fill(label ?? "");
  await page.getByLabel(words.scan, { exact: true }).press("Enter");
  await page.getByRole("checkbox", { name: /Mariam/, checked: true }).waitFor();
  await page.getByText(words.waiting(1), { exact: true }).waitFor();
  expect(await sahn.rows("SELECT count(*) FROM handovers")).toEqual([["0"]]);
  await phone.offline(false);
  await expect.poll(() => sahn.rows("SELECT count(*) FROM handovers"), { timeout: 30_000 }).toEqual([["1"]]);
  await isOrder(sahn, "Confirmed");

  for (const date of days.slice(0, -1)) await handOver(sahn, page, date, /Mariam/);
  await isOrder(sahn, "Completed");

  await page.getByRole("checkbox", { name: /Mariam/, checked: true }).click();
  const refused = page.getByRole("region", { name: words.notTaken(1) });
  await refused.waitFor();
  await lookAround(page, "production-refused");
  await refused.getByRole("button", { name: words.putAway }).click();
  await refused.waitFor({ state: "detached" });
  await page.getByRole("checkbox", { name: /Mariam/, checked: true }).waitFor();
}, 300_000);

test.runIf(soak)(
  "a tablet that was closed over an update opens today's list without a network, though nobody had opened it",
  async () => {
    const relay = await syncRelay(sahn);
    const tablet = await openPhone("production/tablet", { width: 1280, height: 900, restarts: true });
    tablet.expectSilence();
    const [[today] = []] = await sahn.rows("SELECT max(delivery_date) FROM deliveries");
    const row = () => tablet.page.locator(`a[href="/kitchen/production/${today}"]`);

    await enterKitchen(relay.sahn, tablet.page, "/kitchen/production");
    await row().waitFor();
    await cachedByWorker(tablet);
    await expect.poll(() => kept(tablet.page, ["Mariam"]), { timeout: 15_000 }).not.toEqual([]);
    await visitKept(tablet);

    relay.deploy("2", { allNew: true });
    await newerWaits(tablet);
    const devtools = await tablet.context.newCDPSession(tablet.page);
    await devtools.send("Network.clearBrowserCache");
    relay.refuse("/");
    await tablet.reopen({ offline: true });
    await tablet.page.goto(`${relay.sahn.url}/kitchen/production`);
    expect(await tablet.page.locator("meta[name=version]").getAttribute("content")).toBe("2");
    await row().click();
    await tablet.page.getByText(words.bring, { exact: true }).click();
    await tablet.page.getByRole("checkbox", { name: /Mariam/ }).waitFor();
    await tablet.snap("offline after an update");
  },
);
