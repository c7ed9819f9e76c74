import type { Page } from "playwright-core";
import { mailCount, nextCode } from "#pwa/e2e/mailed-code";
import type { Sahn } from "#pwa/e2e/start-sahn";
import { formWords } from "#pwa/i18n/form";
import { kitchenSignInWords } from "#pwa/i18n/kitchen";
import { loginWords } from "#pwa/i18n/login";

const sara = { email: "sara@sahn.example", password: "lunch-is-served" };

/** Comes to a page of the lunch company's own side through its sign-in page, as the demo's manager or another, once for each browser. */
export async function enterKitchen(sahn: Sahn, page: Page, path: string, { email, password } = sara): Promise<void> {
  await page.goto(`${sahn.url}${path}`);
  await page.getByRole("heading", { name: kitchenSignInWords.title, exact: true, level: 1 }).waitFor();
  await page.getByLabel(formWords.email, { exact: true }).fill(email);
  await page.getByLabel(loginWords.password, { exact: true }).fill(password);
  // A code counts in the browser that asked for it: those that others were mailed before are not this one's.
  const seen = await mailCount(sahn, email);
  await page.getByRole("button", { name: kitchenSignInWords.go, exact: true }).click();
  const code = page.getByLabel(loginWords.code, { exact: true });
  await code.waitFor();
  await code.fill(await nextCode(sahn, email, seen));
  await page.waitForURL((url) => url.pathname + url.search === path);
  // The address changes before the page does.
  await code.waitFor({ state: "detached" });
}
