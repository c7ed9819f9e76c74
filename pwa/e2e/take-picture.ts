import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openPhone, type Phone } from "#pwa/e2e/open-phone";
import { uiWords } from "#pwa/i18n/app";

type Screen = { width: number; height: number; scale: number; dark?: boolean };

/** A phone, tablet or desk whose pictures have so many pixels for each of the screen's. */
export async function photoPhone(name: string, { width, height, scale, dark }: Screen): Promise<Phone> {
  const phone = await openPhone(`pictures/${name}`, { width, height, dark });
  const devtools = await phone.context.newCDPSession(phone.page);
  const mobile = width < 768;
  await devtools.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: scale, mobile });
  return phone;
}

/** Writes what the screen shows, once it stands still, as WebP of at most so many bytes. */
export async function takePicture({ page, context }: Phone, file: string, most: number): Promise<void> {
  await page.getByRole("main").getByRole("heading").first().waitFor();
  await page.getByRole("status", { name: uiWords.loading, exact: true }).waitFor({ state: "detached" });
  await page.locator(".toast").first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  const devtools = await context.newCDPSession(page);
  for (let quality = 85; quality > 0; quality -= 5) {
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
    const picture = Buffer.from(data, "base64");
    if (picture.length > most && quality > 5) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    console.log(file, picture.length, `quality ${quality}`);
    break;
  }
  await devtools.detach();
}
