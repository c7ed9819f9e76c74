import { mailedCode } from "#pwa/e2e/mailed-code";
import { like } from "#pwa/e2e/screen";
import type { Sahn } from "#pwa/e2e/start-sahn";
import type { Tour } from "#pwa/e2e/tour";
import { appWords, headerWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { faqWords } from "#pwa/i18n/faq";
import { footerWords } from "#pwa/i18n/footer";
import { addressWords, formWords } from "#pwa/i18n/form";
import { homeWords } from "#pwa/i18n/home";
import { loginWords } from "#pwa/i18n/login";
import { menuWords } from "#pwa/i18n/menu";
import { notFoundWords } from "#pwa/i18n/not-found";
import { privacyWords } from "#pwa/i18n/privacy";
import { profileWords } from "#pwa/i18n/profile";
import { registerWords, resetWords } from "#pwa/i18n/register";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/subscription";
import { termsWords } from "#pwa/i18n/terms";

const harbour = "00SAHNC0MPANY0000000000001";
const guest = "hassan@elsewhere.example";
const admin = "maximiliana.konstantinopoulou-featherstonehaugh@internationalmaritime.example";
const company = "International Maritime and Offshore Logistics Holding Company of the Emirates FZE";
const person = "Maximiliana Alexandrovna Konstantinopoulou-Featherstonehaugh";

/** Everything that can be seen without an account, and how a company with long names comes to be. */
export async function visitorTour(sahn: Sahn, tour: Tour): Promise<void> {
  await reading(tour);
  await signInPages(tour);
  await joining(sahn, tour);
  await registering(sahn, tour);
}

async function reading({ page, load, go, see, press, follow, look, lookLoading, sheet }: Tour) {
  await page.route("**/api/menu", () => undefined);
  await load("/menu", menuWords.title);
  await lookLoading("menu-loading");
  await page.unroute("**/api/menu");

  await load("/", homeWords.title);
  // Pictures that wait until they come into view.
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await look("home");
  await press(headerWords.openMenu);
  await sheet("site-menu", headerWords.openMenu);

  await go("/menu", menuWords.title);
  await page.locator("article.tile").first().waitFor();
  await look("menu");
  const meal = page.locator("article.tile button.whole").first();
  const name = await meal.innerText();
  await meal.click();
  await sheet("meal", name);

  await go("/nowhere", notFoundWords.title);
  await page.locator(".emptyplate svg").waitFor();
  await look("not-found");
  // Without a connection the code of a page that was never opened does not come, and React says so on the console as well.
  await page.evaluate(() => {
    console.error = () => undefined;
  });
  await page.getByRole("contentinfo").getByRole("link", { name: footerWords.privacy, exact: true }).waitFor();
  await page.context().setOffline(true);
  // The browser's own switch leaves the worker, which fetches such code, its connection.
  const pages = "**/assets/visit/**";
  await page.context().route(pages, (route) => route.abort());
  await follow(footerWords.privacy);
  await see(appWords.notLoaded);
  await look("error");
  await page.context().unroute(pages);
  await page.context().setOffline(false);

  await load("/faq", faqWords.title);
  await page.locator("summary").first().click();
  await look("faq");
  await go("/privacy-policy", privacyWords.title);
  await look("privacy");
  await go("/terms-and-conditions", termsWords.title);
  await look("terms");
}

async function signInPages({ go, see, press, fill, look }: Tour) {
  await go("/login", loginWords.title);
  await look("login");
  await press(loginWords.sendCode);
  await look("login-refused");
  await fill(loginWords.email, "joel@harbourline.example");
  await press(loginWords.sendCode);
  await see(loginWords.notActive.Invited.title);
  await look("login-invited");

  await go("/login", loginWords.title);
  await fill(loginWords.email, "wei@meridianwp.example");
  await press(loginWords.usePassword);
  await see(loginWords.passwordTitle);
  await look("login-password");
  await press(loginWords.useCode);
  await see(loginWords.checkEmail);
  await look("login-code");
  await press(loginWords.change);

  await go(`/company/${harbour}/login`, loginWords.title);
  await look("company-login");
  await go("/password-reset", resetWords.title);
  await look("password-reset");
  await fill(formWords.email, "grace@meridianwp.example");
  await press(resetWords.send);
  await see(resetWords.chooseTitle);
  await look("password-choose");
}

async function joining(sahn: Sahn, { page, go, see, press, fill, look }: Tour) {
  await go("/register", registerWords.title);
  await look("register-company");
  await page.getByRole("radio", { name: registerWords.myself }).check();
  await look("register");
  await press(registerWords.send);
  await look("register-refused");

  await go(`/company/00SAHNC0MPANY0000000000099/register`, registerWords.companyGone);
  await look("company-gone");
  await go(`/company/${harbour}/register`, registerWords.joinTitle("Harbour Line Logistics"));
  await look("company-register");
  await fill(formWords.name, person);
  await fill(formWords.email, guest);
  await press(registerWords.send);
  await see(loginWords.checkEmail);
  await look("company-register-code");
  await fill(loginWords.code, await mailedCode(sahn, guest));
  await see(registerWords.waitingTitle);
  await look("company-register-waiting");
}

async function registering(sahn: Sahn, { page, go, see, press, fill, look }: Tour) {
  await go("/subscription", subscriptionWords.title);
  await look("subscription");
  await go("/company/details", detailsWords.title);
  await press(subscriptionWords.next);
  await look("company-details");
  await fill(detailsWords.companyName, company);
  await fill(detailsWords.trn, "100 1234 5670 0003");
  await fill(addressWords.label, "Head office");
  await fill(addressWords.line, "Tower B, 41st floor, Marasi Drive, Business Bay");
  const area = page.getByLabel(addressWords.area, { exact: true });
  await area.selectOption(await area.locator("option").nth(1).getAttribute("value"));
  await fill(formWords.name, person);
  await fill(formWords.workEmail, admin);
  await fill(formWords.mobile, "50 123 4567");
  await press(subscriptionWords.next);

  await see(planWords.title);
  await look("plans");
  await press(like(planWords.goOnWith("…")));
  await see(payWords.title);
  await page.getByRole("radio", { name: payWords.both }).check();
  await fill(formWords.optional(payWords.cap), "25");
  await look("payment-selection");
  await press(payWords.send);
  await see(loginWords.checkEmail);
  await look("completion-code");
  await fill(loginWords.code, await mailedCode(sahn, admin));
  await see(completionWords.title);
  await look("completion");

  // A company that is not approved yet, and somebody who has ordered nothing.
  await go("/dashboard/home", dashboardWords.weeks);
  await look("dashboard-new");
  await go("/dashboard/history", dashboardWords.noHistory);
  await look("history-empty");
  await go("/dashboard/profile", profileWords.title);
  await look("profile-new");
}
