import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { appWords } from "./pwa/words/app.ts";
import { product } from "./pwa/words/say.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = at("server/web/dist");

/** Writes the product's name and promise into index.html, so that they stand in one place. */
const nameThePage: Plugin = {
  name: "name-the-page",
  transformIndexHtml: (html) => html.replaceAll("%product%", product).replaceAll("%promise%", appWords.promise),
};

/** Lays a .br and a .gz beside every text file of 1 kB or more, so that the server never compresses. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  enforce: "post",
  closeBundle: {
    sequential: true,
    order: "post",
    handler() {
      for (const file of readdirSync(outDir, { recursive: true, encoding: "utf8" })) {
        const path = join(outDir, file);
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file) || statSync(path).size < 1024) continue;
        const raw = readFileSync(path);
        const brotli = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        const gzip = gzipSync(raw, { level: 9 });
        if (brotli.length < raw.length) writeFileSync(`${path}.br`, brotli);
        if (gzip.length < raw.length) writeFileSync(`${path}.gz`, gzip);
      }
    },
  },
};

/** Takes the builds for production and today's browsers, where packages point to older or chattier ones. */
const lean: Plugin = {
  name: "lean",
  apply: "build",
  config: () => ({
    resolve: {
      alias: [
        { find: /^dexie$/, replacement: at("node_modules/dexie/dist/modern/dexie.mjs") },
        { find: /^react-router$/, replacement: at("node_modules/react-router/dist/production/index.mjs") },
      ],
    },
  }),
};

export default defineConfig({
  root: at("pwa"),
  cacheDir: at("node_modules/.vite"),
  resolve: { alias: { "#pwa": at("pwa") } },
  plugins: [
    react(),
    lean,
    nameThePage,
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,woff2}", "icons/icon-192.png", "*.svg"],
        // Arabic and extended Latin letters come with the first text that needs them.
        globIgnores: ["**/readex-pro-*", "**/*-latin-ext-*"],
      },
      manifest: {
        id: "/",
        name: product,
        short_name: product,
        description: appWords.promise,
        lang: "en-AE",
        dir: "ltr",
        start_url: "/dashboard/home",
        scope: "/",
        display: "standalone",
        theme_color: "#f6f4ee",
        background_color: "#f6f4ee",
        categories: ["food", "lifestyle"],
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
    }),
    precompress,
  ],
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What nearly every page shares comes as one file: a dozen of a few hundred bytes each would be squeezed badly.
        codeSplitting: {
          groups: [
            { name: "frame", tags: ["$initial"] },
            { name: "shared", test: /pwa\/(week|order|ui|draft|quote)\/\w+\.tsx?$/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/sanctum", "/payment/return", "/payment/notify", "/healthz", "/readyz"].map((path) => [
        path,
        `http://localhost:${process.env.PORT ?? 8080}`,
      ]),
    ),
  },
  test: {
    dir: at("pwa"),
    testTimeout: 30_000,
    exclude: ["**/e2e/**", "**/node_modules/**"],
    setupFiles: [resolve(at("pwa"), "testing/setup.ts")],
    projects: [
      { extends: true, test: { name: "rules", environment: "node", include: ["**/*.test.ts"] } },
      { extends: true, test: { name: "screens", environment: "jsdom", include: ["**/*.test.tsx"] } },
    ],
  },
});
