import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pwa = fileURLToPath(new URL("..", import.meta.url));
/** In a run of pictures in Arabic stories speak of what is on the screen in its words, too. */
const arabic = { find: /^#pwa\/i18n\/(?!ar\/|joined|say-day|amounts)/, replacement: `${pwa}i18n/ar/` };
const findChrome = () => execFileSync("scripts/browse", ["--find"], { cwd: root, encoding: "utf8" }).trim();

/** The built app in a real browser: two files beside each other, since one leaves half of two cores idle; no second tries. */
export default defineConfig({
  root,
  resolve: { alias: [...(process.env.SCREENS_LANGUAGE === "ar" ? [arabic] : []), { find: "#pwa", replacement: pwa }] },
  test: {
    name: "browser",
    env: { CHROME_PATH: process.env.CHROME_PATH || findChrome() },
    environment: "node",
    include: ["pwa/e2e/**/*.test.ts"],
    exclude: process.env.ENGINES ? [] : ["pwa/e2e/engines.test.ts"],
    globalSetup: "pwa/e2e/test-database.ts",
    setupFiles: "pwa/e2e/every-story.ts",
    maxWorkers: 2,
    // Firefox is spoken to over a WebSocket, which Node 20 has only then.
    execArgv: ["--experimental-websocket"],
    // A test process runs many files and keeps its browser.
    isolate: false,
    experimental: { fsModuleCache: true },
    // A story may be long; each of its steps has a timeout of its own.
    testTimeout: 180_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    // As long as Playwright waits for what is on the page.
    expect: { poll: { timeout: 15_000 } },
    reporters: ["verbose"],
  },
});
