import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { expect } from "vitest";
import { heard, judged } from "#pwa/e2e/accepted";
import { alikeInForcedColours, crowded, largeText } from "#pwa/e2e/other-settings";
import { outside } from "#pwa/e2e/outside";
import { alwaysSame, language, only, pictures } from "#pwa/e2e/picture-run";
import { soak } from "#pwa/testing/soak";

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

/** The screens whose names and order, as a screen reader has them, are kept as text. */
const readOut = [
  "home",
  "menu",
  "login",
  "dashboard",
  "delivery",
  "meals",
  "checkout",
  "payment-confirmed",
  "history",
  "profile",
];

type Look = { width: number; theme: (typeof themes)[number]; rules: object | null };

/**
 * The looks at a screen. The soak takes each size in both themes. The quick gate takes one look, at everything, which the name
 * chooses: the first size in light for every third screen, and each other size and theme for some. Large text and forced colours are
 * looked at there on every second screen.
 */
function looksAt(name: string, around: typeof sizes): Look[] {
  const all = around.flatMap(({ width, ...rules }) => themes.map((theme) => ({ width, theme, rules: rules[theme] })));
  if (soak) return all;
  const turns = [...all.slice(0, 1), ...all.filter(({ rules }) => rules)];
  const turn = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % turns.length;
  return turns.slice(turn, turn + 1).map((look) => ({ ...look, rules: everything }));
}

/**
 * Looks at what stands on the screen in several sizes and themes, without loading it again. The test fails, and goes on, when something
 * is wrong: whatever axe finds, and what runs out of the side, which is also looked for in the first size. Leaves a picture of each look
 * in the soak, and compares it with the accepted one in a run of scripts/screens. `closely` also asks whether all can be read in large
 * text, and what is chosen be told apart in forced colours.
 */
export async function lookAround(page: Page, name: string, around = sizes, closely = false): Promise<void> {
  if (only && !only.includes(name)) return;
  const before = page.viewportSize();
  const faults: string[] = [];
  const looks = looksAt(name, around);
  const looked = around.filter(({ width }, at) => at === 0 || looks.some((look) => look.width === width));
  // The first size comes last: most stories go on in it.
  for (const { width, height } of looked.reverse()) {
    await page.setViewportSize({ width, height });
    await settled(page);
    faults.push(...(await outside(page)).map((what) => `${name} at ${width}: runs out at ${what}`));
    faults.push(...(await moving(page)).map((what) => `${name} at ${width}: moves without end at ${what}`));
    const first = width === around[0]?.width;
    if (first && (soak || name.length % 2 === 0)) faults.push(...(await inOtherSettings(page, name, closely)));
    const here = looks.filter((look) => look.width === width);
    for (const { theme, rules } of here) {
      if (theme === "dark") await inTheme(page, theme);
      if (soak) faults.push(...(await takePicture(page, `${name}-${width}-${theme}`)));
      const at = `${name} at ${width}, ${theme}`;
      faults.push(...(await breaches(page, rules)).map((breach) => `${at}: ${breach}`));
    }
    if (here.some(({ theme }) => theme === "dark")) await inTheme(page, "light");
  }
  if (pictures && readOut.includes(name))
    faults.push(...heard(name, await alwaysSame(page, () => page.locator("body").ariaSnapshot())));
  if (before) await page.setViewportSize(before);
  expect.soft(faults).toEqual([]);
}

/** What never stands still, though the person asked their system for less motion, as every phone here does. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      )
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? "the page"),
  );

/** What is wrong when the text is twice as large, and in forced colours. */
async function inOtherSettings(page: Page, name: string, closely: boolean): Promise<string[]> {
  const faults: string[] = [];
  const asBefore = await largeText(page);
  await settled(page);
  faults.push(...(await outside(page)).map((what) => `${name} in large text: runs out at ${what}`));
  if (closely) faults.push(...(await crowded(page)).map((what) => `${name} in large text: ${what}`));
  if (soak) faults.push(...(await takePicture(page, `${name}-large`)));
  await asBefore();
  if (!closely) return faults;
  await page.emulateMedia({ forcedColors: "active" });
  await settled(page);
  faults.push(...(await alikeInForcedColours(page)).map((what) => `${name} in forced colours: ${what}`));
  if (soak) faults.push(...(await takePicture(page, `${name}-forced`)));
  await page.emulateMedia({ forcedColors: "none" });
  await settled(page);
  return faults;
}

async function inTheme(page: Page, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await settled(page);
}

/** Leaves a picture, and answers how it differs from the accepted one. */
async function takePicture(page: Page, name: string): Promise<string[]> {
  const file = `${folder}/${pictures ? `${language}/` : ""}${name}.png`;
  mkdirSync(dirname(file), { recursive: true });
  const take = async () => {
    // What lies above the page lies above the part of it that is in view.
    const whole = (await page.locator("[aria-modal=true]").count()) === 0;
    const taken = await picture(await cameraOf(page), whole);
    writeFileSync(file, taken);
    return taken;
  };
  if (!pictures) return take().then(() => []);
  const tour = basename(expect.getState().testPath ?? "", ".test.ts");
  return judged(tour, name, () => alwaysSame(page, take));
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
  const { cssContentSize: all, cssLayoutViewport: seen } = await camera.send("Page.getLayoutMetrics");
  const { width, height } = whole ? all : { width: seen.clientWidth, height: seen.clientHeight };
  // Half as large is enough to compare, and takes a quarter of the time.
  const clip = { x: 0, y: 0, width, height, scale: pictures ? 0.5 : 1 };
  const { data } = await camera.send("Page.captureScreenshot", { ...how, clip, captureBeyondViewport: whole });
  return Buffer.from(data, "base64");
}

const { resolve } = createRequire(import.meta.url);
const { source } = createRequire(resolve("@axe-core/playwright"))("axe-core") as { source: string };

type Axe = {
  run: (
    where: Document,
    options: object,
  ) => Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
};

/** Which rules of axe the page breaks, of whatever impact, and where. */
async function breaches(page: Page, rules: object | null): Promise<string[]> {
  if (!rules || pictures) return [];
  if (page.frames().length > 1) throw new Error("axe is put into the page alone, and here are frames");
  if (!(await page.evaluate(() => "axe" in window))) {
    // Over this line the engine compiles the megabyte of axe once for all documents of a site, not once for each.
    const put = await (await cameraOf(page)).send("Runtime.evaluate", { expression: `${source};0` });
    if (put.exceptionDetails) throw new Error(`axe did not start: ${put.exceptionDetails.text}`);
  }
  const found = await page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options);
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary}`),
      }));
    },
    { resultTypes: ["violations"], ...rules },
  );
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node}`));
}

/** Over when the page is at its top, letters and pictures are there, the layout has been drawn with them, and no colour changes. */
const settled = (page: Page) =>
  page.evaluate(async (still) => {
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
    // Colours that still change with the theme are neither the one's nor the other's.
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.all(changing.map(({ finished }) => finished.catch(() => undefined)));
    if (!still) return;
    // A picture that is compared is one of a page in which nothing has changed for a moment.
    await new Promise<void>((done) => {
      const end = () => done(watch.disconnect());
      let quiet = setTimeout(end, 150);
      const watch = new MutationObserver(() => {
        clearTimeout(quiet);
        quiet = setTimeout(end, 150);
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }, pictures !== undefined);
