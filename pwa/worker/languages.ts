// The languages that the app is built in, and which of their files a device keeps: those of each language that was used on it.
import { onDemandFolder } from "#pwa/worker/chunks";
import { fetched } from "#pwa/worker/opened";

/** The first one is for readers who prefer none of them. */
export const languages = ["en", "ar"] as const;
export type Language = (typeof languages)[number];

/** The file of a language's page. */
export const pageOf = (language: Language) => (language === languages[0] ? "index.html" : `index.${language}.html`);

const arabicLetters = /^assets\/readex-pro-arabic-/;

/** The language that a built file belongs to: pages and code do, styles, fonts and pictures are everybody's. */
export const languageOf = (path: string): Language | null =>
  languages.find((one) => path === pageOf(one) || path.split("/").at(-2) === one) ?? null;

/** Whether a device that reads a language keeps a file as that language's. Arabic is written in letters of its own. */
export const isKeptIn = (language: Language, path: string) =>
  (languageOf(path) === language && !path.startsWith(`assets/${onDemandFolder}`)) ||
  (language === "ar" && arabicLetters.test(path));

/** A file of the built app: a name with a hash in it needs no revision. */
export type Built = { url: string; revision?: string | null };

/** Holds the language that this device reads, as text at the address `/language`; the page writes it (shell/language.ts). */
const chosenCache = "language";
const cacheOf = (language: Language) => `app-${language}`;
const keyOf = ({ url, revision }: Built) => `/${url}${revision ? `?revision=${revision}` : ""}`;

/** The language that this device reads. */
async function chosenLanguage(): Promise<Language> {
  const text = await (await (await caches.open(chosenCache)).match("/language"))?.text();
  return languages.find((one) => one === text) ?? languages[0];
}

/** The languages whose files this device has or is to have: the chosen one first. */
async function usedLanguages(): Promise<Language[]> {
  const chosen = await chosenLanguage();
  const used: Language[] = [];
  for (const one of languages) if (one !== chosen && (await caches.has(cacheOf(one)))) used.push(one);
  return [chosen, ...used];
}

/** Fetches those of a language's files that the device does not have. Throws when one cannot be fetched. */
export async function keepLanguage(language: Language, files: readonly Built[]): Promise<void> {
  const cache = await caches.open(cacheOf(language));
  for (const file of files.filter(({ url }) => isKeptIn(language, url))) {
    if (!(await cache.match(keyOf(file)))) await fetched(cache, keyOf(file));
  }
}

/** Keeps this version's files of every language that was used. */
export async function keepUsedLanguages(files: readonly Built[]): Promise<void> {
  for (const one of await usedLanguages()) await keepLanguage(one, files);
}

/** Deletes what older versions kept. */
export async function deleteOutdatedLanguages(files: readonly Built[]): Promise<void> {
  const current = new Set(files.map(keyOf));
  for (const one of await usedLanguages()) {
    const cache = await caches.open(cacheOf(one));
    const old = (await cache.keys()).filter(({ url }) => !current.has(url.slice(new URL(url).origin.length)));
    await Promise.all(old.map((request) => cache.delete(request)));
  }
}

/** The page in the chosen language; when the device does not have it, in another one that it has. */
export async function keptPage(files: readonly Built[]): Promise<Response | undefined> {
  for (const one of await usedLanguages()) {
    const file = files.find(({ url }) => url === pageOf(one));
    const page = file && (await (await caches.open(cacheOf(one))).match(keyOf(file)));
    if (page) return page;
  }
  return undefined;
}
