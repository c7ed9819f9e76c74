// Passkeys in the built app, with an authenticator that Chromium plays: added in the profile, good at the sign-in page without an address
// typed, and beside an operator's app. The device keeps its choices, whichever way its person came in.
import { createHmac } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { formWords } from "#pwa/i18n/form";
import { kitchenSignInWords } from "#pwa/i18n/kitchen";
import { loginWords } from "#pwa/i18n/login";
import { passkeysWords as words } from "#pwa/i18n/passkeys";
import { secondStepWords } from "#pwa/i18n/second-step";
import { soak } from "#pwa/testing/soak";

const password = "lunch-is-served";
let sahn: Sahn;

beforeAll(async () => {
  sahn = await startSahn("passkey");
});

/** A fingerprint reader in the phone, which recognises its owner. */
async function withReader(phone: Phone) {
  const devtools = await phone.context.newCDPSession(phone.page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return {
    keys: async () => (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    touched: (on: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled: on }),
  };
}

const button = (phone: Phone, name: string) => phone.page.getByRole("button", { name, exact: true });

test("a passkey is added in the profile, signs in without an address typed, and its removal leaves the other ways", async () => {
  const phone = await openPhone("passkey");
  const { page } = phone;
  const reader = await withReader(phone);
  await signIn(sahn, phone, "daniel@weber.example");
  await page.goto(`${sahn.url}/dashboard/profile`);
  await button(phone, words.add).click();
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.name, { exact: true }).fill("Blue phone");
  await button(phone, words.goOn).click();
  await page.getByText("Blue phone", { exact: true }).waitFor();
  expect(await reader.keys()).toHaveLength(1);
  await phone.snap("profile");

  // The session ends; what the device keeps stays. A sync that is on its way then has the token of the session before.
  phone.expect(401, 419);
  await page.context().clearCookies({ name: "sahn_session" });
  await reader.touched(false);
  await page.goto(`${sahn.url}/login`);
  await button(phone, words.signIn).waitFor();
  await phone.snap("sign-in");
  await reader.touched(true);
  await button(phone, words.signIn).click();
  await page.waitForURL(/\/(dashboard|delivery)\//);
  await page.goto(`${sahn.url}/dashboard/profile`);
  await button(phone, words.removeOf("Blue phone")).click();
  await page.getByRole("alertdialog").getByRole("button", { name: words.remove, exact: true }).click();
  await page.getByText("Blue phone", { exact: true }).waitFor({ state: "detached" });
  expect(await sahn.rows("SELECT count(*)::text FROM passkeys")).toEqual([["0"]]);
});

/** The six digits that an app shows for a secret in base32 (RFC 6238). */
function shown(secret: string): string {
  const bits = [...secret]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const sum = createHmac("sha1", key).update(counter).digest();
  const at = (sum.at(-1) ?? 0) & 15;
  return String((sum.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test.runIf(soak)("an operator's passkey stands for the code of their app, after the password", async () => {
  const phone = await openPhone("passkey/kitchen", { width: 1024, height: 768 });
  const { page } = phone;
  await withReader(phone);
  await enterKitchen(sahn, page, "/kitchen/second-step");
  await page.getByLabel(secondStepWords.password, { exact: true }).fill(password);
  await button(phone, secondStepWords.begin).click();
  const secret = ((await page.locator(".kletters").textContent()) ?? "").replaceAll(/\s/g, "");
  await page.getByLabel(secondStepWords.firstCode, { exact: true }).fill(shown(secret));
  await button(phone, secondStepWords.finish).click();
  await page.getByRole("heading", { name: secondStepWords.paperTitle }).waitFor();
  const paper = (await page.locator(".kpaper li").first().textContent()) ?? "";
  await button(phone, secondStepWords.kept).click();
  await button(phone, words.add).click();
  const card = page.getByRole("region", { name: words.title, exact: true });
  await card.getByLabel(words.password, { exact: true }).fill(password);
  await card.getByLabel(words.appCode, { exact: true }).fill(paper.trim());
  await card.getByRole("button", { name: words.goOn, exact: true }).click();
  await card.getByRole("button", { name: words.rename }).first().waitFor();
  await phone.snap("kitchen");

  phone.expect(401);
  await page.context().clearCookies({ name: "sahn_session" });
  await page.goto(`${sahn.url}/kitchen/login`);
  await page.getByLabel(formWords.email, { exact: true }).fill("sara@sahn.example");
  await page.getByLabel(loginWords.password, { exact: true }).fill(password);
  await button(phone, kitchenSignInWords.go).click();
  await phone.snap("second-step");
  await button(phone, words.second).click();
  await page.waitForURL(/\/kitchen$/);
});
