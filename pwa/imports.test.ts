import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { audiences } from "#pwa/testing/audiences";
import { chunkOf, chunks } from "#pwa/worker/chunks";

const root = dirname(fileURLToPath(import.meta.url));

/**
 * Every folder, top to bottom. A folder may import itself and what is below it, nothing above it and nothing on its own
 * line: the folders of the audiences never import each other, and what two of them need is further down.
 */
const order = [
  ["e2e"], // stories in a real browser
  ["testing"], // what tests share: simulation, model server
  ["app"], // main, routes, layout: puts the audiences' pages together
  audiences,
  ["company"], // plans, shares and counters of a company: registration, admin and office
  ["payment"], // card picker, payment hooks, result pages
  ["online"], // what pages show of the server that no device keeps
  ["forms"], // fields, form hooks, codes by mail
  ["sync-status"], // status line, waiting changes
  ["menu"], // menus, meals and their pictures
  ["shell"], // what pages use of the frame around them: titles, header words, update, log-out
  ["offline"], // database, API client, session, sync
  ["ui"], // components without a word of the business
  ["i18n"], // sentences
  ["rules"], // prices, weeks, money: they import nothing
];
/** Another program, which shares nothing with the page. */
const apart = "worker";
const line = (folder: string) => order.findIndex((folders) => folders.includes(folder));

const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /\.(tsx?|css)$/.test(file) &&
    !/\.(test|config)\.tsx?$|\.d\.ts$/.test(file) &&
    !/^(public|node_modules)\b/.test(file),
);
const folderOf = (file: string) => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "");

/** A type alone leaves nothing behind when the app is built. */
type Arrow = { file: string; to: string; typeOnly: boolean; onDemand: boolean };
const arrows: Arrow[] = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  const found = [
    ...text.matchAll(/((?:import|export) type[^;]*?from|from|@?import|import\()\s*["'](#pwa\/|\.{1,2}\/)([^"']+)["']/g),
  ];
  return found.map(([, how = "", kind, path = ""]) => ({
    file,
    to: (kind === "#pwa/" ? path : relative(root, join(root, dirname(file), `${kind}${path}`))).replace(/\.tsx?$/, ""),
    typeOnly: / type/.test(how),
    onDemand: how === "import(",
  }));
});
const allowed = ({ file, to }: Arrow) => {
  const [from, goal] = [folderOf(file), folderOf(to)];
  if (from === goal) return true;
  return from !== apart && line(goal) >= 0 && line(from) < line(goal);
};

test("every folder and file has a row in the table", () => {
  const known = [...order.flat(), apart];
  expect(sources.filter((file) => !known.includes(folderOf(file)))).toEqual([]);
  expect(known.filter((folder) => !sources.some((file) => folderOf(file) === folder))).toEqual([]);
});

test("imports go only where the table lets them", () => {
  expect(arrows.length).toBeGreaterThan(50);
  expect(arrows.filter((arrow) => !allowed(arrow)).map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
});

test("what every device has needs nothing that is only kept once opened", () => {
  const policy = (file: string) => chunkOf(`pwa/${file}`)?.offline ?? "precached";
  const notBuilt = ["e2e", "testing"];
  const needs = arrows.filter((one) => !one.typeOnly && !one.onDemand && !notBuilt.includes(folderOf(one.file)));
  const wrong = needs.filter(({ file, to }) => policy(file) === "precached" && policy(to) === "kept once opened");
  expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
  expect(chunks.filter(({ folder }) => !existsSync(join(root, "..", folder)))).toEqual([]);
});

test("inside the app one import leads to one name: no relative paths, no default exports", () => {
  const wrong = sources.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return /from\s+["']\.{1,2}\//.test(text) || /^export default/m.test(text);
  });
  expect(wrong).toEqual([]);
});

test("no file imports itself through others", () => {
  const next = new Map<string, string[]>();
  for (const { file, to, typeOnly } of arrows) {
    if (typeOnly) continue;
    const at = file.replace(/\.tsx?$/, "");
    next.set(at, [...(next.get(at) ?? []), to]);
  }
  const done = new Set<string>();
  const rounds: string[] = [];
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) rounds.push([...way.slice(way.indexOf(file)), file].join(" → "));
    else if (!done.has(file)) for (const to of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  expect(rounds).toEqual([]);
});
