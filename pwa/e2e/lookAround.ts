import { mkdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
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
const themes = ["light", "dark"] as const;

/**
 * Looks at what stands on the screen in every size and in both themes, without loading it again. Leaves a picture of each,
 * and answers what is wrong: whatever axe finds, and what runs out of the side.
 */
export async function lookAround(page: Page, name: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const faults: string[] = [];
  // What lies above the page lies above the part of it that is in view.
  const fullPage = (await page.locator("[aria-modal=true]").count()) === 0;
  for (const { width, height, ...rules } of sizes) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const path = `${folder}/${name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage, animations: "disabled" });
      const at = `${name} at ${width}, ${colorScheme}`;
      faults.push(...(await breaches(page, rules[colorScheme])).map((breach) => `${at}: ${breach}`));
    }
    faults.push(...(await outside(page)).map((what) => `${name} at ${width}: runs out at ${what}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  return faults;
}

/** Which rules of axe the page breaks, of whatever impact, and where. */
async function breaches(page: Page, rules: object | null): Promise<string[]> {
  if (!rules) return [];
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], ...rules });
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
