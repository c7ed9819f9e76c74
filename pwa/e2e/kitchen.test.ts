// The lunch company's own side: an operator comes in on their own sign-in page, lets a company in, and its admin has the agreed prices.
import { ulid } from "ulid";
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { mailedCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Device, secondDevice } from "#pwa/e2e/second-device";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { kitchenCompanyWords, kitchenPersonWords, kitchenSignInWords, kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenHomeWords } from "#pwa/i18n/kitchen-home";
import { soak } from "#pwa/testing/soak";

const company = "Falcon Freight Forwarding and Customs Clearance Services";

let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("kitchen");
});

const heading = (name: string) => phone.page.getByRole("heading", { name, exact: true, level: 1 });
const press = (name: string) => phone.page.getByRole("button", { name, exact: true }).click();

/** A company registers, and its admin confirms the e-mail. */
async function register(): Promise<Device> {
  const admin = await secondDevice(sahn, "mariam@harbourline.example");
  const areas = await admin.ask<{ data: { id: string }[] }>("GET", "/api/areas");
  const registered = await admin.ask("POST", "/api/register-company", {
    key: ulid(),
    company_name: company,
    trn: "100123456789003",
    people: 42,
    plan_id: 2,
    address_label: "Head office",
    address_line: "Tower 3, Floor 21",
    area_timing_id: areas.body.data[0]?.id,
    allowed_domains: ["falconfreight.example"],
    share_value: 1500,
    share_type: "Flat",
    share_cap: null,
    share_duration: "Daily",
    name: "Huda Saif Al Mazrouei",
    email: "huda@falconfreight.example",
    mobile: "+971500000177",
  });
  expect(registered.status).toBe(201);
  const otp = await mailedCode(sahn, "huda@falconfreight.example");
  const entered = await admin.ask("POST", "/api/verify-otp", { email: "huda@falconfreight.example", otp });
  expect(entered.status).toBe(201);
  return admin;
}

const screens = [
  "",
  "companies",
  "people",
  "cases",
  "payments",
  "invoices",
  "bank",
  "reconciliation",
  "counters",
  "closed-days",
  "settings",
  "areas",
  "plans",
  "report",
  "corrections",
  "operators",
  "jobs",
  "trail",
];

test("an operator lets a company in, and its admin has the plan's prices", async () => {
  const admin = await register();
  expect(await admin.me()).toMatchObject({ company_status: "Pending", discount_amount: 0 });

  phone = await openPhone("kitchen/approve", { width: 1280, height: 900 });
  const { page } = phone;
  await page.goto(`${sahn.url}/kitchen/companies?status=Pending`);
  await heading(kitchenSignInWords.title).waitFor();
  await lookAround(page, "kitchen-sign-in");
  await enterKitchen(sahn, page, "/kitchen/companies?status=Pending");
  await page.getByRole("link", { name: new RegExp(company) }).click();
  await heading(company).waitFor();
  await lookAround(page, "kitchen-company-waiting");
  await press(kitchenCompanyWords.approve);
  await phone.snap("approve this company?");
  await page.getByRole("dialog").getByRole("button", { name: kitchenCompanyWords.approve, exact: true }).click();
  await page.getByText(kitchenCompanyWords.approveDone(company), { exact: true }).waitFor();
  await page
    .getByText(kitchenCompanyWords.states.Active ?? "", { exact: true })
    .first()
    .waitFor();
  expect(await admin.me()).toMatchObject({ company_status: "Active", discount_amount: 25, share_value: 1500 });

  // The lunches of others are not an operator's pages.
  await page.goto(`${sahn.url}/dashboard/home`);
  await page.waitForURL(/\/kitchen$/);
  await page.getByText(kitchenHomeWords.today).waitFor();
});

test.runIf(soak)("a credit is given from a person's page, and stands in the trail", async () => {
  phone = await openPhone("kitchen/credit");
  const { page } = phone;
  await enterKitchen(sahn, page, "/kitchen/people");
  await page.getByLabel(kitchenPersonWords.searchLabel, { exact: true }).fill("mariam");
  await page.getByRole("link", { name: /Mariam Al Suwaidi/ }).click();
  await heading("Mariam Al Suwaidi").waitFor();
  await press(kitchenPersonWords.credit);
  await page.getByLabel(kitchenPersonWords.creditAmount, { exact: true }).fill("12.50");
  await page.getByLabel(kitchenPersonWords.creditReason, { exact: true }).fill("The soup was cold on Monday");
  await phone.snap("a credit");
  await press(kitchenPersonWords.creditGo("AED 12.50"));
  await page.getByText("The soup was cold on Monday").first().waitFor();
  await lookAround(page, "kitchen-person");
  await press(kitchenWords.more);
  await phone.snap("more");
  await page.getByRole("link", { name: kitchenWords.trail, exact: true }).click();
  await heading(kitchenWords.trail).waitFor();
  await page.getByText("The soup was cold on Monday").waitFor();
});

test("every screen of the kitchen is for everybody, in each size and both themes", async () => {
  phone = await openPhone("kitchen/looks");
  const { page } = phone;
  await enterKitchen(sahn, page, "/kitchen");
  for (const path of soak ? screens : screens.filter((_, at) => at % 3 === 0)) {
    await page.goto(`${sahn.url}/kitchen/${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("main .skel").length === 0);
    await lookAround(page, `kitchen-${path || "today"}`);
  }
}, 400_000);
