// What a visitor reads, with the keyboard alone.
import { beforeAll, expect, test } from "vitest";
import { keyboard } from "#pwa/e2e/keyboard";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { faqWords } from "#pwa/i18n/faq";
import { footerWords } from "#pwa/i18n/footer";
import { legalWords } from "#pwa/i18n/legal";
import { notFoundWords } from "#pwa/i18n/not-found";
import { privacyWords } from "#pwa/i18n/privacy";

let sahn: Sahn;
let phone: Phone;

beforeAll(async () => {
  sahn = await startSahn("visitor");
  phone = await openPhone("visitor", { width: 1280, height: 900 });
});

const heading = (name: string, level = 1) => phone.page.getByRole("heading", { name, exact: true, level });
const focused = (id: string) => phone.page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);

test("a question opens its answer, and the contents of a long text lead to its parts", async () => {
  const { page } = phone;
  const { tabTo, press } = keyboard(page);
  await page.goto(`${sahn.url}/faq`);
  await heading(faqWords.title).waitFor();
  const allergens = faqWords.groups[1]?.questions.find(({ id }) => id === "allergens");
  const answer = page.getByText(allergens?.answer ?? "none", { exact: true });
  expect(await answer.isVisible()).toBe(false);
  await tabTo(page.locator("#allergens"));
  await press("Enter");
  await answer.waitFor({ state: "visible" });
  await phone.snap("an answer");

  await tabTo(page.getByRole("contentinfo").getByRole("link", { name: footerWords.privacy, exact: true }));
  await press("Enter");
  await heading(privacyWords.title).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
  const contents = page.getByRole("navigation", { name: legalWords.contents, exact: true });
  await tabTo(contents.getByRole("link", { name: "Your rights", exact: true }));
  await press("Enter");
  await focused("rights");
  expect(new URL(page.url()).hash).toBe("#rights");
  const top = () => page.locator("#rights").evaluate((part) => part.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(200);
  expect(await top()).toBeGreaterThanOrEqual(0);
  await phone.snap("a part");
});

test("a link to an answer opens it", async () => {
  const { page } = phone;
  await page.goto(`${sahn.url}/faq#until`);
  await focused("until");
  expect(await page.locator("details[open] > summary").evaluateAll((open) => open.map(({ id }) => id))).toEqual([
    "until",
  ]);
});

test("Disclaimer leads nowhere and the page stays as it is", async () => {
  const { page } = phone;
  const { tabTo, press } = keyboard(page);
  await page.goto(`${sahn.url}/nowhere`);
  await heading(notFoundWords.title).waitFor();
  const disclaimer = page.getByRole("link", { name: footerWords.disclaimer, exact: true });
  await disclaimer.waitFor();
  await page.evaluate(() => Object.assign(window, { same: true }));
  await tabTo(disclaimer);
  await press("Enter");
  // What comes after the press: a page that had been loaded again would have lost its mark by then.
  await tabTo(page.getByRole("link", { name: notFoundWords.menu, exact: true }));
  expect(await page.evaluate(() => "same" in window)).toBe(true);
  expect(page.url()).toBe(`${sahn.url}/nowhere`);
});
