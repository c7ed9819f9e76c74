// The worker's cache of on-demand files: those that were opened on this device. A newer version fetches its own copies of the
// same files before it takes over, since it may do so without a network.
import { onDemandFolder } from "#pwa/worker/chunks";

/** The name of the cache. File names carry a content hash, so versions lie beside each other. */
export const openedCache = "opened";

/** Whether a file is loaded on demand: the pages of visits, and alphabets that come with the first text that needs them. */
export const isOnDemand = (path: string) =>
  path.startsWith(`assets/${onDemandFolder}`) || /^assets\/(readex-pro-|.*-latin-ext-)/.test(path);

/** A file's name without content hash, the same in every version. Code has its language before it; in older versions it was all English. */
const nameOf = (path: string) =>
  path
    .replace(/^assets\/(visit\/)?/, "")
    .replace(/-[\w-]{8}(?=\.\w+$)/, "")
    .replace(/^(?=[^/]+\.js$)/, "en/");
const pathOf = ({ url }: Request) => new URL(url).pathname.slice(1);

/**
 * Fetches those of this version's `files` that were opened in an older one or were precached by it, and whatever these name in turn:
 * another version may have split a page into other files. Throws when one cannot be fetched.
 */
export async function updateOpenedFiles(files: string[]): Promise<void> {
  const cache = await caches.open(openedCache);
  const opened = (await cache.keys()).map(pathOf);
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  const had = new Set(all.flat().map((request) => nameOf(pathOf(request))));
  const names = new Set(files.map(nameOf));
  const pages = `assets/${onDemandFolder}`;
  // An opened page without a file of its name in this version may be in any of its files.
  const renamed = opened.some((path) => path.startsWith(pages) && !names.has(nameOf(path)));
  const wanted = new Set(files.filter((path) => had.has(nameOf(path)) || (renamed && path.startsWith(pages))));
  // Files that are added during the loop are visited too.
  for (const path of wanted) {
    const file = (await cache.match(`/${path}`)) ?? (await fetched(cache, `/${path}`));
    if (!path.endsWith(".js")) continue;
    const text = await file.text();
    for (const other of files) if (text.includes(other.slice(other.lastIndexOf("/") + 1))) wanted.add(other);
  }
}

/** Puts a file into a cache. Throws when it cannot be fetched. */
export async function fetched(cache: Cache, path: string): Promise<Response> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer.clone());
  return answer;
}

export async function deleteOutdatedFiles(files: string[]): Promise<void> {
  const cache = await caches.open(openedCache);
  const old = (await cache.keys()).filter((request) => !files.includes(pathOf(request)));
  await Promise.all(old.map((request) => cache.delete(request)));
}
