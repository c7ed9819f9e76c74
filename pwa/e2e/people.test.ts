// Somebody new: joins by the company's link, forgets the password, says who they are, and is known on the other device no
// longer once the password changes.
import { deflateSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { hasFocus } from "#pwa/e2e/keyboard";
import { mailCount, mailedCode, nextCode } from "#pwa/e2e/mailed-code";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
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
const guest = "nadia@elsewhere.example";
const first = "four plates of rice";
const second = "a bowl of green lentils";
let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("people");
  phone = await openPhone("people");
});

const heading = (name: string) => phone.page.getByRole("heading", { name, exact: true });
const press = (name: string) => phone.page.getByRole("button", { name, exact: true }).click();
const fill = (label: string, text: string) => phone.page.getByLabel(label, { exact: true }).fill(text);

/** Tells the company's page who it is. */
async function join(email: string) {
  const { page } = phone;
  await page.goto(`${sahn.url}/company/${harbour}/register`);
  await heading(registerWords.joinTitle("Harbour Line Logistics")).waitFor();
  await fill(formWords.name, "Nadia Haddad");
  await fill(formWords.email, email);
  await fill(formWords.optional(formWords.mobile), "050 123 4567");
  await press(registerWords.send);
  await heading(loginWords.checkEmail).waitFor();
}

/** Says who it is at the door, as far as the password. */
async function toPassword(email: string) {
  await phone.page.goto(`${sahn.url}/login`);
  await fill(loginWords.email, email);
  await press(loginWords.usePassword);
  await heading(loginWords.passwordTitle).waitFor();
}

test("what was typed survives a reload, and a faulty email is said at its field", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/company/${harbour}/register`);
  await fill(formWords.name, "Nadia Haddad");
  await fill(formWords.email, "nadia@nowhere");
  await page.reload();
  await heading(registerWords.joinTitle("Harbour Line Logistics")).waitFor();
  expect(await page.getByLabel(formWords.name, { exact: true }).inputValue()).toBe("Nadia Haddad");
  await press(registerWords.send);
  await page.getByRole("alert").getByText(formWords.check(1), { exact: true }).waitFor();
  const email = page.getByLabel(formWords.email, { exact: true });
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  await hasFocus(email);
  await phone.snap("refused", { whole: true });
});

test("an address that the company does not know waits for the admin after its code", async () => {
  phone.expect(403);
  await join(guest);
  await phone.snap("code");
  await fill(loginWords.code, await mailedCode(sahn, guest));
  await heading(registerWords.waitingTitle).waitFor();
  await phone.snap("waits");

  await phone.page.goto(`${sahn.url}/login`);
  await fill(loginWords.email, guest);
  await press(loginWords.sendCode);
  await heading(loginWords.notActive.Pending.title).waitFor();
});

test("an address of the company's domain is in with its code", async () => {
  await join(nadia);
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

  await toPassword(nadia);
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

test("she changes who she is, and shows her face", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/dashboard/profile`);
  await press(profileWords.editDetails);
  await fill(formWords.name, "Nadia Haddad-Rahman");
  await fill(formWords.optional(formWords.mobile), "055 765 4321");
  await press(formWords.save);
  await page.getByText("+971557654321", { exact: true }).waitFor();
  await page.getByRole("main").getByText("Nadia Haddad-Rahman", { exact: true }).first().waitFor();

  const face = page.locator("header .account img");
  expect(await face.count()).toBe(0);
  await page.locator("#picture").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: picture(900, 600) });
  await face.waitFor();
  expect(await face.getAttribute("src")).toMatch(/^data:image\/jpeg;base64,/);
  await phone.snap("profile", { whole: true });
  // Until the first is done, a second one is not taken.
  await page.getByText(profileWords.pictureSaved, { exact: true }).waitFor();
  await page.locator("section.whoami .busy").waitFor({ state: "detached" });

  await page
    .locator("#picture")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("not one") });
  await page.getByRole("alert").getByText(profileWords.pictureKind, { exact: true }).waitFor();
});

test.runIf(soak)("a new password signs her out everywhere else, and here she stays", async () => {
  const { page } = phone;
  const desk = await openPhone("people-desk", { width: 1280, height: 900 });
  try {
    desk.expect(401);
    await desk.page.goto(`${sahn.url}/login`);
    await desk.page.getByLabel(loginWords.email, { exact: true }).fill(nadia);
    await desk.page.getByRole("button", { name: loginWords.usePassword, exact: true }).click();
    await desk.page.getByLabel(loginWords.password, { exact: true }).fill(first);
    await desk.page.getByRole("button", { name: loginWords.signIn, exact: true }).click();
    await desk.page.getByRole("heading", { name: dashboardWords.weeks, exact: true }).waitFor();

    phone.expect(422);
    await press(profileWords.changePassword);
    await fill(profileWords.currentPassword, "not my password");
    await fill(formWords.newPassword, second);
    await press(profileWords.changePassword);
    const current = page.getByLabel(profileWords.currentPassword, { exact: true });
    await expect.poll(() => current.getAttribute("aria-invalid")).toBe("true");
    await fill(profileWords.currentPassword, first);
    await press(profileWords.changePassword);
    await page.getByText(profileWords.passwordSaved, { exact: true }).waitFor();

    await desk.page.reload();
    await desk.page.waitForURL(/\/login/);
    await desk.page.getByRole("heading", { name: loginWords.title, exact: true }).waitFor();
    await page.reload();
    await heading(profileWords.title).waitFor();
    await page.getByText("+971557654321", { exact: true }).waitFor();
  } finally {
    await desk.end();
  }
});

/** A PNG of one colour. */
function picture(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = (table[(c ^ byte) & 255] ?? 0) ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x4f)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}
