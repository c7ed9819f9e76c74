// A company's own sign-in in the built app: somebody new comes in by it, chooses without a network, and comes in again by it after the
// session ended, with what the device kept.
import { expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { chosenDay, mealShown } from "#pwa/e2e/chosen-day";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { secondDevice } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { emptyDatabase } from "#pwa/e2e/test-database";
import { until } from "#pwa/e2e/until";
import { loginWords } from "#pwa/i18n/login";
import { signOnWords as words } from "#pwa/i18n/sign-on";

const company = "Meridian Water & Power";
const noor = "noor@team.meridianwp.example";

/** Types an address of the company's domain and goes on to its provider, whose page this is when it is over. */
async function toProvider({ url }: Sahn, { page }: Phone) {
  await page.goto(`${url}/login`);
  await page.getByLabel(loginWords.email, { exact: true }).fill(noor);
  await page.getByRole("button", { name: loginWords.sendCode, exact: true }).click();
  await page.getByRole("button", { name: words.go(company), exact: true }).click();
  await page.waitForURL(({ hostname }) => hostname === "127.0.0.1");
}

test("somebody new comes in by the company's own sign-in, chooses offline, and finds the choice when the session ended", async () => {
  // It loads the demo itself: the demo's provider is where the server has its card page.
  const sahn = await startSahn("sign-on", { DATABASE_URL: (await emptyDatabase()).url.href });
  const phone = await openPhone("sign-on");
  const { page } = phone;
  await toProvider(sahn, phone);
  await page.getByRole("link", { name: /Noor Darwish/ }).click();
  await page.waitForURL(/localhost.*\/(dashboard|delivery)\//);
  await phone.snap("in");
  const [[people] = []] = await sahn.rows(`SELECT count(*) FROM persons WHERE email = '${noor}'`);
  expect(people).toBe("1");

  const day = await chosenDay(await secondDevice(sahn, "mariam@harbourline.example"));
  await openDay(sahn, phone, day);
  await cachedByWorker(phone);
  await phone.offline(true);
  const meal = day.next();
  await chooseMeal(phone, day, meal);
  await page.context().clearCookies({ name: "sahn_session" });
  await openDay(sahn, phone, day);
  await mealShown(phone, meal.name).waitFor();

  phone.expect(401, 419);
  await phone.offline(false);
  await toProvider(sahn, phone);
  await page.getByRole("link", { name: /Noor Darwish/ }).click();
  await page.waitForURL(/localhost.*\/(dashboard|delivery)\//);
  await until("the choice to be on the server", async () => {
    const [[held] = []] = await sahn.rows(
      `SELECT count(*) FROM draft_days d JOIN profiles p ON p.id = d.profile_id JOIN persons s ON s.id = p.person_id
        WHERE s.email = '${noor}'`,
    );
    return held === "1";
  });
  await openDay(sahn, phone, day);
  await mealShown(phone, meal.name).waitFor();
});
