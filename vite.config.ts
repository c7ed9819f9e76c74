import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { type Plugin, runnerImport } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { type Chunk, chunkOf as chunkOfPath, chunks, onDemandFolder } from "./pwa/worker/chunks.ts";
import { type Language, languages, pageOf } from "./pwa/worker/languages.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = at("server/dist");

/** In a language other than English, `#pwa/i18n/NAME` is that language's file. */
const inLanguage = (language: Language): Plugin => ({
  name: "in-language",
  enforce: "pre",
  resolveId(id) {
    const name = /pwa\/i18n\/([\w-]+)(\.ts)?$/.exec(id)?.[1];
    const own = at(`pwa/i18n/${language}/${name}.ts`);
    return name && existsSync(own) ? own : null;
  },
});

/** How code of the app runs while the app is built. */
const inRunner = (...plugins: Plugin[]) => ({
  root: at("pwa"),
  configFile: false as const,
  plugins,
  resolve: { alias: { "#pwa": at("pwa") } },
});

/** What a built file needs to know of the words of its language. */
async function wordsIn(language: Language) {
  const load = async <M>(name: string) =>
    (await runnerImport<M>(`#pwa/i18n/${name}`, inRunner(inLanguage(language)))).module;
  const [app, install, pages, say, locale] = await Promise.all([
    load<typeof import("./pwa/i18n/app.ts")>("app"),
    load<typeof import("./pwa/i18n/install.ts")>("install"),
    load<typeof import("./pwa/i18n/pages.ts")>("pages"),
    load<typeof import("./pwa/i18n/say.ts")>("say"),
    load<typeof import("./pwa/i18n/locale.ts")>("locale"),
  ]);
  const { promise } = app.appWords;
  return { promise, manifest: install.manifestWords, pages: pages.listedPages(), product: say.product, locale };
}
type Words = Awaited<ReturnType<typeof wordsIn>>;

/** What a device answers that was not asked yet: it has stored nothing, has a network, and its clock is not known. It draws no styles. */
const unasked: Record<string, string> = {
  ".css": "",
  "/pwa/offline/sync/shared-read":
    "export const sharedRead = () => () => undefined; export const firstAnswers = async () => [];",
  "/pwa/offline/sync/use-offline": "export const useOnline = () => true; export const useOffline = () => false;",
  "/pwa/menu/use-offered": "export const useOffered = () => [];",
};
const onNoDevice: Plugin = {
  name: "on-no-device",
  enforce: "pre",
  resolveId(id) {
    const path = Object.keys(unasked).find((path) => id.endsWith(path));
    return path && `\0${path}.js`;
  },
  load: (id) => (id.startsWith("\0") ? unasked[id.slice(1, -3)] : undefined),
};

/** What a visitor sees first of each page that has that, by its path. */
async function prerender(language: Language) {
  const how = inRunner(onNoDevice, inLanguage(language));
  return (await runnerImport<typeof import("./pwa/app/prerender.tsx")>("#pwa/app/prerender", how)).module.shown;
}
/** What the app loads for itself as soon as it runs on a device that has nothing: the storage, and the pictures of meals. */
const afterFirst: Record<string, string[]> = { "/": ["dexie", "art"], "/menu": ["dexie", "art"], "/login": ["dexie"] };

/** Writes the product's name, its promise and the language into index.html, and gives the page its language's name. */
const nameThePage = (language: Language, { product, promise, locale }: Words): Plugin => ({
  name: "name-the-page",
  transformIndexHtml: (html) =>
    html
      .replaceAll("%product%", product)
      .replaceAll("%promise%", promise)
      .replace('lang="en-US" dir="ltr"', `lang="${locale.tag}" dir="${locale.direction}"`),
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const page = bundle["index.html"];
      if (page) page.fileName = pageOf(language);
    },
  },
});

/**
 * Tells the server every page's path, title and description, so that each is announced as itself and an unknown path as missing; and of
 * the first screens which files to name in their pages, so that the browser fetches them beside the frame, and what a visitor sees first.
 */
const listThePages = (language: Language, { pages }: Words): Plugin => ({
  name: "list-the-pages",
  apply: "build",
  generateBundle: {
    order: "post",
    async handler(_, bundle) {
      const shown = await prerender(language);
      const code = Object.values(bundle).filter((file) => file.type === "chunk");
      const withImports = (files: typeof code) => {
        const all = new Set(files);
        for (const one of all)
          for (const next of code.filter(({ fileName }) => one.imports.includes(fileName))) all.add(next);
        return all;
      };
      const named = withImports(code.filter(({ isEntry, name }) => isEntry || soon.includes(name)));
      const filesOf = (path: string) => {
        const page = firstScreens[firstPaths[path] ?? "none"];
        const own = [...withImports(code.filter(({ moduleIds }) => page && moduleIds.includes(at(page))))];
        const needed = own.filter((one) => !named.has(one));
        const first = new Set([...named, ...needed]);
        const after = [...withImports(code.filter(({ name }) => afterFirst[path]?.includes(name)))].filter(
          (one) => !first.has(one),
        );
        const paths = (files: Iterable<string>) => Array.from(files, (file) => `/${file}`);
        return {
          code: paths(needed.map(({ fileName }) => fileName)),
          styles: paths(new Set(needed.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))),
          ...(shown[path] && { markup: shown[path], next: paths(after.map(({ fileName }) => fileName)) }),
        };
      };
      this.emitFile({
        type: "asset",
        fileName: pageOf(language).replace("index", "pages").replace("html", "json"),
        source: JSON.stringify(
          pages.map((page) => (firstPaths[page.path] ? { ...page, ...filesOf(page.path) } : page)),
        ),
      });
    },
  },
});

const screen = (form_factor: "narrow" | "wide", sizes: string, name: string, label: string) => ({
  src: `/screens/${form_factor}-${name}.webp`,
  sizes,
  type: "image/webp",
  form_factor,
  label,
});
const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" }],
});

/**
 * Preloads in index.html what every first screen needs besides the frame. Without it the fonts, which only the style sheets
 * name, would load after the first layout, and the frame's imports after the frame.
 */
const soonNeeded = (language: Language): Plugin => ({
  name: "soon-needed",
  apply: "build",
  transformIndexHtml: (_, { bundle }) =>
    Object.values(bundle ?? {}).flatMap(({ fileName, name }) => {
      const link = (attrs: Record<string, string>) => [
        { tag: "link", injectTo: "head" as const, attrs: { ...attrs, href: `/${fileName}`, crossorigin: "" } },
      ];
      if (fonts[language].test(fileName)) return link({ rel: "preload", as: "font", type: "font/woff2" });
      return fileName.endsWith(".js") && soon.includes(name ?? "") ? link({ rel: "modulepreload" }) : [];
    }),
});
/** What all first screens share, and what a visitor's first page and the one of somebody who is signed in do. */
const soon = ["first", "first-dashboard-home-menu"];
const fonts = { en: /-latin-(wght|700)-.*\.woff2$/, ar: /(figtree-latin|readex-pro-arabic)-wght-.*\.woff2$/ };

/** Writes a .br and a .gz beside every text file of 256 bytes or more, so that the server never compresses. */
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
        if (!/\.(js|css|html|svg|json|txt|webmanifest)$/.test(file) || statSync(path).size < 256) continue;
        // The build in another language leaves what an earlier one packed.
        if (/-[\w-]{8}\.\w+$/.test(file) && existsSync(`${path}.br`)) continue;
        const raw = readFileSync(path);
        const brotli = brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        const gzip = gzipSync(raw, { level: 9 });
        if (brotli.length < raw.length) writeFileSync(`${path}.br`, brotli);
        if (gzip.length < raw.length) writeFileSync(`${path}.gz`, gzip);
      }
    },
  },
};

/**
 * Uses packages' builds for production and current browsers, where they default to older or more verbose ones, and leaves out of
 * react-router what only its framework mode can reach (ADR 58).
 */
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
  transform(code, id) {
    if (!/\/react-router\/dist\/production\/chunk-\w+\.mjs$/.test(id) || !code.includes("PrefetchPageLinks")) return;
    const prefetch = "shouldPrefetch && !isAbsolute ?";
    const pure: [RegExp, string][] = [
      [/^\w+\.displayName = .*;$/gm, ""],
      [/= (React\d*\.\w+\()/g, "= /* @__PURE__ */ $1"],
      [/= (class extends React\d*\.Component \{[\s\S]*?\n\});$/gm, "= /* @__PURE__ */ (() => $1)();"],
    ];
    // A component has no effect by being made or named, and outside of framework mode a link never prefetches.
    if (!code.includes(prefetch) || pure.some(([found]) => code.search(found) < 0))
      this.error("react-router is written in another way: see ADR 58");
    return pure.reduce((left, [found, by]) => left.replace(found, by), code.replace(prefetch, "false ?"));
  },
};

type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };

const root = at(".");
const chunkOf = (id: string) => (id.startsWith(root) ? chunkOfPath(id.slice(root.length)) : undefined);

/** The first screens, by a name for the files that hold what each shares with others. */
const firstScreens: Record<string, string> = {
  dashboard: "pwa/app/dashboard-page.tsx",
  home: "pwa/site/home/home-page.tsx",
  menu: "pwa/menu/menu-page.tsx",
  "sign-in": "pwa/auth/login-page.tsx",
};
const firstPaths: Record<string, string> = {
  "/": "home",
  "/menu": "menu",
  "/login": "sign-in",
  "/dashboard": "dashboard",
  "/dashboard/home": "dashboard",
};
/** Every choice of the first screens, the larger ones first, so that none loads what only others share. */
const screens = Object.keys(firstScreens);
const togethers = Array.from({ length: 2 ** screens.length - 1 }, (_, choice) =>
  screens.filter((_, at) => (choice + 1) & (2 ** at)),
).sort((a, b) => b.length - a.length);
/** What signing in shares with others is little: it is one file. */
const fileOf = (screens: readonly string[]) =>
  screens.length > 1 && screens.includes("sign-in") ? "first" : ["first", ...screens].join("-");
const common = [...new Set(togethers.map(fileOf)), "dashboard", "afterwards", "shared", "shared-on-demand"];
/**
 * What every page loads once it has been shown, and nothing else of what those modules' folders hold. The line that says that the network
 * is gone must be here before it is.
 */
const afterwards = [
  "pwa/app/afterwards.tsx",
  "pwa/app/footer.tsx",
  "pwa/sync-status/sync-status.tsx",
  "pwa/sync-status/status-line.tsx",
];

/** Every module that `from` cannot run without. */
function reach(from: readonly string[], { getModuleInfo }: Modules): Set<string> {
  const reached = new Set<string>();
  const next = [...from];
  for (let one = next.pop(); one; one = next.pop()) {
    if (reached.has(one)) continue;
    reached.add(one);
    next.push(...(getModuleInfo(one)?.importedIds ?? []));
  }
  return reached;
}

/** Which chunks and which first screens need each module, computed once, when all modules are known. */
function findUses(modules: Modules) {
  const all = new Set<string>();
  const next = [at("pwa/app/main.tsx")];
  for (let one = next.pop(); one; one = next.pop()) {
    if (all.has(one)) continue;
    all.add(one);
    const info = modules.getModuleInfo(one);
    next.push(...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? []));
  }
  const users = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const own = [...all].filter((one) => chunkOf(one) === chunk);
    for (const id of reach(own, modules)) users.set(id, [...(users.get(id) ?? []), chunk]);
  }
  const screens = Object.entries(firstScreens).map(([name, page]) => ({ name, needs: reach([at(page)], modules) }));
  return { users, screens, afterwards: reach(afterwards.map(at), modules) };
}
let uses: ReturnType<typeof findUses> | undefined;

/**
 * The file for a module that no single chunk owns: one for each choice of the first screens that share it, and `shared` and
 * `shared-on-demand` for what else several chunks need.
 */
function commonFile(id: string, modules: Modules): string | null {
  uses ??= findUses({ getModuleInfo: (known) => modules.getModuleInfo(known) });
  const users = uses.users.get(id) ?? [];
  const screens = uses.screens.filter(({ needs }) => needs.has(id)).map(({ name }) => name);
  const after = uses.afterwards.has(id);
  if (screens.length === 0 && after) return "afterwards";
  if (users.length < 2 && !after) return screens.includes("dashboard") ? "dashboard" : null;
  // No page loads all of the sign-in or of the dashboard for a line that it needs afterwards.
  if (screens.length > 0) return after && !screens.includes("home") ? "first" : fileOf(screens);
  if (chunkOf(id)) return null;
  return users.some(({ offline }) => offline === "precached") ? "shared" : "shared-on-demand";
}

/** What goes into one file: the frame around every page, what is common, and each chunk. Many small files compress badly. */
const groups = [
  { name: "frame", tags: ["$initial" as const], priority: common.length + 2 },
  // What everybody opens a database with and syncs it by, in one file that comes beside the page.
  {
    name: "dexie",
    test: /\/node_modules\/(dexie|ulid)\/|\/offline\/(dexie|ends-with-page|strict|sync\/(run-sync|engine|outbox|outbox-store|retry))\.ts$/,
    priority: common.length + 2,
  },
  ...common.map((name, at) => ({
    debugName: name,
    name: (id: string, modules: Modules) => (commonFile(id, modules) === name ? name : null),
    priority: common.length + 1 - at,
  })),
  ...chunks.map((chunk) => ({ name: chunk.name, test: (id: string) => chunkOf(id) === chunk, priority: 1 })),
];
/**
 * Whether a built file is loaded on demand: it is kept once it was opened, and not before. What the server says of a refusal in the app's
 * language is needed with a connection only.
 */
const onDemand = (file: string) =>
  file === "shared-on-demand" ||
  file === "in-app-language" ||
  chunks.some(({ name, offline }) => name === file && offline === "kept once opened");

/** `vite build` is the app in English; `vite build --mode ar` after it adds the app in Arabic, and a worker that knows both. */
export default defineConfig(async ({ mode }): Promise<ViteUserConfig> => {
  const language = languages.find((one) => one === mode) ?? languages[0];
  const words = await wordsIn(language);
  return {
    root: at("pwa"),
    cacheDir: at("node_modules/.vite"),
    resolve: { alias: { "#pwa": at("pwa") } },
    plugins: [
      inLanguage(language),
      react(),
      lean,
      nameThePage(language, words),
      listThePages(language, words),
      soonNeeded(language),
      installable(language, words),
      precompress,
    ],
    build: {
      outDir,
      emptyOutDir: language === languages[0],
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: { groups },
          assetFileNames: ({ names }) =>
            `assets/${names.some((name) => onDemand(name.replace(/\.css$/, ""))) ? onDemandFolder : ""}[name]-[hash][extname]`,
          chunkFileNames: ({ name }) => `assets/${onDemand(name) ? onDemandFolder : ""}${language}/[name]-[hash].js`,
          entryFileNames: `assets/${language}/[name]-[hash].js`,
        },
      },
    },
    test: tests,
  };
});

const installable = (language: Language, { product, promise, manifest, locale }: Words) =>
  VitePWA({
    strategies: "injectManifest",
    srcDir: "worker",
    filename: "sw.ts",
    registerType: "prompt",
    injectRegister: false,
    // The browser fetches them itself when it installs the app.
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: ["**/*.{js,css,html,woff2}", "icons/icon-192.png", "*.svg"],
      // Only the server's pages for visitors name it.
      globIgnores: ["start.js"],
    },
    manifestFilename: pageOf(language).replace("index", "manifest").replace("html", "webmanifest"),
    manifest: {
      id: "/",
      name: product,
      short_name: product,
      description: promise,
      lang: locale.tag,
      dir: locale.direction,
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
      // Made by scripts/screens from the built app. The browser shows them in its install prompt, so the worker never keeps them.
      screenshots: [
        screen("narrow", "780x1688", "week", manifest.screens.week),
        screen("narrow", "780x1688", "meals", manifest.screens.meals),
        screen("narrow", "780x1688", "checkout", manifest.screens.checkout),
        screen("wide", "1280x800", "week", manifest.screens.week),
        screen("wide", "1280x800", "meals", manifest.screens.meals),
      ],
      shortcuts: [
        shortcut(manifest.orderNext, "/delivery"),
        shortcut(manifest.history, "/dashboard/history"),
        shortcut(manifest.menu, "/menu"),
      ],
    },
  });

const tests: ViteUserConfig["test"] = {
  dir: at("pwa"),
  // Longer than any test takes on a busy machine; each of its waits ends sooner (testing/setup.tsx).
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Files share their workers; testing/setup.tsx gives each of them fresh modules and globals.
  isolate: false,
  // Modules that did not change since the last run are not compiled again; they are under node_modules.
  experimental: { fsModuleCache: true },
  maxWorkers: "100%",
  // Screens make much that lives briefly: a larger young heap saves an eighth of the processor time.
  execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=32"],
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
        // A worker ends when the next file is of another project, so the projects run one after the other.
        sequence: { groupOrder: 1 },
      },
    },
  ],
};
