import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import type { Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { checkoutWords } from "#pwa/i18n/checkout";

export type TimedHandOff = {
  /** What was asked from the opening of the page until the hand-off was answered, oldest first. */
  asked: string[];
  /** The longest row of these in which each began when the one before was answered. */
  inARow: number;
  /** From the opening to a button that can be tapped, and from the tap to the server's answer, ms. */
  opening: number;
  paying: number;
};

/** A pay button is tapped by the page itself as soon as it carries an amount: no tool stands between. */
const tapper = (words: string) => `{
  const look = () => {
    const pay = [...document.querySelectorAll(".paybar button")].find((one) => one.textContent.startsWith(${JSON.stringify(words)}));
    if (!pay || pay.disabled || pay.getAttribute("aria-busy") === "true") return requestAnimationFrame(look);
    window.tapped(performance.timeOrigin, performance.timeOrigin + performance.now());
    pay.click();
  };
  if (location.pathname === "/checkout") look();
}`;

/**
 * A week that was changed without a connection is opened at checkout and paid for at once, on a network where every answer
 * takes a while: once for every week that has enough open days.
 */
export async function benchHandOff(
  sahn: Sahn,
  phone: Phone,
  email: string,
  roundTrip: number,
): Promise<TimedHandOff[]> {
  const relay = await syncRelay(sahn);
  const desk = await secondDevice(sahn, email);
  const weeks = (await desk.weeks()).filter(({ open }) => open.length >= 4);
  await phone.context.clearCookies();
  await signIn(relay.sahn, phone, email);
  await cachedByWorker(phone);
  let opened = Number.NaN;
  let tapped = Number.NaN;
  await phone.context.exposeFunction("tapped", (from: number, at: number) => {
    opened = from;
    tapped = at;
  });
  const { page } = phone;
  await page.addInitScript(tapper(checkoutWords.pay("")));
  const found: TimedHandOff[] = [];
  for (const { value, open, menu } of weeks) {
    const [date = "", ...others] = open;
    await desk.chooseFirst(menu, others.slice(0, 3));
    await openDay(relay.sahn, phone, { date });
    await page.waitForLoadState("networkidle");
    relay.refuse("/api");
    const [first] = menu.days.find((day) => day.date === date)?.meals ?? [];
    const name = menu.meals.find(({ id }) => id === first)?.name ?? "";
    await chooseMeal(phone, { date }, { name });
    await page.goto("about:blank");
    relay.refuse(null);
    relay.slow(roundTrip);
    relay.asked.splice(0);
    await page.goto(`${relay.sahn.url}/checkout?week=${value}`);
    const handOff = () => relay.asked.find(({ what, answered }) => what === "POST /api/handoff" && answered > 0);
    await until("the hand-off", async () => handOff() !== undefined);
    const { at = 0, answered = 0 } = handOff() ?? {};
    const before = relay.asked.filter((one) => one.at <= at);
    found.push({
      asked: before.map(({ what }) => what),
      inARow: inARow(before),
      opening: tapped - opened,
      paying: answered - tapped,
    });
    relay.slow(0);
    await page.waitForURL((url) => url.pathname !== "/checkout");
  }
  await relay.close();
  return found;
}

function inARow(asked: { at: number; answered: number }[]): number {
  let [times, free] = [0, 0];
  for (const { at, answered } of asked.filter((one) => one.answered > 0).sort((a, b) => a.answered - b.answered)) {
    if (at < free) continue;
    times++;
    free = answered;
  }
  return times;
}
