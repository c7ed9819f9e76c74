import { beforeEach, expect, test, vi } from "vitest";
import { type Built, deleteOutdatedLanguages, keepLanguage, keepUsedLanguages, keptPage } from "#pwa/worker/languages";

const home = "https://lunch.example";
/** The device's caches: what lies in each, by address. */
let caches: Map<string, Map<string, string>>;
/** Whether the network is there, and what was fetched. */
let online: boolean;
let fetched: string[];

const version = (hash: string): Built[] => [
  { url: "index.html", revision: `${hash}e` },
  { url: "index.ar.html", revision: `${hash}a` },
  { url: `assets/en/frame-${hash}.js` },
  { url: `assets/ar/frame-${hash}.js` },
  { url: `assets/visit/ar/office-${hash}.js` },
  { url: "assets/readex-pro-arabic-wght-normal-AbCdEfGh.woff2" },
  { url: `assets/frame-${hash}.css` },
];
const first = version("11111111");
const second = version("22222222");

beforeEach(() => {
  caches = new Map();
  online = true;
  fetched = [];
  const pathOf = (request: Request | string) =>
    typeof request === "string" ? request : request.url.slice(home.length);
  const cacheOf = (name: string) => {
    const kept = caches.get(name) ?? new Map<string, string>();
    caches.set(name, kept);
    return {
      keys: async () => [...kept.keys()].map((path) => ({ url: `${home}${path}` })),
      match: async (request: Request | string) => {
        const text = kept.get(pathOf(request));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (request: Request | string, answer: Response) => void kept.set(pathOf(request), await answer.text()),
      delete: async (request: Request | string) => kept.delete(pathOf(request)),
    };
  };
  vi.stubGlobal("caches", {
    open: async (name: string) => cacheOf(name),
    has: async (name: string) => caches.has(name),
  });
  vi.stubGlobal("fetch", async (path: string) => {
    if (!online) throw new TypeError("Failed to fetch");
    fetched.push(path);
    return new Response(path);
  });
  return () => vi.unstubAllGlobals();
});

const choose = (language: string) => caches.set("language", new Map([["/language", language]]));
const page = async (files: Built[]) => (await keptPage(files))?.text();

test("a device keeps the files of the language that it reads, and no other's", async () => {
  choose("ar");
  await keepUsedLanguages(first);
  expect(fetched.sort()).toEqual([
    "/assets/ar/frame-11111111.js",
    "/assets/readex-pro-arabic-wght-normal-AbCdEfGh.woff2",
    "/index.ar.html?revision=11111111a",
  ]);
  expect(await page(first)).toBe("/index.ar.html?revision=11111111a");
});

test("who changes the language without a network gets the other one if it was used here before, else keeps the page", async () => {
  await keepUsedLanguages(first);
  online = false;
  await expect(keepLanguage("ar", first)).rejects.toThrow();
  expect(await page(first)).toBe("/index.html?revision=11111111e");
  online = true;
  await keepLanguage("ar", first);
  online = false;
  await keepLanguage("ar", first);
  choose("ar");
  expect(await page(first)).toBe("/index.ar.html?revision=11111111a");
  choose("en");
  expect(await page(first)).toBe("/index.html?revision=11111111e");
});

test("a newer version brings both languages to a device that used both, and what was fetched before a lost network stays", async () => {
  await keepUsedLanguages(first);
  await keepLanguage("ar", first);
  online = false;
  await expect(keepUsedLanguages(second)).rejects.toThrow();
  online = true;
  await keepUsedLanguages(second);
  online = false;
  await deleteOutdatedLanguages(second);
  expect([...(caches.get("app-en") ?? new Map()).keys()]).toEqual([
    "/index.html?revision=22222222e",
    "/assets/en/frame-22222222.js",
  ]);
  choose("ar");
  expect(await page(second)).toBe("/index.ar.html?revision=22222222a");
});

test("a device of which nobody knows the language reads English", async () => {
  choose("fr");
  await keepUsedLanguages(first);
  expect(await page(first)).toBe("/index.html?revision=11111111e");
});
