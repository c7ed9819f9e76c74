// The demo as somebody finds it who starts the product for the first time.
import { expect, test } from "vitest";
import { openPhone } from "#pwa/e2e/open-phone";
import { signIn } from "#pwa/e2e/sign-in";
import { startSahn } from "#pwa/e2e/start-sahn";
import { invoiceWords } from "#pwa/i18n/invoice";
import { orderStatusWords } from "#pwa/i18n/order";
import { reportWords } from "#pwa/i18n/report";

test("the demo's admin finds a paid invoice, an open one, last month's report and own lunches at once", async () => {
  const sahn = await startSahn("demo-past", { DEMO_PAST: "true" });
  const phone = await openPhone("demo-past");
  const { page } = phone;
  await signIn(sahn, phone, "omar@harbourline.example");
  await page.goto(`${sahn.url}/dashboard/company-invoices`);
  const invoices = page.getByRole("link", { name: /INV-\d{4}-\d{6}/ });
  await invoices.first().waitFor();
  expect(await invoices.count()).toBe(2);
  await page.getByRole("link", { name: invoiceWords.state.paid }).waitFor();
  await page.goto(`${sahn.url}/dashboard/company-reports`);
  await page.getByLabel(reportWords.range, { exact: true }).selectOption(reportWords.ranges.lastMonth);
  await page.getByRole("heading", { name: reportWords.paid.day }).waitFor();
  await page.goto(`${sahn.url}/dashboard/history`);
  const completed = page.getByText(orderStatusWords.Completed, { exact: true });
  await completed.nth(3).waitFor();
});
