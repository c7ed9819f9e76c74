import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { appWords } from "./pwa/i18n/app.ts";
import { manifestWords } from "./pwa/i18n/install.ts";
import { product } from "./pwa/i18n/say.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = at("server/platform/web/dist");

/** Writes the product's name and promise into index.html, so that they stand in one place. */
const nameThePage: Plugin = {
  name: "name-the-page",
  transformIndexHtml: (html) => html.replaceAll("%product%", product).replaceAll("%promise%", appWords.promise),
};

const screen = (form_factor: "narrow" | "wide", sizes: string, name: keyof typeof manifestWords.screens) => ({
  src: `/screens/${form_factor}-${name}.webp`,
  sizes,
  type: "image/webp",
  form_factor,
  label: manifestWords.screens[name],
});
const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" }],
});

/**
 * Names in index.html what every first screen needs besides the frame: known only from the style sheets, the letters would
 * come after the first layout, and known only from the frame, the parts that it loads would come after it.
 */
const soonNeeded: Plugin = {
  name: "soon-needed",
  apply: "build",
  transformIndexHtml: (_, { bundle }) =>
    Object.values(bundle ?? {}).flatMap(({ fileName, name }) => {
      const link = (attrs: Record<string, string>) => [
        { tag: "link", injectTo: "head" as const, attrs: { ...attrs, href: `/${fileName}`, crossorigin: "" } },
      ];
      if (/-latin-wght-.*\.woff2$/.test(fileName)) return link({ rel: "preload", as: "font", type: "font/woff2" });
      return fileName.endsWith(".js") && (name === "kit" || name === "week") ? link({ rel: "modulepreload" }) : [];
    }),
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

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };
let dashboard: Set<string> | undefined;

/** Whether the dashboard cannot be drawn without a module. */
function drawsDashboard(id: string, { getModuleInfo }: Modules): boolean {
  if (!dashboard) {
    dashboard = new Set();
    const next = [at("pwa/home/dashboard-page.tsx")];
    for (let one = next.pop(); one; one = next.pop()) {
      if (dashboard.has(one) || one.includes("node_modules")) continue;
      dashboard.add(one);
      next.push(...(getModuleInfo(one)?.importedIds ?? []));
    }
  }
  return dashboard.has(id);
}

/**
 * What travels in one file, since many small ones are squeezed badly: the frame around every page, what each of the first
 * screens (home, sign-in, dashboard) needs of the rest and no more, what comes right after the first picture, what tells of
 * the connection, what asks who somebody is, and what the pages of choosing share. Small style sheets cost no request of
 * their own: what comes soon after the first picture has one with the kit, single pages have one, and visits have one.
 */
const groups = [
  { name: "frame", tags: ["$initial" as const], priority: 9 },
  { name: "soon", test: /\/pwa\/(ui\/choices|app\/install|sync\/status)\.css/, priority: 8 },
  {
    name: "pages",
    test: /\/pwa\/(draft|order|payment|wallet|week|counter|person\/(?!form|login)).*\.css/,
    priority: 8,
  },
  { name: "visits", test: /\/pwa\/(company|invoice|report|site|members)\/.*\.css/, priority: 8 },
  {
    name: "kit",
    test: /\/pwa\/(ui\/|sync\/use-(offline|lasting)|i18n\/(marks|say|faults))/,
    minShareCount: 2,
    priority: 7,
  },
  {
    name: "week",
    test: /\/pwa\/(rules\/(money|week\/(date|weeks|cutoff))|i18n\/say-day|week\/week-chips|draft\/use-offered|menu\/(meal-tint|meal-art|meal-picture|pictures|art\/chance|use-menus?|meals-on))\./,
    minShareCount: 3,
    priority: 6,
  },
  {
    debugName: "dashboard",
    name: (id: string, modules: Modules) =>
      drawsDashboard(id, { getModuleInfo: (known) => modules.getModuleInfo(known) }) ? "dashboard" : null,
    priority: 5,
  },
  {
    name: "later",
    test: /\/pwa\/(afterwards|app\/((footer|toasts|update-\w+|install|install-sheet|logout-modal|site-menu|empty-plate)\.tsx|missing|paying)|i18n\/(footer|install|logout))|workbox-window/,
    priority: 3,
  },
  { name: "status", test: /\/pwa\/(sync\/|i18n\/sync)/, priority: 3 },
  // What draws the plates comes after the first picture, also since the kitchen's editor shares its words.
  { name: "art", test: /\/pwa\/menu\/(meal-svg|art\/(?!vocabulary))/, priority: 5 },
  { name: "meal", test: /\/pwa\/(menu\/(?!art\/)|i18n\/(meals|menu))/, minShareCount: 2, priority: 4 },
  {
    name: "door",
    test: /\/pwa\/(person\/(login|door|form|use-form|address-fields|mobile-field)|i18n\/(login|form))/,
    priority: 3,
  },
  {
    name: "choosing",
    test: /\/pwa\/((draft|order|week|rules\/week)\/|i18n\/(closing-time|time-left)|i18n\/(checkout|conflict|delivery|payment))/,
    minShareCount: 2,
    priority: 2,
  },
  // A tablet that sells all day without a network finds all of the till in the worker's store.
  { name: "till", test: /\/pwa\/(pos\/|i18n\/pos)/, priority: 3 },
  { name: "invoices", test: /\/pwa\/(invoice\/|i18n\/invoice)/, priority: 3 },
  // Whoever registers a company says who pays, as operators do in their settings.
  { name: "shares", test: /\/pwa\/(company\/share|i18n\/company\.)/, priority: 3 },
  { name: "kitchen", test: /\/pwa\/(kitchen\/|i18n\/(kitchen|production))/, priority: 3 },
  { name: "planner", test: /\/pwa\/(planner\/|menu\/art\/vocabulary|i18n\/(planner|book))/, priority: 3 },
  // Faces, logos and meals are made small by the same file, and faces are every employee's.
  { name: "picture", test: /\/pwa\/person\/shrink-picture/, priority: 4 },
  {
    name: "little",
    test: /\/pwa\/(draft\/needs-you|order\/(repeat-week|withdrawn-note)|home\/withdrawn|i18n\/withdrawn)/,
    priority: 3,
  },
  { name: "payment", test: /\/pwa\/payment\//, priority: 4 },
  // A person's code is drawn by what draws the squares of a till's receipts.
  { name: "code", test: /\/pwa\/(counter\/(pay-at-counter|use-counter-code|qr-path)|i18n\/counter\.)/, priority: 5 },
  { name: "members", test: /\/pwa\/(members\/|i18n\/members)/, priority: 1 },
  { name: "counters", test: /\/pwa\/(counter\/|i18n\/counters)/, priority: 4 },
  { name: "editing", test: /\/pwa\/order\/(edit-order|checkout-edit)-page/, priority: 1 },
  { name: "profile", test: /\/pwa\/person\/(profile|delete-account)/, priority: 1 },
];

/**
 * Pages for whoever joins or looks round or works for the lunch company, and what only a browser without a storage needs: the worker knows
 * them (pwa/opened.ts) and keeps them once they were opened, not before. It finds them in the next version by their names.
 */
const visits =
  /\/pwa\/(site|company|invoice|report|kitchen|members|planner)\/|\/menu\/art\/vocabulary|\/i18n\/(company\.|invoice)|\/quote\/shares|\/i18n\/report|\/i18n\/(kitchen|production|planner|book)|\/i18n\/members|\/(visits|kitchen|planner)\.css$|\/person\/(register|sign-up|password-reset|places|company-in|reset-password|use-company)|\/i18n\/(faq|privacy|terms|legal|contact|subscription|offers)|\/home\/offers|\/counter\/(?!pay-at-counter|use-counter-code|qr-path).*\.tsx?$|\/i18n\/counters|node_modules\/(fake-indexeddb|setimmediate|base64-arraybuffer-es6)/i;

export default defineConfig({
  root: at("pwa"),
  cacheDir: at("node_modules/.vite"),
  resolve: { alias: { "#pwa": at("pwa") } },
  plugins: [
    react(),
    lean,
    nameThePage,
    soonNeeded,
    VitePWA({
      strategies: "injectManifest",
      srcDir: ".",
      filename: "sw.ts",
      registerType: "prompt",
      injectRegister: false,
      // The browser fetches them itself when it installs the app.
      includeManifestIcons: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,woff2}", "icons/icon-192.png", "*.svg"],
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
        // Made by scripts/screens from the built app. They are for the browser's own question, so the worker never keeps them.
        screenshots: [
          screen("narrow", "780x1688", "week"),
          screen("narrow", "780x1688", "meals"),
          screen("narrow", "780x1688", "checkout"),
          screen("wide", "1280x800", "week"),
          screen("wide", "1280x800", "meals"),
        ],
        shortcuts: [
          shortcut(manifestWords.orderNext, "/delivery"),
          shortcut(manifestWords.history, "/dashboard/history"),
          shortcut(manifestWords.menu, "/menu"),
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
        codeSplitting: { groups },
        assetFileNames: ({ names, originalFileNames }) =>
          `assets/${[...names, ...originalFileNames].some((file) => visits.test(`/${file}`)) ? "visit/" : ""}[name]-[hash][extname]`,
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.every((id) => visits.test(id)) ? "visit/" : ""}[name]-[hash].js`,
      },
    },
  },
  test: {
    dir: at("pwa"),
    // Longer than any test takes on a busy machine; each of its waits ends sooner (testing/setup.tsx).
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share their workers; testing/setup.tsx gives each of them fresh modules and globals.
    isolate: false,
    maxWorkers: "100%",
    exclude: ["**/e2e/**", "**/node_modules/**"],
    setupFiles: [resolve(at("pwa"), "testing/setup.tsx")],
    projects: [
      {
        extends: true,
        test: { name: "rules", environment: "node", include: ["**/*.test.ts"], sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: "screens",
          environment: resolve(at("pwa"), "testing/browser.config.ts"),
          include: ["**/*.test.tsx"],
          // A worker ends when the next file is of another project, so each project has its turn.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
