import { beforeEach, expect, test, vi } from "vitest";
import { bringAlong, letGo, notEverybodys } from "#pwa/worker/opened";

const home = "https://lunch.example";
/** What lies in the worker's cache, by path. */
let cache: Map<string, string>;
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
  server = new Map([...files, letters].map((path) => [path, path]));
  const pathOf = (request: Request | string) => new URL(typeof request === "string" ? request : request.url, home);
  const name = (request: Request | string) => pathOf(request).pathname.slice(1);
  vi.stubGlobal("caches", {
    open: async () => ({
      keys: async () => [...cache.keys()].map((path) => ({ url: `${home}/${path}` })),
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
  await bringAlong(all);
  server = null;
  await letGo(all);
  expect([...cache.keys()].sort()).toEqual([kitchen, looks, letters].sort());
  expect(cache.get(kitchen)).toBe(kitchen);
  expect(cache.get(letters)).toBe("as it was");
  expect(fetched).toEqual([kitchen, looks]);
});

test("a page that was cut into other files comes along whole", async () => {
  opensOld();
  server?.set(kitchen, `import"./planner-N3w_a-B4.js";show()`);
  await bringAlong(all);
  expect([...cache.keys()]).toContain(planner);
});

test("a page whose file has another name by now comes along with all the others", async () => {
  cache.set("assets/visit/cooking-0ld-a_B4.js", "as it was");
  await bringAlong(all);
  server = null;
  await letGo(all);
  expect([...cache.keys()].sort()).toEqual([...files].sort());
});

test("a version that cannot bring its pages along is not installed, and goes on where it was when it is asked for again", async () => {
  opensOld();
  server?.delete(looks);
  await expect(bringAlong(all)).rejects.toThrow(looks);
  expect([...cache.keys()]).toContain("assets/visit/kitchen-0ld-a_B4.js");
  server?.set(looks, looks);
  await bringAlong(all);
  expect(fetched).toEqual([kitchen, looks, looks]);
});

test("who opened nothing for visits fetches nothing", async () => {
  await bringAlong(all);
  expect(fetched).toEqual([]);
});

test("what is everybody's is not among the files that are only kept when opened", () => {
  expect([...all, "assets/figtree-latin-ext-wght-normal-AbCdEfGh.woff2"].every(notEverybodys)).toBe(true);
  expect(
    ["index.html", "assets/frame-AbCdEfGh.js", "assets/figtree-latin-wght-normal-AbCdEfGh.woff2"].some(notEverybodys),
  ).toBe(false);
});
