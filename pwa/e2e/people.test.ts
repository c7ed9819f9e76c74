// Somebody new: joins by the company's link, forgets the password, shows a face, and is known on the other device no longer
// once the password changes.
import { beforeAll, expect, test } from "vitest";
import { hasFocus } from "#pwa/e2e/keyboard";
import { mailCount, mailedCode, nextCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { photoOf } from "#pwa/e2e/photo-of";
import { signIn } from "#pwa/e2e/sign-in";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { headerWords } from "#pwa/i18n/app";
import { dashboardWords } from "#pwa/i18n/dashboard";
import { formWords } from "#pwa/i18n/form";
import { loginWords } from "#pwa/i18n/login";
import { logoutWords } from "#pwa/i18n/logout";
import { profileWords } from "#pwa/i18n/profile";
import { registerWords, resetWords } from "#pwa/i18n/register";
import { soak } from "#pwa/testing/soak";

const harbour = "00SAHNC0MPANY0000000000001";
const nadia = "nadia.haddad@harbourline.example";
const first = "four plates of rice";
let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("people");
  phone = await openPhone("people");
});

const heading = (name: string) => phone.page.getByRole("heading", { name, exact: true });
const press = (name: string) => phone.page.getByRole("button", { name, exact: true }).click();
const fill = (label: string, text: string) => phone.page.getByLabel(label, { exact: true }).fill(text);

test("an address of the company's domain is in with its code", async () => {
  await phone.page.goto(`${sahn.url}/company/${harbour}/register`);
  await heading(registerWords.joinTitle("Harbour Line Logistics")).waitFor();
  await fill(formWords.name, "Nadia Haddad");
  await fill(formWords.email, nadia);
  await press(registerWords.send);
  await heading(loginWords.checkEmail).waitFor();
  await fill(loginWords.code, await mailedCode(sahn, nadia));
  await heading(dashboardWords.weeks).waitFor();
  // A page that has not moved the focus yet is still about to close the header's menu.
  await hasFocus(heading(dashboardWords.weeks));
  await phone.snap("joined");
});

test("a password that was never set or is forgotten is chosen with a mailed code", async () => {
  const { page } = phone;
  await page.getByRole("button", { name: headerWords.hi("Nadia") }).click();
  await press(headerWords.logout);
  await press(logoutWords.yes);
  await page.getByRole("link", { name: headerWords.join, exact: true }).waitFor();
  // A page that goes away sooner says goodbye to the server once more.
  await page.waitForFunction(() => localStorage.getItem("sahn.leaving") === null);

  await page.goto(`${sahn.url}/login`);
  await fill(loginWords.email, nadia);
  await press(loginWords.usePassword);
  await heading(loginWords.passwordTitle).waitFor();
  await page.getByRole("link", { name: loginWords.forgot, exact: true }).click();
  await heading(resetWords.title).waitFor();
  expect(await page.getByLabel(formWords.email, { exact: true }).inputValue()).toBe(nadia);
  const seen = await mailCount(sahn, nadia);
  await press(resetWords.send);
  await heading(resetWords.chooseTitle).waitFor();
  await fill(loginWords.code, await nextCode(sahn, nadia, seen));
  await fill(formWords.newPassword, first);
  await phone.snap("new password", { whole: true });
  await press(resetWords.save);
  await heading(resetWords.savedTitle).waitFor();
  await phone.snap("password saved");
  await press(resetWords.signIn);
  await heading(dashboardWords.weeks).waitFor();
});

test("she shows her face", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/profile`);
  const face = page.locator("header .account img");
  const field = page.locator("#picture");
  await field.waitFor({ state: "attached" });
  expect(await face.count()).toBe(0);
  await field.setInputFiles(await photoOf(page));
  await face.waitFor();
  expect(await face.getAttribute("src")).toMatch(/^data:image\/jpeg;base64,/);
  await phone.snap("profile", { whole: true });
  // Until the first is done, a second one is not taken.
  await page.getByText(profileWords.pictureSaved, { exact: true }).waitFor();
  await page.locator("section.whoami .busy").waitFor({ state: "detached" });

  await field.setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("not one") });
  await page.getByRole("alert").getByText(profileWords.pictureKind, { exact: true }).waitFor();
});

test.runIf(soak)("a new password signs her out everywhere else, and here she stays", async () => {
  const { page } = phone;
  const desk = await openPhone("people-desk", { width: 1280, height: 900 });
  desk.expect(401);
  await signIn(sahn, desk, nadia, { password: first });
  await press(profileWords.changePassword);
  await fill(profileWords.currentPassword, first);
  await fill(formWords.newPassword, "a bowl of green lentils");
  await press(profileWords.changePassword);
  await page.getByText(profileWords.passwordSaved, { exact: true }).waitFor();

  await desk.page.reload();
  await desk.page.waitForURL(/\/login/);
  await desk.page.getByRole("heading", { name: loginWords.title, exact: true }).waitFor();
  await page.reload();
  await heading(profileWords.title).waitFor();
});
