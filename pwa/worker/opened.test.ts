import { beforeEach, expect, test, vi } from "vitest";
import { deleteOutdatedFiles, isOnDemand, openedCache, updateOpenedFiles } from "#pwa/worker/opened";

const home = "https://lunch.example";
/** What lies in the worker's cache, by path. */
let cache: Map<string, string>;
/** What its older version had precached. */
let precached: string[];
/** What the server of the newer version has, by path; without one there is no network. */
let server: Map<string, string> | null;
let fetched: string[];

const files = ["kitchen-N3w_a-B4.js", "kitchen-N3w_a-B4.css", "planner-N3w_a-B4.js", "report-N3w_a-B4.js"].map(
  (name) => `assets/visit/${name}`,
);
const [kitchen = "", looks = "", planner = ""] = files;
const letters = "assets/readex-pro-arabic-wght-normal-C1-pXj4q.woff2";

beforeEach(() => {
  fetched = [];
  cache = new Map();
  precached = [];
  server = new Map([...files, letters].map((path) => [path, path]));
  const pathOf = (request: Request | string) => new URL(typeof request === "string" ? request : request.url, home);
  const name = (request: Request | string) => pathOf(request).pathname.slice(1);
  vi.stubGlobal("caches", {
    keys: async () => [openedCache, "precache"],
    open: async (which: string) => ({
      keys: async () =>
        (which === openedCache ? [...cache.keys()] : precached).map((path) => ({ url: `${home}/${path}` })),
      match: async (request: Request | string) => {
        const text = cache.get(name(request));
        return text === undefined ? undefined : new Response(text);
      },
      put: async (request: Request | string, answer: Response) => void cache.set(name(request), await answer.text()),
      delete: async (request: Request | string) => cache.delete(name(request)),
    }),
  });
  vi.stubGlobal("fetch", async (path: string) => {
    if (!server) throw new TypeError("Failed to fetch");
    fetched.push(path.slice(1));
    const text = server.get(path.slice(1));
    return new Response(text, { status: text === undefined ? 404 : 200 });
  });
  return () => vi.unstubAllGlobals();
});

const all = [...files, letters];
const opensOld = () => {
  for (const path of ["assets/visit/kitchen-0ld-a_B4.js", "assets/visit/kitchen-0ld-a_B4.css", letters])
    cache.set(path, "as it was");
};

test("a tablet that updates without a network has the newer version of the pages that it opened, and only those", async () => {
  opensOld();
  await updateOpenedFiles(all);
  server = null;
  await deleteOutdatedFiles(all);
  expect([...cache.keys()].sort()).toEqual([kitchen, looks, letters].sort());
  expect(cache.get(kitchen)).toBe(kitchen);
  expect(cache.get(letters)).toBe("as it was");
  expect(fetched).toEqual([kitchen, looks]);
});

test("a page that the older version precached, and this one no longer does, is not lost", async () => {
  precached = ["index.html", "assets/planner-0ld-a_B4.js", "assets/frame-0ld-a_B4.js"];
  await updateOpenedFiles(all);
  expect(fetched).toEqual([planner]);
});

test("a page that was split into other files is fetched with all of them", async () => {
  opensOld();
  server?.set(kitchen, `import"./planner-N3w_a-B4.js";show()`);
  await updateOpenedFiles(all);
  expect([...cache.keys()]).toContain(planner);
});

test("a page whose file was renamed is fetched with all the others", async () => {
  cache.set("assets/visit/cooking-0ld-a_B4.js", "as it was");
  await updateOpenedFiles(all);
  server = null;
  await deleteOutdatedFiles(all);
  expect([...cache.keys()].sort()).toEqual([...files].sort());
});

test("a version that cannot fetch its pages is not installed, and the next try fetches only what is missing", async () => {
  opensOld();
  server?.delete(looks);
  await expect(updateOpenedFiles(all)).rejects.toThrow(looks);
  expect([...cache.keys()]).toContain("assets/visit/kitchen-0ld-a_B4.js");
  server?.set(looks, looks);
  await updateOpenedFiles(all);
  expect(fetched).toEqual([kitchen, looks, looks]);
});

test("a device that opened no on-demand page fetches nothing", async () => {
  await updateOpenedFiles(all);
  expect(fetched).toEqual([]);
});

test("a precached file is not loaded on demand", () => {
  expect([...all, "assets/figtree-latin-ext-wght-normal-AbCdEfGh.woff2"].every(isOnDemand)).toBe(true);
  expect(
    ["index.html", "assets/frame-AbCdEfGh.js", "assets/figtree-latin-wght-normal-AbCdEfGh.woff2"].some(isOnDemand),
  ).toBe(false);
});
