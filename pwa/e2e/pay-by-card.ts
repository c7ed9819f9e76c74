import type { Page } from "playwright-core";

export type TestCard = "Approved" | "Declined" | "Insufficient funds" | "3-D Secure" | "Uncertain, then paid";

/** Fills the hosted card page with one of its test cards and pays. The page is on another site than the app. */
export async function payByCard(page: Page, card: TestCard = "Approved") {
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/FortAPI\/paymentPage\//);
  await page
    .locator("[data-number]")
    .filter({ has: page.getByText(card, { exact: true }) })
    .click();
  await page.getByRole("button", { name: /^Pay / }).click();
}
