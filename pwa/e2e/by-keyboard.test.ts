// The main paths with Tab, Enter, Escape and letters alone: signing in, choosing, the sheets, paying, logging out.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { afterDoubleTap } from "#pwa/e2e/choose-meals";
import { hasFocus, keyboard } from "#pwa/e2e/keyboard";
import { mailedCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { secondDevice } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { appWords, headerWords, titlesWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { deliveryWords } from "#pwa/i18n/delivery";
import { formWords } from "#pwa/i18n/form";
import { homeWords } from "#pwa/i18n/home";
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
  const { tabTo, press, roundAndOut } = keyboard(page);
  await page.goto(sahn.url);
  await named("heading", homeWords.title).waitFor();
  await tabTo(named("link", headerWords.menu));
  await press("Enter");
  await arrived(titlesWords.menu);
  await named("heading", menuWords.title).waitFor();
  const meal = page.locator("article.tile button.whole").first();
  await meal.waitFor();
  const name = await meal.innerText();
  await tabTo(meal);
  await press("Enter");
  expect(await roundAndOut(named("dialog", name), meal)).toBeGreaterThan(0);
});

test("the menu of a narrow window opens, holds the focus and gives it back", async () => {
  const { page } = phone;
  const { tabTo, press, roundAndOut } = keyboard(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const opener = named("button", headerWords.openMenu);
  await tabTo(opener);
  await press("Enter");
  expect(await roundAndOut(named("dialog", headerWords.openMenu), opener)).toBeGreaterThan(3);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test.runIf(soak)("she signs in with a code and chooses three days and their meals", async () => {
  const { page } = phone;
  const { tabTo, type, press, roundAndOut } = keyboard(page);
  const week = (await (await secondDevice(sahn, ahmed)).weeks()).find(({ open }) => open.length >= 3);
  await page.goto(`${sahn.url}/login`);
  await named("heading", loginWords.title).waitFor();
  await tabTo(page.getByLabel(loginWords.email, { exact: true }));
  await type(ahmed);
  await press("Enter");
  await page.getByLabel(loginWords.code, { exact: true }).waitFor();
  await hasFocus(page.getByLabel(loginWords.code, { exact: true }));
  await type(await mailedCode(sahn, ahmed));
  await arrived(titlesWords.dashboard.home);

  await tabTo(named("button", week?.label ?? ""));
  await press("Enter");
  await page.getByRole("region", { name: week?.label, exact: true }).waitFor();
  await tabTo(
    named("link", like(dashboardWords.orderFor(["…"])))
      .or(named("link", dashboardWords.orderFor(["", "", "", "", ""])))
      .first(),
  );
  await press("Enter");
  await arrived(titlesWords.delivery);
  await named("heading", deliveryWords.title).waitFor();
  const onward = named("link", deliveryWords.chooseMeals);
  await onward.waitFor();
  await tabTo(onward);
  await press("Enter");
  await arrived(titlesWords.meals);

  for (let lunches = 0; lunches < 3; lunches++) {
    const day = page.getByRole("heading", { level: 1, name: /^(Mon|Tues|Wednes|Thurs|Fri)day/ });
    const said = await day.innerText();
    const add = named("button", like(mealsWords.addTo("…", said.split(" ")[0] ?? "")));
    await add.waitFor();
    await afterDoubleTap(phone);
    await tabTo(add);
    await press("Enter");
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
  await tabTo(filters);
  await press("Enter");
  expect(await roundAndOut(named("dialog", mealsWords.filters), filters)).toBeGreaterThan(5);
  const cart = named("button", headerWords.cart(3));
  await tabTo(cart);
  await press("Enter");
  expect(await roundAndOut(named("dialog", mealsWords.summaryOf(3)), cart)).toBeGreaterThan(3);
  await phone.snap("chosen");
});

test.runIf(soak)("she pays", async () => {
  const { page } = phone;
  const { tabTo, press } = keyboard(page);
  await tabTo(named("link", mealsWords.checkoutDays(3)).or(named("link", mealsWords.checkout)).first());
  await press("Enter");
  await arrived(titlesWords.checkout);
  const pay = named("button", like(checkoutWords.pay("…")));
  await pay.waitFor();
  await tabTo(pay);
  await phone.snap("pay");
  await press("Enter");
  await page.waitForURL(/127\.0\.0\.1/);
  const card = page.locator("[data-number]").first();
  await card.waitFor();
  await tabTo(card);
  await press("Enter");
  await tabTo(named("button", /^Pay /));
  await press("Enter");
  await named("heading", paymentWords.setTitle).waitFor();
  // Until the order is here, another page with the same title and the same way on stands in for this one.
  await named("heading", paymentWords.whoPaid).waitFor();
  await tabTo(named("link", paymentWords.done));
  await press("Enter");
  await arrived(titlesWords.dashboard.home);
  await named("heading", dashboardWords.weeks).waitFor();
});

test.runIf(soak)("what is on the phone, the profile and deleting it", async () => {
  const { page } = phone;
  const { tabTo, press, roundAndOut } = keyboard(page);
  const opener = named("button", marksWords.phone);
  await tabTo(opener);
  await press("Enter");
  const sheet = named("dialog", syncWords.sheet);
  const closed = await roundAndOut(sheet, opener);
  // What the folded part holds is reached once it is open.
  await press("Enter");
  await tabTo(sheet.getByText(syncWords.help, { exact: true }));
  await press("Enter");
  await named("button", syncWords.repair).waitFor();
  expect(await roundAndOut(sheet, opener)).toBeGreaterThan(closed);

  await tabTo(named("link", "My Profile"));
  await press("Enter");
  await arrived(titlesWords.dashboard.profile);
  await named("heading", profileWords.title).waitFor();
  const edit = named("button", profileWords.editDetails);
  await tabTo(edit);
  await press("Enter");
  await hasFocus(page.getByLabel(formWords.name, { exact: true }));
  await tabTo(named("button", formWords.cancel));
  await press("Enter");
  await hasFocus(edit);
  const leave = named("button", profileWords.deleteOpen);
  await tabTo(leave);
  await press("Enter");
  expect(await roundAndOut(named("dialog", deletionWords.title), leave)).toBeGreaterThan(4);
});

test.runIf(soak)("logging out asks, No stays and Yes leaves", async () => {
  const { page } = phone;
  const { tabTo, press, roundAndOut } = keyboard(page);
  await cachedByWorker(phone);
  const me = named("button", new RegExp(`^${headerWords.hi("Ahmed")}`));
  await tabTo(me);
  await press("Enter");
  await named("button", headerWords.logout).waitFor();
  await press("Escape");
  await named("button", headerWords.logout).waitFor({ state: "detached" });
  await hasFocus(me);
  await press("Enter");
  await tabTo(named("button", headerWords.logout));
  await press("Enter");
  const asked = named("alertdialog", logoutWords.title);
  expect(await roundAndOut(asked, me)).toBe(2);
  await press("Enter");
  await tabTo(named("button", headerWords.logout));
  await press("Enter");
  await asked.waitFor();
  await hasFocus(named("button", logoutWords.no));
  await press("Shift+Tab");
  await hasFocus(named("button", logoutWords.yes));
  await press("Enter");
  await named("heading", loginWords.title).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/company\/\w+\/login$/);
});
