import type { Page } from "playwright-core";

/** A picture of 1600 by 900 pixels, as a camera might leave it, for a field that takes files. */
export async function photoOf(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1600, height: 900 });
    canvas.getContext("2d")?.fillRect(400, 200, 800, 500);
    return canvas.toDataURL("image/png");
  });
  return { name: "photo.png", mimeType: "image/png", buffer: Buffer.from(address.split(",")[1] ?? "", "base64") };
}
