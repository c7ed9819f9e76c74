// The app on the home screen: what a browser needs to offer it, the number on its icon, and newer versions that
// never come in the middle of something.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { threeLunches } from "#pwa/e2e/at-checkout";
import { cachedByWorker, newerWaits, visitKept } from "#pwa/e2e/cached-by-worker";
import { chooseMeal, openDay } from "#pwa/e2e/choose-at";
import { type ChosenDay, chosenDay } from "#pwa/e2e/chosen-day";
import { unsentOf } from "#pwa/e2e/kept";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { type SyncRelay, syncRelay } from "#pwa/e2e/sync-relay";
import { until } from "#pwa/e2e/until";
import { appWords, titlesWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { faqWords } from "#pwa/i18n/faq";
import { installWords } from "#pwa/i18n/install";
import { loginWords } from "#pwa/i18n/login";
import { audiences } from "#pwa/testing/audiences";
import { soak } from "#pwa/testing/soak";
import { chunks, onDemandFolder } from "#pwa/worker/chunks";
import { isKeptIn, languageOf, languages } from "#pwa/worker/languages";
import { isOnDemand } from "#pwa/worker/opened";

const lina = "lina@qasrdesign.example";
let sahn: Sahn;
let relay: SyncRelay;
let phone: Phone;
let desk: Device;
let day: ChosenDay;
let profile: string;

beforeAll(async () => {
  sahn = await startSahn("install");
  relay = await syncRelay(sahn);
  phone = await openPhone("install", { installs: true, wholeBrowser: soak });
  phone.expectSilence();
  await signIn(relay.sahn, phone, lina);
  desk = await secondDevice(sahn, lina);
  day = await chosenDay(desk);
  profile = (await desk.me()).id;
});
afterEach(() => {
  relay.release();
  relay.refuse(null);
});

const dashboard = () => phone.page.goto(`${relay.sahn.url}/dashboard/home`);
const weeks = () => phone.page.getByRole("heading", { name: dashboardWords.weeks, exact: true });

const dist = "server/dist";
type Manifest = {
  screenshots: { src: string; form_factor: string }[];
  shortcuts: { url: string; name: string }[];
  icons: { src: string; purpose?: string }[];
};
const manifest = (): Manifest => JSON.parse(readFileSync(join(dist, "manifest.webmanifest"), "utf8"));

test.runIf(soak)("the browser finds everything that an app needs", async () => {
  const devtools = await phone.context.newCDPSession(phone.page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A private window or a browser without a screen may have objections of its own; none may be about the app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
  const { errors } = await devtools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  for (const { url } of manifest().shortcuts) {
    await phone.page.goto(`${relay.sahn.url}${url}`);
    await phone.page.getByRole("main").getByRole("heading").first().waitFor();
    expect(await phone.page.getByRole("heading", { name: "Page not found" }).count()).toBe(0);
  }
});

test("the pictures of the home screen and the store are small, and the worker does not keep those of the store", () => {
  const { icons, screenshots } = manifest();
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(["narrow", "wide"]));
  for (const { src } of [...screenshots, ...icons]) {
    expect(statSync(join(dist, src)).size).toBeLessThanOrEqual(60_000);
  }
  const worker = readFileSync(join(dist, "sw.js"), "utf8");
  expect(screenshots.filter(({ src }) => worker.includes(src.slice(1)))).toEqual([]);
});

const built = () =>
  [...readFileSync(join(dist, "sw.js"), "utf8").matchAll(/"url":"([^"]+)"/g)].map(([, url = ""]) => url);
/** The files that a file of the built app cannot run without, by their paths. */
const neededBy = (url: string) =>
  [...readFileSync(join(dist, url), "utf8").matchAll(/(?:from|import)\s*"(\.[^"]+)"/g)].map(([, file = ""]) =>
    join(dirname(url), file),
  );

test.each(languages)("what the worker keeps in %s needs nothing that it does not keep", (language) => {
  const kept = built().filter((url) => isKeptIn(language, url) || (!isOnDemand(url) && !languageOf(url)));
  const needed = kept.filter((url) => url.endsWith(".js")).flatMap(neededBy);
  expect(needed.length).toBeGreaterThan(kept.length);
  expect(needed.filter((url) => !kept.includes(url))).toEqual([]);
  // As they are; less than 0.4 MB travel. In Arabic a letter has two bytes, and the letters come with a font of their own.
  expect(kept.reduce((bytes, url) => bytes + statSync(join(dist, url)).size, 0)).toBeLessThanOrEqual(
    language === "en" ? 976_600 : 1_035_000,
  );
});

/** The JavaScript without which nothing of a page is shown, in bytes as Brotli carries it, by the name of the page's file. */
const maxBytes = { home: 92_450, "sign-in": 94_250, dashboard: 100_350, menu: 104_900 };

test.each(Object.entries(maxBytes))("the first picture of %s needs no more than %i bytes of code", (page, most) => {
  const frame = /src="\/(assets\/en\/index-[^"]+)"/.exec(readFileSync(join(dist, "index.html"), "utf8"))?.[1];
  const own = built().find((url) => new RegExp(`en/${page}-[\\w-]{8}\\.js$`).test(url));
  const all = new Set([frame ?? "no frame", own ?? "no page"]);
  for (const one of all) for (const next of neededBy(one)) all.add(next);
  const bytes = [...all].map((url) => {
    const packed = join(dist, `${url}.br`);
    return statSync(existsSync(packed) ? packed : join(dist, url)).size;
  });
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(most);
});

test("no audience loads another's code", () => {
  const nameOf = (url: string) => /([\w-]+)-[\w-]{8}\.js$/.exec(url)?.[1];
  const audienceOf = (url: string) => {
    const folder = chunks.find(({ name }) => name === nameOf(url))?.folder.split("/")[1] ?? "";
    return audiences.includes(folder) ? folder : null;
  };
  const scripts = built().filter((url) => url.endsWith(".js"));
  expect(audiences.filter((one) => !scripts.some((url) => audienceOf(url) === one))).toEqual([]);
  const wrong: string[] = [];
  for (const url of scripts.filter(audienceOf)) {
    const all = new Set([url]);
    for (const one of all) for (const next of neededBy(one)) all.add(next);
    for (const one of all) if (![null, audienceOf(url)].includes(audienceOf(one))) wrong.push(`${url} → ${one}`);
  }
  expect(wrong).toEqual([]);
});

test("a tablet that loses its network while the app comes onto it gets the app when the network is back", async () => {
  const tablet = await openPhone("install/lost-network", { width: 1024, height: 768 });
  const { page } = tablet;
  await page.exposeFunction("loseNetwork", () => tablet.offline(true));
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    serviceWorker.register = async (...how) => {
      serviceWorker.register = register;
      await (window as unknown as { loseNetwork: () => Promise<void> }).loseNetwork();
      return register(...how).catch((cause) => {
        Object.assign(window, { failed: true });
        throw cause;
      });
    };
  });
  await page.goto(`${sahn.url}/login`);
  await page.waitForFunction(() => "failed" in window);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined();
  await tablet.offline(false);
  await cachedByWorker(tablet);
  await tablet.offline(true);
  await page.reload();
  await page.getByLabel(loginWords.email, { exact: true }).waitFor();
});

test("a page that was on its way while the app came onto the tablet has its files too", async () => {
  const tablet = await openPhone("install/on-its-way", { width: 1024, height: 768 });
  const late = await tablet.context.newPage();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await late.addInitScript(() => Object.assign(window, { controlled: navigator.serviceWorker?.controller !== null }));
  await late.route("**/menu", (route) => held.then(() => route.continue()));
  const requested = late.waitForRequest("**/menu");
  const arrived = late.goto(`${sahn.url}/menu`);
  await requested;
  await tablet.page.goto(`${sahn.url}/login`);
  await cachedByWorker(tablet);
  release();
  await arrived;
  expect(await late.evaluate(() => (window as unknown as { controlled: boolean }).controlled)).toBe(false);
  await cachedByWorker({ page: late });
});

test("every page for an employee opens without a connection though it was never opened with one", async () => {
  const { page, context } = phone;
  await dashboard();
  await weeks().waitFor();
  await cachedByWorker(phone);
  // What an admin's dashboard still loads for itself is not what is looked for.
  await page.goto("about:blank");
  const refusedBefore = relay.refused();
  relay.refuse("/");
  const missing: string[] = [];
  context.on("requestfailed", (request) => {
    // What ends with its page is not missed by it.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") missing.push(new URL(request.url()).pathname);
  });
  for (const [path, title] of [
    ["/dashboard/history", titlesWords.dashboard.history],
    ["/dashboard/profile", titlesWords.dashboard.profile],
    ["/delivery", titlesWords.delivery],
    [`/mealselection?day=${day.date}`, titlesWords.meals],
    [`/checkout?week=${day.week}`, titlesWords.checkout],
    ["/payment/01JP0000000000000000000000", titlesWords.payment],
    ["/menu", titlesWords.menu],
  ] as const) {
    await page.goto(`${relay.sahn.url}${path}`);
    // The title comes with the page itself, and what a page loads for itself soon after.
    await expect.poll(() => page.title()).toBe(appWords.titled(title ?? ""));
    await page.locator("main :is(h1, h2)").first().waitFor();
    expect(await page.getByText(appWords.notLoaded, { exact: true }).count()).toBe(0);
  }
  // Parts in this folder are left out of a page where they were never opened, like the choice of notifications, which needs a connection.
  const left = `/assets/${onDemandFolder}`;
  expect(missing.filter((path) => path.startsWith("/assets/") && !path.startsWith(left))).toEqual([]);
  await expect.poll(relay.refused).toBeGreaterThan(refusedBefore);
});

test("the questions open without a connection once they were opened, also when that was on the first visit", async () => {
  const visitor = await openPhone("install/questions");
  const { page } = visitor;
  await page.goto(`${sahn.url}/faq`);
  await page.getByRole("heading", { name: faqWords.title, exact: true }).waitFor();
  await cachedByWorker(visitor);
  await visitKept(visitor);
  // The browser's own copies of the files may be gone; the worker's are not.
  const devtools = await visitor.context.newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await page.goto("about:blank");
  await visitor.offline(true);
  await page.goto(`${sahn.url}/faq`);
  await page.getByRole("heading", { name: faqWords.title, exact: true }).waitFor();
  const [question] = faqWords.groups[0]?.questions ?? [];
  await page.getByText(question?.ask ?? "", { exact: true }).waitFor();
});

test("the icon shows how many changes wait, and nothing when they are sent", async () => {
  const { page } = phone;
  await page.addInitScript(() => {
    const shown: number[] = [];
    Object.assign(window, { shown });
    navigator.setAppBadge = async (count = -1) => void shown.push(count);
    navigator.clearAppBadge = async () => void shown.push(0);
  });
  await openDay(relay.sahn, phone, day);
  relay.refuse("/api/sync");
  await chooseMeal(phone, day, day.next());
  const shown = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown.at(-1));
  await expect.poll(shown, { timeout: 15_000 }).toBe(1);
  const lasting = () => page.evaluate(() => JSON.parse(localStorage.getItem("sahn.lasting") ?? "{}"));
  await expect.poll(lasting).toMatchObject({ lasting: expect.any(Boolean) });
  relay.refuse(null);
  await expect.poll(shown, { timeout: 15_000 }).toBe(0);
});

/** What tells one loading of the page from the next. */
const mark = () => phone.page.evaluate(() => Object.assign(window, { marked: true }) && undefined);
const marked = () => phone.page.evaluate(() => "marked" in window);
const versionOf = (page = phone.page) =>
  page.evaluate(() => document.querySelector("meta[name=version]")?.getAttribute("content"));
const offer = () => phone.page.getByText(appWords.newVersion, { exact: true });

test.runIf(soak)("a newer version waits while she is at checkout, and what waits to be sent survives it", async () => {
  const { page, context } = phone;
  const { week } = await threeLunches(sahn, lina);
  await dashboard();
  await weeks().waitFor();
  await cachedByWorker(phone);
  await page.goto(`${relay.sahn.url}/checkout?week=${week}`);
  await page.getByRole("heading", { name: checkoutWords.whatYouPay, exact: true }).waitFor();
  await until("this window to say that it is paying", () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === "sahn-paying")),
  );
  await mark();
  relay.deploy("2");
  await newerWaits(phone);
  // Nothing of it is seen here, and nothing happens by itself.
  expect(await offer().count()).toBe(0);
  expect(await marked()).toBe(true);

  // Another window offers it and may not take it, because this one is paying.
  const other = await context.newPage();
  await other.goto(`${relay.sahn.url}/dashboard/home`);
  const refresh = other.getByRole("button", { name: appWords.refresh, exact: true });
  await refresh.click();
  await other.getByText(installWords.payingElsewhere, { exact: true }).waitFor();
  expect(await offer().count()).toBe(0);
  expect(await marked()).toBe(true);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)).toBe(
    true,
  );
  await other.close();

  // A change is under way when the other window takes the newer version.
  await openDay(relay.sahn, phone, day);
  const { reached } = relay.stopNext("before the server");
  const meal = day.next();
  await chooseMeal(phone, day, meal);
  const [op] = (await reached).map(({ id }) => id);
  relay.refuse("/api/sync");
  await mark();
  expect(await versionOf()).toBeUndefined();
  const second = await context.newPage();
  await second.goto(`${relay.sahn.url}/dashboard/home`);
  await second.getByText(appWords.newVersion, { exact: true }).waitFor();
  await second.getByRole("button", { name: appWords.refresh, exact: true }).click();
  await expect.poll(() => versionOf(second), { timeout: 15_000 }).toBe("2");
  await expect.poll(() => versionOf(), { timeout: 15_000 }).toBe("2");
  expect(await marked()).toBe(false);
  expect(await unsentOf(page, profile)).toEqual([op]);
  relay.release();
  relay.refuse(null);
  await until("the change on the server", async () => (await day.onServer()).some((item) => item.meal === meal.id));
  await second.close();
});
