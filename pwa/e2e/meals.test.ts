// The kitchen's book: a meal is drawn and photographed, survives a reload without a network, and two people's changes meet.
import { beforeAll, expect, test } from "vitest";
import { cachedByWorker, visitKept } from "#pwa/e2e/cached-by-worker";
import { enterKitchen } from "#pwa/e2e/enter-kitchen";
import { lookAround } from "#pwa/e2e/look-around";
import { openPhone } from "#pwa/e2e/open-phone";
import { photoOf } from "#pwa/e2e/photo-of";
import { type Sahn, startSahn } from "#pwa/e2e/start-sahn";
import { bookWords as words } from "#pwa/i18n/book";
import { soak } from "#pwa/testing/soak";

const name = "Grilled halloumi with watermelon, mint and a long name that does not end soon";

let sahn: Sahn;
beforeAll(async () => {
  sahn = await startSahn("meals");
});

test.runIf(soak)(
  "a meal is drawn, photographed, kept over a reload without a network, and put into the book",
  async () => {
    const phone = await openPhone("meals", { width: 1280, height: 900 });
    const { page } = phone;
    const press = (button: string) => page.getByRole("button", { name: button, exact: true }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await enterKitchen(sahn, page, "/kitchen/meals");
    await page.getByRole("list", { name: words.title }).getByRole("link").nth(10).waitFor();
    await lookAround(page, "meals-book");

    await page.getByRole("link", { name: words.add, exact: true }).click();
    await field(words.name).fill(name);
    await field(words.nameAr).fill("حلوم مشوي");
    await field(words.price).fill("39.5");
    expect(await field(words.code).inputValue()).toMatch(/^grilled-halloumi-with-watermelon/);
    await page
      .getByRole("group", { name: "dairy", exact: true })
      .getByRole("button", { name: words.presence.contains })
      .click();
    await field(words.kcal).fill("90");
    await field(words.protein).fill("28");
    await field(words.fat).fill("30");
    await page.getByText(words.doubt(382), { exact: true }).waitFor();
    await field(words.kcal).fill("430");
    await press(words.surprise);
    await page.getByText(words.kept, { exact: true }).waitFor();
    await cachedByWorker(phone);
    await visitKept(phone);

    await phone.offline(true);
    await page.reload();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(await field(words.price).inputValue()).toBe("39.5");
    await press(words.create);
    await page.getByRole("alert").getByText(words.keptOffline, { exact: true }).waitFor();
    await phone.offline(false);

    await page.setInputFiles("input[type=file]", await photoOf(page));
    await page.locator('.bkpreview img.photo[src^="/api/menu/photo/"]').first().waitFor();
    await press(words.create);
    await page.getByText(words.asSaved, { exact: true }).waitFor();
    await lookAround(page, "meals-editor");
    expect(new URL(page.url()).pathname).toMatch(/^\/kitchen\/meals\/[0-9A-Z]{26}$/);

    // Seen once, the photo is here without a network; so is the book.
    await phone.offline(true);
    await page.reload();
    const photo = page.locator(".bkpreview img.photo").first();
    const width = () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(100);
    await phone.offline(false);
  },
  240_000,
);

test.runIf(soak)("a page that was on its way as the app came onto the tablet stays there too", async () => {
  const tablet = await openPhone("meals/first", { width: 1280, height: 900 });
  const { page } = tablet;
  // The worker comes, and the page's file only after it had to wait for that.
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const register = serviceWorker.register.bind(serviceWorker);
    const asked = new Promise<void>((come) => Object.assign(window, { workerComes: come }));
    serviceWorker.register = (...how) => asked.then(() => register(...how));
  });
  let onItsWay = 0;
  await page.route("**/assets/visit/planner-*.js", async (route) => {
    onItsWay++;
    await page.evaluate(() => (window as unknown as { workerComes: () => void }).workerComes());
    await cachedByWorker(tablet);
    await route.continue();
  });
  await enterKitchen(sahn, page, "/kitchen/meals");
  await page.getByRole("list", { name: words.title }).getByRole("link").nth(10).waitFor();
  expect(onItsWay).toBe(1);
  await visitKept(tablet);
});
