import { mailedCode } from "#pwa/e2e/mailedCode";
import type { Phone } from "#pwa/e2e/openPhone";
import type { Sahn } from "#pwa/e2e/startSahn";
import { words } from "#pwa/words";

/** The sample accounts' password, as the README tells it. */
const password = "lunch-is-served";

/** Signs in at the door, with the mailed code or the password, and waits for the dashboard. */
export async function signIn(sahn: Sahn, phone: Phone, email: string, how: "code" | "password" = "password") {
  const { page } = phone;
  await page.goto(`${sahn.url}/login`);
  await page.getByLabel(words.login.email, { exact: true }).fill(email);
  if (how === "code") {
    await phone.snap("sign-in");
    await page.getByRole("button", { name: words.login.sendCode, exact: true }).click();
    const field = page.getByLabel(words.login.code, { exact: true });
    await field.waitFor();
    await phone.snap("code");
    await field.fill(await mailedCode(sahn, email));
  } else {
    await page.getByRole("button", { name: words.login.usePassword, exact: true }).click();
    await page.getByLabel(words.login.password, { exact: true }).fill(password);
    await page.getByRole("button", { name: words.login.signIn, exact: true }).click();
  }
  await page.waitForURL(/\/(dashboard|delivery)\//);
}
