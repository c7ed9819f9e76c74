// A company's invoice: looked at, taken along as a file, and paid with a card; and one for which more is transferred than is due.
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { late, oldInvoices } from "#pwa/e2e/old-invoices";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { savesPdf } from "#pwa/e2e/saves-pdf";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { invoiceWords } from "#pwa/i18n/invoice";
import { kitchenWords } from "#pwa/i18n/kitchen";
import { kitchenInvoiceWords } from "#pwa/i18n/kitchen-invoices";
import { paymentWords } from "#pwa/i18n/payment";
import { dateAt } from "#pwa/rules/week/date";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
/** The phone of the company's admin. */
let phone: Phone;
beforeAll(async () => {
  sahn = await startSahn("invoice");
  await sahn.rows(oldInvoices(dateAt(Date.now())));
  phone = await openPhone("invoice");
  await signIn(sahn, phone, "omar@harbourline.example");
});

test.runIf(soak)("an admin finds the invoice that is late, saves it, pays it by card, and it is paid", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/company-invoices`);
  await page.getByRole("heading", { name: invoiceWords.next, exact: true }).waitFor();
  await page.getByRole("button", { name: invoiceWords.showStatement, exact: true }).click();
  await page.getByRole("heading", { name: invoiceWords.statement, exact: true }).waitFor();
  await page.getByText(invoiceWords.before, { exact: true }).waitFor();
  await lookAround(page, "invoices");

  await page.getByRole("link", { name: /September 2020/ }).click();
  await page.getByRole("article", { name: "September 2020" }).waitFor();
  await page.getByText("Thu 3 Sep", { exact: true }).click();
  await page.getByRole("rowheader", { name: "Omar Haddad", exact: true }).waitFor();
  await lookAround(page, "invoice");

  const pdf = page.getByRole("button", { name: `${invoiceWords.pdf} INV-2020-000010`, exact: true });
  await savesPdf(page, pdf, "INV-2020-000010.pdf");

  await page.getByRole("button", { name: invoiceWords.payWhole("AED 400.00"), exact: true }).click();
  const sheet = page.getByRole("dialog", { name: invoiceWords.paySheet("INV-2020-000010"), exact: true });
  await sheet.waitFor();
  await lookAround(page, "invoice-pay");
  await sheet.getByRole("button", { name: invoiceWords.payWhole("AED 400.00"), exact: true }).click();
  await payByCard(page, "Approved");
  await page.getByRole("heading", { name: paymentWords.invoiceTitle, exact: true }).waitFor();
  await lookAround(page, "invoice-paid");
  await page.getByRole("link", { name: paymentWords.toInvoice, exact: true }).click();
  await page
    .getByRole("article", { name: "September 2020" })
    .getByText(invoiceWords.state.paid, { exact: true })
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: invoiceWords.payWhole("AED 400.00"), exact: true }).count()).toBe(0);
  const [[paid] = []] = await sahn.rows(`SELECT sum(amount) FROM invoice_payments WHERE invoice_id = '${late}'`);
  expect(paid).toBe("40000");
});

const early = "00SAHN1NV01CE0000000000009";
/** An older one that is open; the late one is paid. */
const august = `
  INSERT INTO invoices (id, kind, number, company_id, month, issued_on, due_on, supply_from, supply_until,
    seller, buyer, net_amount, vat_amount, total_amount, created_at)
  SELECT '${early}', 'invoice', 'INV-2020-000009', company_id, '2020-08-01', '2020-09-01', '2020-09-15', '2020-08-01', '2020-08-31',
    seller, buyer, 1905, 95, 2000, created_at
  FROM invoices WHERE id = '${late}';
  INSERT INTO invoice_payments (id, invoice_id, company_id, way, amount, reference, paid_on, at)
  SELECT id, id, company_id, 'card', due, 'before', current_date, now() FROM invoice_balances WHERE id = '${late}' AND due > 0`;

test.runIf(soak)(
  "an operator records a transfer of too much: it pays the oldest invoice too, and the admin sees what is left",
  async () => {
    await sahn.rows(august);
    const words = kitchenInvoiceWords;
    const { page } = await openPhone("invoice/office", { width: 1024, height: 768 });
    await enterKitchen(sahn, page, "/kitchen/invoices");
    await page.getByRole("link", { name: /INV-2020-000009/ }).waitFor();
    await lookAround(page, "kitchen-invoices");
    await page.getByRole("searchbox", { name: words.searchLabel }).fill("no such company");
    await page.getByText(kitchenWords.none, { exact: true }).waitFor();
    await page.getByRole("searchbox", { name: words.searchLabel }).fill("harbour line");
    await page.getByRole("link", { name: /INV-2020-000011/ }).click();
    await page.getByRole("heading", { name: "INV-2020-000011", exact: true }).waitFor();
    await page.getByRole("button", { name: words.record, exact: true }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel(words.amount, { exact: true }).fill("250");
    await sheet.getByRole("button", { name: words.goOn, exact: true }).click();
    await sheet.getByText(words.referenceWrong, { exact: true }).waitFor();
    await lookAround(page, "kitchen-transfer");
    await sheet.getByLabel(words.reference, { exact: true }).fill("FT 2020 11 / 07 HARBOUR LINE LOGISTICS FZCO");
    await sheet.getByRole("button", { name: words.goOn, exact: true }).click();
    await sheet.getByText(words.surplus("AED 50.00"), { exact: true }).waitFor();
    await lookAround(page, "kitchen-transfer-check");
    await sheet.getByRole("button", { name: words.go("AED 250.00"), exact: true }).click();
    await page.getByText(words.doneCredit("AED 30.00"), { exact: true }).waitFor();
    await page.getByRole("link", { name: "INV-2020-000009", exact: true }).waitFor();
    await lookAround(page, "kitchen-invoice");

    await phone.page.goto(`${sahn.url}/dashboard/company-invoices/${early}/details`);
    const article = phone.page.getByRole("article", { name: "August 2020" });
    await article.getByRole("link", { name: "INV-2020-000011", exact: true }).waitFor();
    await lookAround(phone.page, "invoice-set-off");
    await phone.page.goto(`${sahn.url}/dashboard/company-invoices`);
    await phone.page.getByText(invoiceWords.overpaidText, { exact: true }).waitFor();
    await phone.page.getByRole("button", { name: invoiceWords.showStatement, exact: true }).click();
    await phone.page.getByText(invoiceWords.setOffLine("AED 20.00", "INV-2020-000011"), { exact: true }).waitFor();
    await lookAround(phone.page, "invoices-credit");
  },
);
