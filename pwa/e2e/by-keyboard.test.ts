// The main paths with Tab, Enter, Escape and letters alone: signing in, choosing, the sheets, paying, logging out.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { afterDoubleTap } from "#pwa/e2e/choose-meals";
import { enter, hasFocus, roundAndOut, tabTo } from "#pwa/e2e/keyboard";
import { mailedCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { secondDevice } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { appWords, headerWords, titlesWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { deliveryWords } from "#pwa/i18n/delivery";
import { footerWords } from "#pwa/i18n/footer";
import { formWords } from "#pwa/i18n/form";
import { homeWords } from "#pwa/i18n/home";
import { legalWords } from "#pwa/i18n/legal";
import { loginWords } from "#pwa/i18n/login";
import { logoutWords } from "#pwa/i18n/logout";
import { marksWords } from "#pwa/i18n/marks";
import { mealsWords } from "#pwa/i18n/meals";
import { menuWords } from "#pwa/i18n/menu";
import { paymentWords } from "#pwa/i18n/payment";
import { deletionWords, profileWords } from "#pwa/i18n/profile";
import { syncWords } from "#pwa/i18n/sync";
import { soak } from "#pwa/testing/soak";

const ahmed = "ahmed@qasrdesign.example";
let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("by-keyboard");
  phone = await openPhone("by-keyboard", { width: 1280, height: 900 });
});

const named = <T extends "link" | "button" | "heading" | "dialog" | "alertdialog">(role: T, name: string | RegExp) =>
  phone.page.getByRole(role, { name, exact: true }).filter({ visible: true }).first();

/** Over when a page that was gone to has moved the focus to where reading goes on: it names the tab just before. */
const arrived = (title = "") =>
  phone.page.waitForFunction((wanted) => document.title === wanted, appWords.titled(title));

test("a visitor opens the menu, looks at a meal and comes back to it", async () => {
  const { page } = phone;
  await page.goto(sahn.url);
  await named("heading", homeWords.title).waitFor();
  await enter(named("link", headerWords.menu));
  await arrived(titlesWords.menu);
  await named("heading", menuWords.title).waitFor();
  const meal = page.locator("article.tile button.whole").first();
  await meal.waitFor();
  const name = await meal.innerText();
  await enter(meal);
  expect(await roundAndOut(named("dialog", name), meal)).toBeGreaterThan(0);
});

test("the menu of a narrow window opens, holds the focus and gives it back", async () => {
  const { page } = phone;
  await page.setViewportSize({ width: 390, height: 844 });
  const opener = named("button", headerWords.openMenu);
  await enter(opener);
  expect(await roundAndOut(named("dialog", headerWords.openMenu), opener)).toBeGreaterThan(3);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("the contents of a long text lead to its parts", async () => {
  const { page } = phone;
  await enter(page.getByRole("contentinfo").getByRole("link", { name: footerWords.privacy, exact: true }));
  await arrived(titlesWords.privacy);
  const contents = page.getByRole("navigation", { name: legalWords.contents, exact: true });
  await enter(contents.getByRole("link", { name: "Your rights", exact: true }));
  const part = page.locator("#rights");
  await hasFocus(part);
  expect(new URL(page.url()).hash).toBe("#rights");
  const top = () => part.evaluate((one) => one.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await phone.snap("a part");
});

test.runIf(soak)("she signs in with a code and chooses three days and their meals", async () => {
  const { page } = phone;
  const week = (await (await secondDevice(sahn, ahmed)).weeks()).find(({ open }) => open.length >= 3);
  await page.goto(`${sahn.url}/login`);
  await named("heading", loginWords.title).waitFor();
  await tabTo(page.getByLabel(loginWords.email, { exact: true }));
  await page.keyboard.type(ahmed);
  await page.keyboard.press("Enter");
  await page.getByLabel(loginWords.code, { exact: true }).waitFor();
  await hasFocus(page.getByLabel(loginWords.code, { exact: true }));
  await page.keyboard.type(await mailedCode(sahn, ahmed));
  await arrived(titlesWords.dashboard.home);

  await enter(named("button", week?.label ?? ""));
  await page.getByRole("region", { name: week?.label, exact: true }).waitFor();
  await enter(
    named("link", like(dashboardWords.orderFor(["…"])))
      .or(named("link", dashboardWords.orderFor(["", "", "", "", ""])))
      .first(),
  );
  await arrived(titlesWords.delivery);
  await named("heading", deliveryWords.title).waitFor();
  const onward = named("link", deliveryWords.chooseMeals);
  await onward.waitFor();
  await enter(onward);
  await arrived(titlesWords.meals);

  for (let lunches = 0; lunches < 3; lunches++) {
    const day = page.getByRole("heading", { level: 1, name: /^(Mon|Tues|Wednes|Thurs|Fri)day/ });
    const said = await day.innerText();
    const add = named("button", like(mealsWords.addTo("…", said.split(" ")[0] ?? "")));
    await add.waitFor();
    await afterDoubleTap(phone);
    await enter(add);
    const saved = page
      .locator(".toast")
      .filter({ has: page.getByText(mealsWords.saved(said.split(" ")[0] ?? ""), { exact: true }) });
    const onward = like(mealsWords.movedOn("…"));
    const where = saved.getByText(onward).or(saved.getByText(mealsWords.savedHere, { exact: true }));
    const [, next] = onward.exec(await where.innerText()) ?? [];
    if (!next) continue;
    // The next day stands there, and reading goes on at its name.
    await named("heading", new RegExp(`^${next}`)).waitFor();
    await hasFocus(day);
  }
  const filters = named("button", new RegExp(`^${mealsWords.filters}`));
  await enter(filters);
  expect(await roundAndOut(named("dialog", mealsWords.filters), filters)).toBeGreaterThan(5);
  const cart = named("button", headerWords.cart(3));
  await enter(cart);
  expect(await roundAndOut(named("dialog", mealsWords.summaryOf(3)), cart)).toBeGreaterThan(3);
  await phone.snap("chosen");
});

test.runIf(soak)("she pays", async () => {
  const { page } = phone;
  await enter(named("link", mealsWords.checkoutDays(3)).or(named("link", mealsWords.checkout)).first());
  await arrived(titlesWords.checkout);
  const pay = named("button", like(checkoutWords.pay("…")));
  await pay.waitFor();
  await tabTo(pay);
  await phone.snap("pay");
  await page.keyboard.press("Enter");
  await page.waitForURL(/127\.0\.0\.1/);
  const card = page.locator("[data-number]").first();
  await card.waitFor();
  await enter(card);
  await enter(named("button", /^Pay /));
  await named("heading", paymentWords.setTitle).waitFor();
  // Until the order is here, another page with the same title and the same way on stands in for this one.
  await named("heading", paymentWords.whoPaid).waitFor();
  await enter(named("link", paymentWords.done));
  await arrived(titlesWords.dashboard.home);
  await named("heading", dashboardWords.weeks).waitFor();
});

test.runIf(soak)("what is on the phone, the profile and deleting it", async () => {
  const { page } = phone;
  const opener = named("button", marksWords.phone);
  await enter(opener);
  const sheet = named("dialog", syncWords.sheet);
  const closed = await roundAndOut(sheet, opener);
  // What the folded part holds is reached once it is open.
  await page.keyboard.press("Enter");
  await enter(sheet.getByText(syncWords.help, { exact: true }));
  await named("button", syncWords.repair).waitFor();
  expect(await roundAndOut(sheet, opener)).toBeGreaterThan(closed);

  await enter(named("link", "My Profile"));
  await arrived(titlesWords.dashboard.profile);
  await named("heading", profileWords.title).waitFor();
  const edit = named("button", profileWords.editDetails);
  await enter(edit);
  await hasFocus(page.getByLabel(formWords.name, { exact: true }));
  await enter(named("button", formWords.cancel));
  await hasFocus(edit);
  const leave = named("button", profileWords.deleteOpen);
  await enter(leave);
  expect(await roundAndOut(named("dialog", deletionWords.title), leave)).toBeGreaterThan(4);
});

test.runIf(soak)("logging out asks, No stays and Yes leaves", async () => {
  const { page } = phone;
  await cachedByWorker(phone);
  const me = named("button", new RegExp(`^${headerWords.hi("Ahmed")}`));
  await enter(me);
  await named("button", headerWords.logout).waitFor();
  await page.keyboard.press("Escape");
  await named("button", headerWords.logout).waitFor({ state: "detached" });
  await hasFocus(me);
  await page.keyboard.press("Enter");
  await enter(named("button", headerWords.logout));
  const asked = named("alertdialog", logoutWords.title);
  expect(await roundAndOut(asked, me)).toBe(2);
  await page.keyboard.press("Enter");
  await enter(named("button", headerWords.logout));
  await asked.waitFor();
  await hasFocus(named("button", logoutWords.no));
  await page.keyboard.press("Shift+Tab");
  await hasFocus(named("button", logoutWords.yes));
  await page.keyboard.press("Enter");
  await named("heading", loginWords.title).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/company\/\w+\/login$/);
});
