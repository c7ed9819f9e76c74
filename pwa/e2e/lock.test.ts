// A kitchen's shared tablet: an operator chooses a PIN, locks the screen and goes on with the PIN. Five wrong ones lead to the sign-in
// page.
import { beforeAll, expect, test } from "vitest";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { bookWords } from "#pwa/i18n/book";
import { kitchenSignInWords, kitchenWords } from "#pwa/i18n/kitchen";
import { pinWords as words } from "#pwa/i18n/pin";

const password = "lunch-is-served";
const pin = "407193";
let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("lock");
});

const press = (name: string) => phone.page.getByRole("button", { name, exact: true }).click();
const dialog = () => phone.page.getByRole("dialog", { name: words.locked, exact: true });

async function enter(digits: string) {
  await phone.page.getByLabel(words.pin, { exact: true }).fill(digits);
  await press(words.unlock);
}

/** Whether the server holds a session for locked. */
const locked = async () => (await sahn.rows("SELECT count(*)::text FROM sessions WHERE locked_at IS NOT NULL"))[0]?.[0];

test("a PIN is chosen, the screen is locked and unlocked over a reload with an edit kept, and five wrong PINs end it", async () => {
  phone = await openPhone("lock", { width: 1024, height: 768 });
  const { page } = phone;
  phone.expect(401, 422, 423);
  await enterKitchen(sahn, page, "/kitchen/second-step");
  await press(words.choose);
  const card = page.getByRole("region", { name: words.title, exact: true });
  await card.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByLabel(words.newPin, { exact: true }).fill("123456");
  await press(words.save);
  await page.getByLabel(words.newPin, { exact: true }).and(page.locator("[aria-invalid=true]")).waitFor();
  await phone.snap("too easy");
  await page.getByLabel(words.newPin, { exact: true }).fill(pin);
  await press(words.save);
  await page.getByRole("button", { name: words.remove, exact: true }).waitFor();
  await lookAround(page, "kitchen-pin");

  // A meal is being written.
  await page.goto(`${sahn.url}/kitchen/meals/new`);
  const name = page.getByLabel(bookWords.name, { exact: true });
  await name.fill("Kofta of the house");
  await press(words.lockNow);
  await dialog().waitFor();
  await expect.poll(locked).toBe("1");
  // Nothing of the page is left for eyes, ears or the keyboard.
  expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toEqual([words.locked]);
  expect(await page.getByRole("main").count()).toBe(0);
  expect(await page.locator("main").innerText()).toBe("");
  for (let stop = 0; stop < 6; stop++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest(".klock") !== null)).toBe(true);
  }
  await page.goBack();
  await enter(pin);
  await dialog().waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Kofta of the house");
  await expect.poll(locked).toBe("0");

  await press(words.lockNow);
  await dialog().waitFor();
  await page.reload();
  await dialog().waitFor();
  expect(await page.locator("main").count()).toBe(0);
  await lookAround(page, "kitchen-locked");
  await enter(pin);
  await name.waitFor();
  expect(await name.inputValue()).toBe("Kofta of the house");

  await press(words.lockNow);
  for (const left of [4, 3, 2, 1]) {
    await enter("000000");
    await page.getByText(words.wrong(left), { exact: true }).waitFor();
  }
  await phone.snap("last try");
  await enter("000000");
  await page.getByRole("heading", { name: kitchenSignInWords.title, exact: true }).waitFor();
  await page.getByText(words.closed, { exact: true }).waitFor();
  await lookAround(page, "kitchen-pin-closed");
  expect(await sahn.rows("SELECT count(*)::text FROM sessions")).toEqual([["0"]]);
  expect(await page.getByText(kitchenWords.brand).count()).toBe(0);
});
