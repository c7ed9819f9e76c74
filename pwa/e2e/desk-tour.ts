import type { Page } from "playwright-core";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { bankWords } from "#pwa/i18n/bank";
import { kitchenSignInWords } from "#pwa/i18n/kitchen";
import { pinWords } from "#pwa/i18n/pin";
import { addDays, dateAt, mondayOf } from "#pwa/rules/week/date";

const password = "lunch-is-served";

/** An operator's desk: statements of the bank, a week in Ramadan, and the PIN of a shared device up to its end. */
export async function deskTour(sahn: Sahn, page: Page): Promise<void> {
  const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
  const look = (name: string) => lookAround(page, name, undefined, true);
  await enterKitchen(sahn, page, "/kitchen/second-step");
  await bank(sahn, page, press, look);
  await ramadan(sahn, page, look);
  await pin(sahn, page, press, look);
}

type Act = (name: string) => Promise<void>;

/** What a bank exports: lines that are exact, likely and dark, and one that left the account. */
function exported(today: string): string {
  const rows = [
    "TT INV-2020-000010 HARBOUR LINE LOGISTICS FZCO,400.00,,FT2030010700017",
    "INWARD REMITTANCE HARBOUR LINE LOGISTICS,150.00,,FT2030010700018",
    "حوالة واردة من شركة هاربور لاين,200.00,,FT2030010700019",
    "TRANSFER AL NOOR GENERAL TRADING AND CONTRACTING LLC REF 7783991002887300192882,12345.67,,",
    "MONTHLY CHARGES,,25.00,CHG01",
  ];
  return ["Date,Description,Credit,Debit,Reference", ...rows.map((row) => `${today},${row}`)].join("\n");
}

async function bank(sahn: Sahn, page: Page, press: Act, look: Act) {
  await page.goto(`${sahn.url}/kitchen/bank`);
  await press(bankWords.add);
  const buffer = Buffer.from(`${exported(dateAt(Date.now()))}\n`);
  await page
    .getByLabel(bankWords.file, { exact: true })
    .setInputFiles({ name: "operating-account-december-2029-and-january-2030.csv", mimeType: "text/csv", buffer });
  await press(bankWords.look);
  await page.getByLabel(bankWords.bank, { exact: true }).fill("Emirates Example Bank");
  await press(bankWords.lookAgain);
  await page.getByRole("button", { name: bankWords.apply, exact: true }).waitFor();
  await look("kitchen-bank-import");
  await press(bankWords.apply);
  await page.getByRole("list", { name: bankWords.one, exact: true }).waitFor();
  await look("kitchen-bank-one");
  await press(bankWords.byHand);
  await page.getByRole("dialog", { name: bankWords.byHand, exact: true }).waitFor();
  await page.getByRole("list", { name: bankWords.openInvoices, exact: true }).getByRole("button").first().click();
  await look("kitchen-bank-by-hand");
  await page.goto(`${sahn.url}/kitchen/bank`);
  await page.locator("main a[href^='/kitchen/bank/']").first().waitFor();
  await look("kitchen-bank-list");
}

async function ramadan(sahn: Sahn, page: Page, look: Act) {
  const today = dateAt(Date.now());
  await sahn.rows("DELETE FROM season_windows");
  await sahn.rows("DELETE FROM seasons WHERE kind = 'ramadan'");
  await sahn.rows(
    `INSERT INTO seasons (id, kind, first_day, last_day, first_expected, last_expected)
      VALUES ('01KAAAAAAAAAAAAAAAAAAAAAAA', 'ramadan', '${today}', '${addDays(today, 29)}', false, true)`,
  );
  await page.goto(`${sahn.url}/kitchen/menus/${addDays(mondayOf(today), 7)}`);
  await page.locator(".ploffers li").first().waitFor({ state: "attached" });
  await look("kitchen-week-in-ramadan");
  await page.goto(`${sahn.url}/kitchen/closed-days`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll("main .skel").length === 0);
  await look("kitchen-calendar-with-ramadan");
}

async function pin(sahn: Sahn, page: Page, press: Act, look: Act) {
  await page.goto(`${sahn.url}/kitchen/second-step`);
  await press(pinWords.choose);
  const card = page.getByRole("region", { name: pinWords.title, exact: true });
  const newPin = page.getByLabel(pinWords.newPin, { exact: true });
  await card.getByLabel(pinWords.password, { exact: true }).fill(password);
  await newPin.fill("123456");
  await press(pinWords.save);
  await newPin.and(page.locator("[aria-invalid=true]")).waitFor();
  await look("kitchen-pin-refused");
  await newPin.fill("407193");
  await press(pinWords.save);
  await page.getByRole("button", { name: pinWords.remove, exact: true }).waitFor();
  await look("kitchen-pin");

  const cover = page.getByRole("dialog", { name: pinWords.locked, exact: true });
  const tryPin = async () => {
    await page.getByLabel(pinWords.pin, { exact: true }).fill("000000");
    await press(pinWords.unlock);
  };
  await press(pinWords.lockNow);
  await cover.waitFor();
  await look("kitchen-locked");
  for (const left of [4, 3, 2, 1]) {
    await tryPin();
    await page.getByText(pinWords.wrong(left), { exact: true }).waitFor();
  }
  await look("kitchen-locked-last-try");
  await tryPin();
  await page.getByRole("heading", { name: kitchenSignInWords.title, exact: true }).waitFor();
  await page.getByText(pinWords.closed, { exact: true }).waitFor();
  await look("kitchen-pin-closed");
}
