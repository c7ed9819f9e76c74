// Money of one's own: a top-up with a card that is kept, a second one with the kept card, and being rid of it again.
import { beforeAll, expect, test } from "vitest";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { payByCard } from "#pwa/e2e/pay-by-card";
import { payments } from "#pwa/e2e/provider";
import { like } from "#pwa/e2e/screen";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { formatAed } from "#pwa/i18n/amounts";
import { uiWords } from "#pwa/i18n/app";
import { cardsWords } from "#pwa/i18n/cards";
import { paymentWords } from "#pwa/i18n/payment";
import { walletWords } from "#pwa/i18n/wallet";
import { soak } from "#pwa/testing/soak";

let sahn: Sahn;
beforeAll(async () => {
  sahn = await startSahn("wallet", { PAYMENT_APPLE_PAY: "true" });
});

const visa = cardsWords.ending("Visa", "0001");

/** Stands on the wallet's page, whatever is on it. */
async function wallet({ page }: Phone) {
  await page.goto(`${sahn.url}/dashboard/walletTransactions`);
  await page.getByRole("heading", { name: walletWords.balance, exact: true }).waitFor();
}

test.runIf(soak)(
  "money goes in by card, the card is kept, pays again with its code alone, and is removed",
  async () => {
    const phone = await openPhone("wallet");
    const { page } = phone;
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await signIn(sahn, phone, "mariam@harbourline.example");

    await wallet(phone);
    const had = await page.locator(".purse .amount").innerText();
    const has = formatAed(Math.round(Number(had.replace(/[^\d.]/g, "")) * 100) + 15_000);

    await page.goto(`${sahn.url}/dashboard/paymentMethods`);
    await page.getByRole("heading", { name: cardsWords.none, exact: true }).waitFor();
    await lookAround(page, "cards-none");
    await page.getByRole("main").getByRole("link", { name: cardsWords.topUp, exact: true }).click();

    // A new card, which is to be kept.
    const sheet = page.getByRole("dialog", { name: walletWords.sheet, exact: true });
    await sheet.waitFor();
    await sheet.getByRole("checkbox").check();
    await sheet.getByRole("button", { name: "AED 50", exact: true }).click();
    await lookAround(page, "top-up");
    await sheet.getByRole("button", { name: walletWords.pay("AED 50.00"), exact: true }).click();
    await payByCard(page, "Approved");
    await page.getByRole("heading", { name: paymentWords.walletTitle, exact: true }).waitFor();
    await lookAround(page, "top-up-paid");
    await page.getByRole("link", { name: paymentWords.toWallet, exact: true }).click();
    await page.getByText(walletWords.reasons.topup as string, { exact: true }).waitFor();

    // The same card again: its code is all that is asked for.
    await button(walletWords.topUp).click();
    await sheet.getByRole("radio", { name: new RegExp(`^${visa}`), checked: true }).waitFor();
    await lookAround(page, "top-up-saved-card");
    await sheet.getByRole("button", { name: walletWords.pay("AED 100.00"), exact: true }).click();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/FortAPI\/paymentPage\//);
    await page.getByText("VISA ending 0001").waitFor();
    await phone.snap("only the code");
    expect(await page.getByLabel("Card number").count()).toBe(0);
    await page.getByLabel("CVV").fill("123");
    await page.getByRole("button", { name: /^Pay / }).click();
    await page.getByRole("heading", { name: paymentWords.walletTitle, exact: true }).waitFor();

    // And once more, declined: nothing moves.
    await wallet(phone);
    await button(walletWords.topUp).click();
    await sheet.getByRole("radio", { name: new RegExp(`^${visa}`), checked: true }).waitFor();
    await sheet.getByRole("button", { name: walletWords.pay("AED 100.00"), exact: true }).click();
    await page.getByLabel("CVV").fill("999");
    await page.getByRole("button", { name: /^Pay / }).click();
    await page.getByRole("heading", { name: paymentWords.failed, exact: true }).waitFor();
    expect((await payments(sahn)).map(({ captured }) => captured).sort()).toEqual([0, 10_000, 5000]);

    await wallet(phone);
    await page.getByText(has, { exact: true }).waitFor();
    await lookAround(page, "wallet");

    // What was last known is there without a connection, and nothing can be paid.
    await phone.offline(true);
    await page.getByText(like(walletWords.asOf("…"))).waitFor();
    await page.getByText(has, { exact: true }).waitFor();
    await lookAround(page, "wallet-offline");
    await button(walletWords.topUp).click();
    await sheet.getByRole("button", { name: walletWords.pay("AED 100.00"), exact: true, disabled: true }).waitFor();
    await page.waitForFunction(() => history.state?.sheet === true);
    await sheet.getByRole("button", { name: uiWords.close, exact: true }).click();
    await sheet.waitFor({ state: "detached" });
    // The step back that a closed sheet takes in the history would end the next page's coming.
    await page.waitForFunction(() => history.state?.sheet !== true);
    await phone.offline(false);

    // By keyboard alone: to the card, remove, yes.
    await page.goto(`${sahn.url}/dashboard/paymentMethods`);
    const remove = button(cardsWords.removeOf(visa));
    await remove.waitFor();
    await lookAround(page, "cards");
    await remove.press("Enter");
    const asked = page.getByRole("alertdialog", { name: cardsWords.removeTitle, exact: true });
    await asked.waitFor();
    await lookAround(page, "card-remove");
    await asked.getByRole("button", { name: cardsWords.remove, exact: true }).press("Enter");
    await page.getByText(cardsWords.removed(visa), { exact: true }).waitFor();
    await page.getByRole("heading", { name: cardsWords.none, exact: true }).waitFor();
  },
  300_000,
);
