// The first visit on a slow phone: the page is there before the app's code is, and the app takes its place unseen.
import { beforeAll, expect, test } from "vitest";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { homeWords as arabicHome } from "#pwa/i18n/ar/home";
import { loginWords as arabicLogin } from "#pwa/i18n/ar/login";
import { menuWords as arabicMenu } from "#pwa/i18n/ar/menu";
import { homeWords } from "#pwa/i18n/home";
import { loginWords } from "#pwa/i18n/login";
import { menuWords } from "#pwa/i18n/menu";

let sahn: Sahn;
beforeAll(async () => {
  sahn = await startSahn("first-sight");
});

type Watched = { places: () => number[][]; taken: Promise<{ places: number[][]; gaps: number }> };

/** Where the large parts of a page are, and what becomes of them when the app takes the page over. */
function watchThePage() {
  const places = () =>
    [...document.querySelectorAll("header, aside, h1, h2, form, main .btn, .grid2, .plates3")].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    });
  const sent = document.querySelector("h1");
  let gaps = 0;
  const taken = new Promise((done) => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector("h1")) gaps++;
      else if (!sent?.isConnected) {
        watch.disconnect();
        done({ places: places(), gaps });
      }
    }).observe(document, { childList: true, subtree: true });
  });
  Object.assign(window, { places, taken });
}

const taken = (page: Phone["page"]) => page.evaluate(() => (window as unknown as Watched).taken);

/** A phone that reads a page while none of the app's code has arrived. `release` lets the code come. */
async function withoutCode(path: string, how: { lang?: "ar"; width?: number; height?: number } = {}) {
  const { page, context } = await openPhone("first-sight", how);
  if (how.lang) await context.addCookies([{ name: "lang", value: how.lang, url: sahn.url }]);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route("**/assets/**/*.js", (route) => held.then(() => route.continue()));
  await page.goto(`${sahn.url}${path}`, { waitUntil: "domcontentloaded" });
  await page.locator("h1").waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(watchThePage);
  return { page, release };
}

/** The app's own page is where the one was that the server had sent, and between the two there was never none. */
async function takesOver({ page, release }: { page: Phone["page"]; release: () => void }) {
  const before = await page.evaluate(() => (window as unknown as Watched).places());
  expect(before.length).toBeGreaterThan(2);
  release();
  const { places, gaps } = await taken(page);
  expect(gaps).toBe(0);
  expect(places).toEqual(before);
}

test.each([
  ["/", homeWords.title, arabicHome.title],
  ["/menu", menuWords.title, arabicMenu.title],
  ["/login", loginWords.title, arabicLogin.title],
])(
  "a visitor sees %s before its code is here, in both languages, and the app takes its place unseen",
  async (path, title, arabic) => {
    const english = await withoutCode(path);
    expect(await english.page.locator("h1").textContent()).toBe(title);
    await takesOver(english);
    const wide = await withoutCode(path, { width: 1280, height: 800 });
    await takesOver(wide);
    const inArabic = await withoutCode(path, { lang: "ar" });
    expect(await inArabic.page.locator("h1").textContent()).toBe(arabic);
    expect(await inArabic.page.locator("h1").evaluate((h1) => getComputedStyle(h1).direction)).toBe("rtl");
    await takesOver(inArabic);
  },
);

test("without any code a visitor can go from page to page", async () => {
  const { page } = await withoutCode("/");
  await page.locator("main").getByRole("link", { name: homeWords.seeMenu, exact: true }).click();
  await page.getByRole("heading", { name: menuWords.title, exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/menu");
});

test("what is typed before the code is here stays typed, and where it is typed", async () => {
  const { page, release } = await withoutCode("/login");
  const field = () => page.getByLabel(loginWords.email, { exact: true });
  await field().fill("lina@qasrdesign.example");
  release();
  await taken(page);
  expect(await field().inputValue()).toBe("lina@qasrdesign.example");
  expect(await field().evaluate((input) => input === document.activeElement)).toBe(true);
});

test.each([
  ["the button", (page: Phone["page"]) => page.getByRole("button", { name: loginWords.sendCode, exact: true }).click()],
  ["Enter", (page: Phone["page"]) => page.getByLabel(loginWords.email, { exact: true }).press("Enter")],
])("a form that is sent by %s before the code is here is sent by the app", async (_, send) => {
  const { page, release } = await withoutCode("/login");
  await page.getByLabel(loginWords.email, { exact: true }).fill("lina@qasrdesign.example");
  await send(page);
  expect(new URL(page.url()).search).toBe("");
  release();
  await page.getByLabel(loginWords.code, { exact: true }).waitFor();
});

test("a button that is pressed before the code is here does what it says once it is", async () => {
  const { page, release } = await withoutCode("/login");
  await page.getByLabel(loginWords.email, { exact: true }).fill("lina@qasrdesign.example");
  await page.getByRole("button", { name: loginWords.usePassword, exact: true }).click();
  release();
  await page.getByLabel(loginWords.password, { exact: true }).waitFor();
  await page.getByText("lina@qasrdesign.example").waitFor();
});
