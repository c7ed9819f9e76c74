import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { unsentOf } from "#pwa/e2e/kept";
import type { Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { appWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";

export type Updates = {
  /** From the look at the app until it offers the newer version, and from the tap until that one stands, ms. */
  noticed: number[];
  applied: number[];
  pending: number;
  lost: number;
};

/** Newer versions one after the other in the browser, while the same changes wait to be sent. */
export async function benchUpdates(
  sahn: Sahn,
  phone: Phone,
  email: string,
  rounds: number,
  pending: number,
): Promise<Updates> {
  const relay = await syncRelay(sahn);
  const desk = await secondDevice(sahn, email);
  const { id } = await desk.me();
  const { page } = phone;
  await phone.context.clearCookies();
  await signIn(relay.sahn, phone, email);
  await cachedByWorker(phone);
  const choices = (await desk.weeks()).flatMap(({ open, menu }) =>
    open.map((date) => {
      const [first] = menu.days.find((day) => day.date === date)?.meals ?? [];
      return { date, name: menu.meals.find(({ id }) => id === first)?.name ?? "" };
    }),
  );
  relay.refuse("/api");
  for (const { date, name } of choices.slice(0, pending)) {
    await openDay(relay.sahn, phone, { date });
    await chooseMeal(phone, { date }, { name });
  }
  await page.goto(`${relay.sahn.url}/dashboard/home`);
  const waiting = await unsentOf(page, id);
  const found: Updates = { noticed: [], applied: [], pending: waiting.length, lost: 0 };
  for (let round = 1; round <= rounds; round++) {
    await page.getByRole("heading", { name: dashboardWords.weeks, exact: true }).waitFor();
    await cachedByWorker(phone);
    relay.deploy(`v${round}`);
    const resumed = performance.now();
    // The line about the unsent changes stands before the offer, which waits unseen behind it: it is found and clicked there.
    const refresh = page.locator(".notices button", { hasText: appWords.refresh });
    // A look at an app that has only begun to run is not heard yet: people look again, and that counts as one wait.
    await until("the offer of the newer version", async () => {
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      return refresh.waitFor({ state: "attached", timeout: 2000 }).then(
        () => true,
        () => false,
      );
    });
    found.noticed.push(performance.now() - resumed);
    const tapped = performance.now();
    await refresh.dispatchEvent("click");
    await page.waitForFunction((name) => document.querySelector(`meta[name=version][content=${name}]`), `v${round}`);
    await page.getByRole("heading", { name: dashboardWords.weeks, exact: true }).waitFor();
    found.applied.push(performance.now() - tapped);
    const left = new Set(await unsentOf(page, id));
    found.lost += waiting.filter((op) => !left.has(op)).length;
  }
  relay.refuse(null);
  await until("an empty outbox", async () => (await unsentOf(page, id)).length === 0, 60_000);
  await relay.close();
  return found;
}
