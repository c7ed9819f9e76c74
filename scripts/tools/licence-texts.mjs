// Prints the licence of every part of the binary and of the app: Go itself, the Go modules whose lines come on the standard input
// (path, version and folder, parted by tabs), and the npm packages that the lock file has for production. Equal texts are printed once.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const isText = /^(licen[cs]e|copying|notice|unlicense)/i;

function textsIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return files
    .filter((file) => file.isFile() && isText.test(file.name) && !/\.(go|js|ts)$/.test(file.name))
    .map(({ name }) => name)
    .sort()
    .map((name) =>
      readFileSync(join(folder, name), "utf8")
        .replaceAll("\r\n", "\n")
        .replace(/[ \t]+$/gm, "")
        .trim(),
    );
}

const [go, ...modules] = readFileSync(0, "utf8").trim().split("\n");
const [version, root] = go.split("\t");
const parts = [{ name: `Go ${version}`, folder: root }];
for (const line of new Set(modules)) {
  const [path, of, folder] = line.split("\t");
  if (of) parts.push({ name: `${path} ${of}`, folder });
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
for (const [folder, { version, dev, optional, devOptional, peer }] of Object.entries(packages))
  if (folder && !dev && !optional && !devOptional && !peer)
    parts.push({ name: `${folder.replace(/^.*node_modules\//, "")} ${version}`, folder });

const byText = new Map();
const bare = [];
for (const { name, folder } of parts) {
  const texts = textsIn(folder);
  if (texts.length === 0) bare.push(name);
  for (const text of texts) byText.set(text, [...(byText.get(text) ?? []), name].sort());
}
if (bare.length > 0) throw new Error(`no licence text is installed with ${bare.join(", ")}`);

const line = "=".repeat(80);
const sorted = [...byText].sort(([, [a]], [, [b]]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
console.log(`Sahn is made with the parts below. Each is used under the licence that follows its name.\n`);
for (const [text, names] of sorted) console.log(`${line}\n${names.join("\n")}\n${line}\n\n${text}\n`);
