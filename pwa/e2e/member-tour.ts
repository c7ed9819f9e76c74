import type { Page } from "playwright-core";
import { cachedByWorker } from "#pwa/e2e/cached-by-worker";
import { openDay } from "#pwa/e2e/choose-at";
import { addMeal } from "#pwa/e2e/choose-meals";
import type { Phone } from "#pwa/e2e/open-phone";
import { like } from "#pwa/e2e/screen";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { teamTour } from "#pwa/e2e/team-tour";
import type { Tour } from "#pwa/e2e/tour";
import { headerWords } from "#pwa/i18n/app";
import { checkoutWords } from "#pwa/i18n/checkout";
import { companyWords, forecastWords, payingWords } from "#pwa/i18n/company";
import { conflictWords } from "#pwa/i18n/conflict";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { deliveryWords } from "#pwa/i18n/delivery";
import { installWords } from "#pwa/i18n/install";
import { logoutWords } from "#pwa/i18n/logout";
import { marksWords } from "#pwa/i18n/marks";
import { mealsWords } from "#pwa/i18n/meals";
import { notFoundWords } from "#pwa/i18n/not-found";
import { paymentWords } from "#pwa/i18n/payment";
import { deletionWords, profileWords } from "#pwa/i18n/profile";
import { reportWords } from "#pwa/i18n/report";
import { longDay } from "#pwa/i18n/say-day";
import { payWords } from "#pwa/i18n/subscription";
import { syncWords } from "#pwa/i18n/sync";
import type { MenuWeek, Order, Profile } from "#pwa/offline/wire";
import { addDays } from "#pwa/rules/week/date";

const lina = "lina@qasrdesign.example";
const unknown = "01KAAAAAAAAAAAAAAAAAAAAAAA";
const anyDay = new RegExp(
  `^(${[7, 8, 9, 10, 11].map((day) => longDay(`2030-01-${String(day).padStart(2, "0")}`)).join("|")})`,
);
const hi = (name: string) => new RegExp(`^${headerWords.hi("…").split("…")[0]}${name}`);
const cart = new RegExp(`^${headerWords.cart(0).split(/[,،]/)[0]}`);

type Week = { week: string; dates: string[] };
type Weeks = { next: Week; paid: Order; failed: Order };

/** One week is paid, the card was declined for another, the third is chosen and not ordered. */
export async function memberTour(sahn: Sahn, phone: Phone, tour: Tour): Promise<void> {
  const desk = await secondDevice(sahn, lina);
  const weeks = await threeWeeks(desk);
  await lengthen(phone.page);
  await signIn(sahn, phone, lina);
  await choosing(tour, weeks);
  await results(desk, tour, weeks);
  await person(tour);
  await teamTour(tour);
  await company(tour);
  await reports(tour, weeks.paid);
  await conflicts(sahn, tour, weeks.next);
  await phone.page.unrouteAll();
  await unsent(sahn, phone, tour, weeks);
}

async function threeWeeks(desk: Device): Promise<Weeks> {
  const all = await desk.weeks();
  const open = all.filter((week) => week.open.length >= 3);
  // A later week of which a feast leaves two days asks for no more: it can be the one that is not ordered.
  const short = all.slice(1).filter((week) => week.open.length === 2);
  const chosen: Week[] = [];
  for (const { value: week, menu, open: days } of [...open, ...short].slice(0, 3)) {
    const dates = days.slice(0, 3);
    await desk.chooseFirst(menu, dates);
    chosen.push({ week, dates });
  }
  const [paid, failed, next] = chosen;
  if (!paid || !failed || !next) throw new Error("there are not three weeks that can be ordered");
  return { paid: await desk.buy(paid.dates), failed: await desk.buy(failed.dates, "Declined"), next };
}

/** Names that are longer than anybody planned for. */
async function lengthen(page: Page) {
  const rewrite = <T>(path: string | RegExp, change: (body: T) => void) =>
    page.route(path, async (route) => {
      const answer = await route.fetch();
      if (!answer.ok()) return route.fulfill({ response: answer });
      const body = (await answer.json()) as T;
      change(body);
      await route.fulfill({ response: answer, json: body });
    });
  await rewrite<MenuWeek>("**/api/menu/*/*", ({ meals }) => {
    for (const [at, meal] of meals.entries()) {
      if (at % 3 === 0) meal.name += " with slow-roasted tomatoes, preserved lemon and pomegranate molasses";
    }
  });
  await rewrite<{ data: Profile }>(/\/api\/(profile-login|get-profile)$/, ({ data }) => {
    data.name = "Maximiliana-Konstantina Featherstonehaugh-Papadopoulou";
    data.company_name = "International Maritime and Offshore Logistics Holding Company of the Emirates FZE";
    data.switchable = 1;
  });
}

async function choosing({ page, go, press, look, sheet }: Tour, { next: { week, dates }, paid }: Weeks) {
  await go(`/dashboard/home?week=${week}`, dashboardWords.weeks);
  await page.getByRole("link", { name: dashboardWords.checkout(dates.length), exact: true }).waitFor();
  await look("dashboard");
  await press(hi("Maximiliana"));
  await look("account-menu");
  await go(`/dashboard/home?week=${paid.week}`, dashboardWords.weeks);
  await look("dashboard-paid");
  await go(`/delivery/${week}`, deliveryWords.title);
  await look("delivery");

  await go(`/mealselection?day=${dates[0]}`, anyDay);
  await page
    .getByRole("button", { name: like(mealsWords.addTo("…", "…")) })
    .first()
    .waitFor();
  await look("meals");
  await page.getByRole("button", { name: mealsWords.filters }).first().click();
  await sheet("filters", mealsWords.filters);
  await press(cart);
  await sheet("day-summary", /./);
  await go(`/editorder/${paid.id}`, anyDay);
  await look("edit-order");
  await go(`/checkout?week=${week}`, checkoutWords.whatYouPay);
  await page.getByRole("button", { name: like(checkoutWords.pay("…")) }).waitFor();
  await look("checkout");
  await go(`/checkout/edit/${paid.id}`, /./);
  await look("checkout-edit");
}

async function results(desk: Device, { page, load, go, look, sheet, follow }: Tour, { paid, failed }: Weeks) {
  // From the card page she comes back into a document of its own.
  await load(`/payment/${paid.intent?.id}`, paymentWords.setTitle);
  await look("payment-confirmed");
  // The browser offers the home screen, and the way back from the order is the moment for it.
  await page.evaluate(() =>
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt: () => null })),
  );
  await follow(paymentWords.done);
  await sheet("install", installWords.title);
  await go(`/payment/${failed.intent?.id}`, paymentWords.failed);
  await look("payment-failed");
  await page.route(`**/api/intent/${paid.intent?.id}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { status: string };
    await route.fulfill({ response: answer, json: { ...body, status: "refunded" } });
  });
  await go(`/payment/${paid.intent?.id}`, paymentWords.refunded);
  await look("payment-refunded");
  await go(`/payment/${unknown}`, paymentWords.goneTitle);
  await look("payment-unknown");

  await go("/dashboard/history", dashboardWords.history);
  await page.getByRole("article").first().getByRole("button").first().click();
  await look("history");
  // The same days once more, and nobody has paid yet.
  const { body } = await desk.handOff(failed.deliveries.map((delivery) => delivery.delivery_date));
  await go(`/payment/${body.intent}`, paymentWords.unpaid);
  await look("payment-pending");
}

async function person({ page, go, press, look, sheet }: Tour) {
  // Who leads a company has no wallet.
  await go("/dashboard/walletTransactions", notFoundWords.title);
  await go("/dashboard/profile", profileWords.title);
  await look("profile");
  await press(profileWords.editDetails);
  await press(profileWords.changePassword);
  await look("profile-editing");
  await press(profileWords.deleteOpen);
  await sheet("delete-account", deletionWords.title);
  await press(hi("Maximiliana"));
  await press(headerWords.logout);
  await page.getByRole("alertdialog", { name: logoutWords.title, exact: true }).waitFor();
  await sheet("logout", logoutWords.title);
}

/** The company, as its admin sees it. */
async function company({ page, go, press, see, look, sheet }: Tour) {
  await go("/dashboard/company-profile", companyWords.title);
  await see(forecastWords.names.Monthly ?? "");
  await look("company");
  await press(companyWords.editDetails);
  await press(companyWords.editDomains);
  await press(payingWords.change);
  await page.getByLabel(payWords.cap).fill("250");
  await press(payingWords.dryRun);
  await page.getByRole("button", { name: payingWords.switchOn, exact: true }).waitFor();
  await look("company-editing");
  await press(payingWords.switchOn);
  await sheet("company-switch-on", payingWords.sure);
}

/** What the ordered week comes to, for its company's admin. */
async function reports({ go, see, look }: Tour, { week }: Order) {
  await go(`/dashboard/company-reports?from=${week}&until=${addDays(week, 13)}&by=day`, reportWords.title);
  await see(reportWords.heat);
  await look("reports");
}

/** Two devices chose differently for one day, and on another the meal is not to be had. */
async function conflicts(sahn: Sahn, { page, load, press, sheet, look }: Tour, { week, dates }: Week) {
  const [first = "", second = ""] = dates;
  const [one, two] = [await secondDevice(sahn, lina), await secondDevice(sahn, lina)];
  const menu = (await one.weeks()).find(({ value }) => value === week)?.menu;
  const on = (date: string) => menu?.days.find((day) => day.date === date)?.meals ?? [];
  const elsewhere = menu?.meals.find(({ id }) => !on(second).includes(id))?.id ?? "";
  await one.sync([{ date: second, items: [{ meal: elsewhere, qty: 1 }] }]);
  await two.sync([{ date: first, items: [{ meal: on(first)[2] ?? "", qty: 2 }] }]);
  await load(`/dashboard/home?week=${week}`, dashboardWords.weeks);
  const decide = page.getByRole("button", { name: conflictWords.decide, exact: true }).first();
  await decide.waitFor();
  await look("dashboard-needs-you");
  await press(conflictWords.decide);
  await sheet("conflicts", /./);
}

/** Without a connection, with a change that waits. */
async function unsent(sahn: Sahn, phone: Phone, { page, load, press, look, sheet }: Tour, { next, failed }: Weeks) {
  const ordered = failed.deliveries.map((delivery) => delivery.delivery_date);
  const weeks = await (await secondDevice(sahn, lina)).weeks();
  const days = weeks.flatMap(({ value: week, open }) => open.map((date) => ({ week, date })));
  const day = days.findLast(({ date }) => !next.dates.includes(date) && !ordered.includes(date));
  if (!day) throw new Error("nothing else can be chosen");
  // Her own name is on its way again, and without a connection it would not come.
  await load("/dashboard/home", dashboardWords.weeks);
  await page.getByRole("button", { name: hi("Lina") }).waitFor();
  await openDay(sahn, phone, day);
  await cachedByWorker(phone);
  await phone.offline(true);
  await addMeal(phone, day.date);
  await load(`/dashboard/home?week=${day.week}`, dashboardWords.weeks);
  await page.getByRole("heading", { name: dashboardWords.saved(1), exact: true }).waitFor();
  await look("offline-dashboard");
  await press(marksWords.see);
  await sheet("offline-waiting", syncWords.sheetWaiting);
  await press(hi("Lina"));
  await press(headerWords.logout);
  await sheet("offline-logout", logoutWords.title);
  await load(`/checkout?week=${day.week}`, checkoutWords.offlineTitle);
  await look("offline-checkout");
  await load(`/payment/${unknown}`, paymentWords.offlineTitle);
  await look("offline-payment");
  await load("/dashboard/profile", profileWords.title);
  await look("offline-profile");
  await phone.offline(false);
}
