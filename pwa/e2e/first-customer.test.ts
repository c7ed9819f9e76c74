// An installation without the demo takes its first order: it is set up by the product's commands and pages alone, a company registers and
// is let in and invites one of its people, who orders and pays; the kitchen cooks and brings it, and there is a tax invoice.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { payButton } from "#pwa/e2e/at-checkout";
import { openDay } from "#pwa/e2e/choose-at";
import { addMeal } from "#pwa/e2e/choose-meals";
import { clearOfMidnight } from "#pwa/e2e/clear-of-midnight";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { daysLater, handOver, isOrder } from "#pwa/e2e/hand-over";
import { mailedCode } from "#pwa/e2e/mailed-code";
import { openPhone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { savesPdf } from "#pwa/e2e/saves-pdf";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { emptyDatabase, testDatabase } from "#pwa/e2e/test-database";
import { areasWords } from "#pwa/i18n/areas";
import { addressWords, formWords } from "#pwa/i18n/form";
import { taxDocumentWords } from "#pwa/i18n/history";
import { kitchenCompanyWords, kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenHomeWords } from "#pwa/i18n/kitchen-home";
import { loginWords } from "#pwa/i18n/login";
import { membersWords } from "#pwa/i18n/members";
import { paymentWords } from "#pwa/i18n/payment";
import { resetWords } from "#pwa/i18n/register";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/subscription";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";

const manager = { email: "rania@lunch.example", password: "seven bowls of lentils" };
const company = "Gulf Pine Trading LLC";
const layla = { email: "layla@gulfpine.example", password: "seven bowls of rice" };

/** Somebody who was added or invited chooses a password with a mailed code, on another device: codes of one browser keep a distance. */
async function choosePassword(sahn: Sahn, who: { email: string; password: string }) {
  const phone = await openPhone(`firstCustomer/password of ${who.email}`);
  const { page } = phone;
  await page.goto(`${sahn.url}/password-reset`);
  await page.getByLabel(formWords.email, { exact: true }).fill(who.email);
  await page.getByRole("button", { name: resetWords.send, exact: true }).click();
  await page.getByLabel(loginWords.code, { exact: true }).fill(await mailedCode(sahn, who.email));
  await page.getByLabel(formWords.newPassword, { exact: true }).fill(who.password);
  await page.getByRole("button", { name: resetWords.save, exact: true }).click();
  await page.getByRole("heading", { name: resetWords.savedTitle, exact: true }).waitFor();
  await phone.end();
}

test("a real installation is set up, and its first company's lunch is ordered, paid, cooked and brought", async () => {
  await clearOfMidnight();
  const [empty, demo] = [await emptyDatabase(), await testDatabase()];
  const sahn = await startSahn("firstCustomer", { DEMO: "false", DATABASE_URL: empty.url.href });
  const run = (database: URL, ...command: string[]) =>
    execFileSync(resolve("bin/sahn"), command, {
      env: { ...process.env, DATABASE_URL: database.href, DATA_DIR: sahn.dataDir, PUBLIC_URL: sahn.url },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  expect(() => run(empty.url, "check")).toThrow();
  const file = join(sahn.dataDir, "setup.yaml");
  const plan = "{name: Whole team, people: 30, flat: 7.50, minimum_days: 2}";
  writeFileSync(file, `manager: {email: ${manager.email}, name: Rania Aziz}\nplans: [${plan}]\n`);
  expect(run(empty.url, "setup", "--file", file)).toContain(`added ${manager.email}`);

  await choosePassword(sahn, manager);
  const office = await openPhone("firstCustomer/office", { width: 1280, height: 900 });
  const at = office.page;
  const press = (name: string) => at.getByRole("button", { name, exact: true }).click();
  const fill = (label: string, text: string) => at.getByLabel(label, { exact: true }).fill(text);
  await enterKitchen(sahn, at, "/kitchen", manager);
  await at.getByText(kitchenHomeWords.firstRunText(3), { exact: true }).waitFor();
  await office.snap("the first run", { whole: true });
  await at.getByRole("link", { name: new RegExp(kitchenHomeWords.steps.window ?? "") }).click();
  await press(areasWords.add);
  await fill(areasWords.name, "Business Bay");
  await press(kitchenWords.save);
  await press(areasWords.addWindow);
  await fill(areasWords.from, "12:15");
  await fill(areasWords.until, "12:45");
  await press(kitchenWords.save);
  await at.getByText(areasWords.window("12:15", "12:45"), { exact: true }).waitFor();

  // The kitchen's own table of menus: that of the demo's kitchen, whose weeks lie around today as well.
  const table = join(sahn.dataDir, "menus.csv");
  const week = addDays(mondayOf(dateAt(Date.now())), 14);
  run(demo.url, "menu", "export", "--from", week, "--until", addDays(week, 4), "--out", table);
  run(empty.url, "menu", "import", table, "--publish");
  expect(run(empty.url, "check")).toContain("Everything is there");
  const offered = [...new Set(readFileSync(table, "utf8").match(/^\d{4}-\d\d-\d\d/gm))].sort().slice(0, 3);

  const admin = await openPhone("firstCustomer/admin");
  const desk = admin.page;
  const put = (label: string, text: string) => desk.getByLabel(label, { exact: true }).fill(text);
  const tap = (name: string) => desk.getByRole("button", { name, exact: true }).click();
  await desk.goto(`${sahn.url}/company/details`);
  await put(detailsWords.companyName, company);
  await put(detailsWords.trn, "100123456700003");
  await put(formWords.optional(detailsWords.domains), "gulfpine.example");
  await put(addressWords.label, "Head office");
  await put(addressWords.line, "Tower B, floor 9");
  await desk.getByLabel(addressWords.area, { exact: true }).selectOption({ label: "Business Bay, 12:15–12:45" });
  await put(formWords.name, "Omar Pine");
  await put(formWords.workEmail, "omar@gulfpine.example");
  await put(formWords.mobile, "501234567");
  await tap(subscriptionWords.next);
  await desk.getByRole("heading", { name: planWords.title, exact: true }).waitFor();
  await tap(planWords.goOnWith("Whole team"));
  await tap(payWords.send);
  await put(loginWords.code, await mailedCode(sahn, "omar@gulfpine.example"));
  await desk.getByRole("heading", { name: completionWords.title, exact: true }).waitFor();

  await at.goto(`${sahn.url}/kitchen/companies?status=Pending`);
  await at.getByRole("link", { name: new RegExp(company) }).click();
  await press(kitchenCompanyWords.approve);
  await at.getByRole("dialog").getByRole("button", { name: kitchenCompanyWords.approve, exact: true }).click();
  await at.getByText(kitchenCompanyWords.approveDone(company), { exact: true }).waitFor();

  await desk.goto(`${sahn.url}/dashboard/company-members`);
  await tap(membersWords.invite);
  await put(membersWords.addresses, `Layla Noor <${layla.email}>`);
  await tap(membersWords.look);
  await tap(membersWords.send(1));
  await desk.getByText(membersWords.invited(1), { exact: true }).waitFor();

  await choosePassword(sahn, layla);
  const eater = await openPhone("firstCustomer/eater");
  const { page } = eater;
  await signIn(sahn, eater, layla.email, layla);
  for (const date of offered) {
    await openDay(sahn, eater, { date });
    await addMeal(eater, date);
  }
  await page.goto(`${sahn.url}/checkout?week=${week}`);
  // The plan of the file: AED 7.50 off each of three lunches.
  await page
    .getByText(/22\.50/)
    .first()
    .waitFor();
  await payButton(eater).click();
  await payByCard(page);
  await page.getByRole("heading", { name: paymentWords.setTitle, exact: true }).waitFor();
  await isOrder(sahn, "Confirmed");
  run(empty.url, "doctor");

  for (const date of await daysLater(sahn)) await handOver(sahn, at, date, /Layla/);
  await isOrder(sahn, "Completed");
  const invoices = () => sahn.rows("SELECT d.number, o.id FROM eater_documents d, orders o");
  await expect.poll(invoices, { timeout: 90_000 }).toHaveLength(1);
  const [[number, order] = []] = await invoices();
  expect(number).toMatch(/^TI-\d{4}-000001$/);
  await page.goto(`${sahn.url}/dashboard/history?order=${order}`);
  const what = taxDocumentWords.save(taxDocumentWords.kinds.invoice ?? "", number ?? "");
  await savesPdf(page, page.getByRole("button", { name: what, exact: true }), `${number}.pdf`);
  await at.goto(`${sahn.url}/kitchen`);
  await at.getByText(kitchenHomeWords.noneClosed, { exact: true }).waitFor();
  expect(await at.getByText(kitchenHomeWords.firstRun, { exact: true }).count()).toBe(0);
}, 300_000);
