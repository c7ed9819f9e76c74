import { mkdirSync, writeFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { CDPSession, Page } from "playwright-core";
import { outside } from "#pwa/e2e/outside";

const folder = "artifacts/screens/looks";
const contrast = "color-contrast";
const everything = {};
const colours = { runOnly: [contrast] };
const shape = { rules: { [contrast]: { enabled: false } } };
/** What axe looks for: a theme is other colours and nothing else, and the middle width has its colours from the others. */
const sizes = [
  { width: 390, height: 844, light: everything, dark: colours },
  { width: 768, height: 1024, light: shape, dark: null },
  { width: 1280, height: 900, light: everything, dark: colours },
];
/** What the till is looked at in: a tablet comes first. */
export const tabletSizes: typeof sizes = [
  { width: 1024, height: 768, light: everything, dark: colours },
  { width: 768, height: 1024, light: shape, dark: null },
  { width: 1280, height: 800, light: shape, dark: null },
];
const themes = ["light", "dark"] as const;

/**
 * Looks at what stands on the screen in every size and in both themes, without loading it again. Leaves a picture of each,
 * and answers what is wrong: whatever axe finds, and what runs out of the side.
 */
export async function lookAround(page: Page, name: string, around = sizes): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  // What lies above the page lies above the part of it that is in view.
  const whole = (await page.locator("[aria-modal=true]").count()) === 0;
  const camera = await cameraOf(page);
  for (const { width, height, ...rules } of around) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      writeFileSync(`${folder}/${name}-${width}-${colorScheme}.png`, await picture(camera, whole));
      const at = `${name} at ${width}, ${colorScheme}`;
      faults.push(...(await breaches(page, rules[colorScheme])).map((breach) => `${at}: ${breach}`));
    }
    faults.push(...(await outside(page)).map((what) => `${name} at ${width}: runs out at ${what}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  const [{ width, height } = { width: 390, height: 844 }] = around;
  await page.setViewportSize({ width, height });
  // A press meanwhile would meet what is about to move.
  await settled(page);
  return faults;
}

const cameras = new WeakMap<Page, Promise<CDPSession>>();

/** The page's one camera, which is never put away: the browser would give a page without a connection its connection back. */
function cameraOf(page: Page): Promise<CDPSession> {
  const camera = cameras.get(page) ?? page.context().newCDPSession(page);
  cameras.set(page, camera);
  return camera;
}

/** A picture that is packed quickly instead of small: packing takes as long as drawing. */
async function picture(camera: CDPSession, whole: boolean): Promise<Buffer> {
  const how = { format: "png", optimizeForSpeed: true } as const;
  if (!whole) return Buffer.from((await camera.send("Page.captureScreenshot", how)).data, "base64");
  const { cssContentSize: all } = await camera.send("Page.getLayoutMetrics");
  const clip = { x: 0, y: 0, width: all.width, height: all.height, scale: 1 };
  const { data } = await camera.send("Page.captureScreenshot", { ...how, clip, captureBeyondViewport: true });
  return Buffer.from(data, "base64");
}

/** Which rules of axe the page breaks, of whatever impact, and where. */
async function breaches(page: Page, rules: object | null): Promise<string[]> {
  if (!rules) return [];
  // Half a megabyte, to be read once by a page that is looked at in every size, not at each look.
  const there = await Promise.all(page.frames().map((frame) => frame.evaluate(() => "axe" in window)));
  const axeSource = there.every(Boolean) ? "0" : undefined;
  const axe = new AxeBuilder({ page, ...(axeSource && { axeSource }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], ...rules });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

/** Over when the page is at its top, letters and pictures are there, and the layout has been drawn with them. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: "instant" });
    await document.fonts.ready;
    await Promise.all(
      [...document.images].map((image) => {
        // One that waits until it comes into view would be waited for in vain.
        image.loading = "eager";
        return image.decode().catch(() => undefined);
      }),
    );
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
