import { mailedCode } from "#pwa/e2e/mailed-code";
import type { Phone } from "#pwa/e2e/open-phone";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { loginWords } from "#pwa/i18n/login";

/** The sample accounts' password, as the README tells it. */
const sample = { password: "lunch-is-served" };

/** Signs in on the sign-in page, with the mailed code or the password, and waits for the dashboard. */
export async function signIn(sahn: Sahn, phone: Phone, email: string, how: "code" | { password: string } = sample) {
  const { page } = phone;
  await page.goto(`${sahn.url}/login`);
  await page.getByLabel(loginWords.email, { exact: true }).fill(email);
  if (how === "code") {
    await phone.snap("sign-in");
    await page.getByRole("button", { name: loginWords.sendCode, exact: true }).click();
    const field = page.getByLabel(loginWords.code, { exact: true });
    await field.waitFor();
    await phone.snap("code");
    await field.fill(await mailedCode(sahn, email));
  } else {
    await page.getByRole("button", { name: loginWords.usePassword, exact: true }).click();
    await page.getByLabel(loginWords.password, { exact: true }).fill(how.password);
    await page.getByRole("button", { name: loginWords.signIn, exact: true }).click();
  }
  await page.waitForURL(/\/(dashboard|delivery)\//);
  // The address changes before the page does: what is pressed in between belongs to the sign-in page and goes with it.
  await page.locator("header.auth").waitFor({ state: "detached" });
}
