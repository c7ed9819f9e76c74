// Every screen for everybody: no serious fault for assistive technology in light and dark, nothing that runs out of the
// side, and a way through with the keyboard alone.
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { threeLunches } from "#pwa/e2e/atCheckout";
import { keyboard } from "#pwa/e2e/keyboard";
import { mailedCode } from "#pwa/e2e/mailedCode";
import { openPhone, type Phone } from "#pwa/e2e/openPhone";
import { outside } from "#pwa/e2e/outside";
import { payForm } from "#pwa/e2e/provider";
import { like } from "#pwa/e2e/screen";
import { signIn } from "#pwa/e2e/signIn";
import { type Sahn, startSahn } from "#pwa/e2e/startSahn";
import { uiWords } from "#pwa/words/app";
import { checkoutWords } from "#pwa/words/checkout";
import { dashboardWords } from "#pwa/words/dashboard";
import { deliveryWords } from "#pwa/words/delivery";
import { faqWords } from "#pwa/words/faq";
import { homeWords } from "#pwa/words/home";
import { loginWords } from "#pwa/words/login";
import { mealsWords } from "#pwa/words/meals";
import { menuWords } from "#pwa/words/menu";
import { notFoundWords } from "#pwa/words/notFound";
import { paymentWords } from "#pwa/words/payment";
import { privacyWords } from "#pwa/words/privacy";
import { profileWords } from "#pwa/words/profile";
import { registerWords, resetWords } from "#pwa/words/register";
import { detailsWords, subscriptionWords } from "#pwa/words/subscription";
import { termsWords } from "#pwa/words/terms";

const harbour = "00SAHNC0MPANY0000000000001";
const lina = "lina@qasrdesign.example";
let sahn: Sahn;
let phone: Phone;
/** Path and what must stand there, by the name of its picture. */
let screens: [name: string, path: string, shows: string | RegExp][];
const visitors: typeof screens = [
  ["home", "/", homeWords.title],
  ["menu", "/menu", menuWords.title],
  ["login", "/login", loginWords.title],
  ["faq", "/faq", faqWords.title],
  ["privacy", "/privacy-policy", privacyWords.title],
  ["terms", "/terms-and-conditions", termsWords.title],
  ["subscription", "/subscription", subscriptionWords.title],
  ["company-details", "/company/details", detailsWords.title],
  ["register", "/register", registerWords.title],
  ["company-login", `/company/${harbour}/login`, loginWords.title],
  ["join", `/company/${harbour}/register`, registerWords.joinTitle("Harbour Line Logistics")],
  ["password-reset", "/password-reset", resetWords.title],
];

beforeAll(async () => {
  sahn = await startSahn("looks");
  // One week is paid, another is chosen.
  const paid = await threeLunches(sahn, lina);
  const handed = await paid.desk.handOff(paid.dates);
  await payForm(handed.body.form as Parameters<typeof payForm>[0]);
  const [order] = await paid.desk.orders();
  const next = await threeLunches(sahn, lina);
  screens = [
    ["dashboard", `/dashboard/home?week=${next.week}`, dashboardWords.weeks],
    ["dashboard-paid", `/dashboard/home?week=${paid.week}`, dashboardWords.weeks],
    ["delivery", `/delivery/${next.week}`, deliveryWords.title],
    ["meals", `/mealselection?date=${next.dates[0]}`, /^(Mon|Tues|Wednes|Thurs|Fri)day/],
    ["checkout", `/checkout?week=${next.week}`, checkoutWords.whatYouPay],
    ["payment", `/payment/${order?.intent?.id}`, paymentWords.setTitle],
    ["history", "/dashboard/history", dashboardWords.history],
    ["profile", "/dashboard/profile", profileWords.title],
    ["not-found", "/nowhere", notFoundWords.title],
  ];
});
afterEach(() => phone?.end());
afterAll(() => sahn?.end());

/** Opens screens one after the other, signs in after those of visitors, and hands each over when it is complete. */
async function eachScreen(phone: Phone, look: (name: string) => Promise<void>) {
  for (const [name, path, shows] of visitors) await open(name, path, shows);
  await signIn(sahn, phone, lina);
  for (const [name, path, shows] of screens) await open(name, path, shows);

  async function open(name: string, path: string, shows: string | RegExp) {
    const { page } = phone;
    await page.goto(`${sahn.url}${path}`);
    await page.getByRole("main").getByRole("heading", { name: shows }).first().waitFor();
    await page.getByRole("status", { name: uiWords.loading, exact: true }).waitFor({ state: "detached" });
    if (name === "checkout") await page.getByRole("button", { name: like(checkoutWords.pay("…")) }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    await look(name);
  }
}

test.each(["light", "dark"])(
  "no serious or critical fault for assistive technology on any screen, %s",
  async (theme) => {
    phone = await openPhone(`looks/${theme}`, { dark: theme === "dark" });
    const faults: string[] = [];
    await eachScreen(phone, async (name) => {
      await phone.snap(name, { whole: true });
      const { violations } = await new AxeBuilder({ page: phone.page }).analyze();
      for (const { id, impact, nodes } of violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        faults.push(...nodes.map((node) => `${name}: ${id} at ${node.target.join(" ")}: ${node.failureSummary}`));
      }
      faults.push(...(await outside(phone.page)).map((what) => `${name} at 390: ${what}`));
    });
    expect(faults).toEqual([]);
  },
  180_000,
);

test("nothing runs out of the side at 768 and 1280", async () => {
  phone = await openPhone("looks/wide", { width: 1280, height: 900 });
  const wide: string[] = [];
  await eachScreen(phone, async (name) => {
    for (const width of [768, 1280]) {
      await phone.page.setViewportSize({ width, height: 900 });
      await phone.snap(`${name} ${width}`, { whole: true });
      wide.push(...(await outside(phone.page)).map((what) => `${name} at ${width}: ${what}`));
    }
  });
  expect(wide).toEqual([]);
}, 180_000);

test("with the keyboard alone: sign in with a code and choose a meal", async () => {
  phone = await openPhone("looks/keyboard", { width: 1280, height: 900 });
  const { page } = phone;
  const { tabTo, type, press } = keyboard(page);
  const ahmed = "ahmed@qasrdesign.example";
  await page.goto(`${sahn.url}/login`);
  await page.getByRole("heading", { name: loginWords.title, exact: true }).waitFor();
  await tabTo(page.getByLabel(loginWords.email, { exact: true }));
  await type(ahmed);
  await press("Enter");
  await page.getByLabel(loginWords.code, { exact: true }).waitFor();
  await expect
    .poll(() => page.getByLabel(loginWords.code, { exact: true }).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await type(await mailedCode(sahn, ahmed));
  await page.waitForURL(/\/dashboard\/home/);
  const choose = page.getByRole("link", { name: like(dashboardWords.chooseFor("…")) }).first();
  await choose.waitFor();
  await tabTo(choose);
  await phone.snap("on the dashboard");
  await press("Enter");
  const add = page.getByRole("button", { name: like(mealsWords.addTo("…", "…")) }).first();
  await add.waitFor();
  await tabTo(add);
  await phone.snap("on a meal");
  await press("Enter");
  await page
    .getByText(/ saved$/)
    .first()
    .waitFor();
  await phone.snap("chosen");
});
