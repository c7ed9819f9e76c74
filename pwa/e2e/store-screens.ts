// The pictures of the app that a browser shows before it installs it: the real app with the demo's data.
import { mkdirSync, writeFileSync } from "node:fs";
import { threeLunches } from "#pwa/e2e/at-checkout";
import { openPhone } from "#pwa/e2e/open-phone";
import { payForm } from "#pwa/e2e/provider";
import { secondDevice } from "#pwa/e2e/second-device";
import { signIn } from "#pwa/e2e/sign-in";
import { startSahn } from "#pwa/e2e/start-sahn";
import { uiWords } from "#pwa/words/app";

const mariam = "mariam@harbourline.example";
const folder = "pwa/public/screens";
const most = 60_000;
const looks = [
  { form: "narrow", width: 390, height: 844, scale: 2, screens: ["week", "meals", "checkout"] },
  { form: "wide", width: 1280, height: 800, scale: 1, screens: ["week", "meals"] },
];

/** Takes them all anew. */
export async function storeScreens(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sahn = await startSahn("screens");
  const desk = await secondDevice(sahn, mariam);
  const paid = await threeLunches(sahn, mariam);
  const handed = await paid.desk.handOff(paid.dates);
  await payForm(handed.body.form as Parameters<typeof payForm>[0]);
  await desk.orders();
  const next = await threeLunches(sahn, mariam);
  const paths: Record<string, string> = {
    week: `/dashboard/home?week=${paid.week}`,
    meals: `/mealselection?day=${next.dates[0]}`,
    checkout: `/checkout?week=${next.week}`,
  };
  try {
    for (const { form, width, height, scale, screens } of looks) {
      const phone = await openPhone(`store/${form}`, { width, height, restarts: true });
      const { page } = phone;
      await signIn(sahn, phone, mariam);
      const devtools = await phone.context.newCDPSession(page);
      const mobile = width < 768;
      await devtools.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile });
      for (const name of screens) {
        await page.goto(`${sahn.url}${paths[name]}`);
        await page.getByRole("main").getByRole("heading").first().waitFor();
        await page.getByRole("status", { name: uiWords.loading, exact: true }).waitFor({ state: "detached" });
        await page.waitForLoadState("networkidle");
        await page.evaluate(() => document.fonts.ready);
        await page.waitForFunction(() => [...document.images].every((image) => image.complete));
        for (let quality = 80; ; quality -= 10) {
          const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
          const picture = Buffer.from(data, "base64");
          if (picture.length > most && quality > 10) continue;
          writeFileSync(`${folder}/${form}-${name}.webp`, picture);
          console.log(`${form}-${name}.webp`, picture.length, `quality ${quality}`);
          break;
        }
      }
      await phone.end();
    }
  } finally {
    await sahn.end();
  }
}
