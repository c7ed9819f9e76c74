import type { KnipConfig } from "knip";

/** With --production a use in a test does not count, so that code which only tests need is found. */
const production = process.argv.includes("--production");

/** The paths that a style sheet loads, written as imports. */
const importsOf = (css: string) =>
  Array.from(css.matchAll(/(?:@import\s+|url\()'([^']+)'/g), ([, path]) => `import "${path}";`).join("\n");

export default {
  entry: [
    "pwa/worker/sw.ts!",
    // They take the place of the English words in a build of their own.
    "pwa/i18n/ar/*.ts!",
    "scripts/dev-loop.ts",
    "scripts/tools/lint-contract.mjs",
    "pwa/testing/{simulate,fleet}.ts",
    "pwa/e2e/{bench,store-screens,readme-pictures,contact-sheet}.ts",
  ],
  project: ["pwa/**/*.{ts,tsx,css}!", "scripts/**/*.ts", "!pwa/{testing,e2e}/**!"],
  vitest: { config: ["vite.config.ts", "pwa/e2e/vitest.config.ts"] },
  compilers: { css: importsOf },
  // Generated as a whole from the server's types.
  ignore: ["pwa/offline/contract.gen.ts"],
  // Found by their names in scripts/gen, pwa/e2e/look-around.ts and the program of docs/api.md.
  ignoreDependencies: ["openapi-typescript", "openapi-fetch", "@axe-core/playwright"],
  ignoreBinaries: ["go"],
  // Programs that are started, not imported.
  ignoreUnresolved: ["scripts/browse", "scripts/build", "scripts/dev"],
  // A test may look inside a file, so an export counts as used where the file itself uses it.
  ignoreExportsUsedInFile: production,
  // vite.config.ts uses them, which is no part of the built app.
  ignoreIssues: {
    "pwa/i18n/install.ts": ["exports"],
    "pwa/app/prerender.tsx": ["exports", "files"],
    ...(production ? { "pwa/i18n/pages.ts": ["files"], "pwa/worker/chunks.ts": ["exports"] } : {}),
  },
} satisfies KnipConfig;
