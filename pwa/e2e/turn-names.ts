import { readdirSync } from "node:fs";

/**
 * The same text with the hashes of all scripts and style sheets of the built app turned round: as a version names them in which every file
 * changed. Done twice it is the same again.
 */
export function turnNames(): (text: string) => string {
  const other = new Map<string, string>();
  for (const file of readdirSync("server/dist/assets", { recursive: true, encoding: "utf8" })) {
    const [, name = "", hash = ""] = /([^/]+-)([\w-]{8})\.(?:js|css)$/.exec(file) ?? [];
    const turned = [...hash].reverse().join("");
    if (hash) other.set(`${name}${hash}`, `${name}${turned}`).set(`${name}${turned}`, `${name}${hash}`);
  }
  const names = new RegExp([...other.keys()].join("|"), "g");
  return (text) => text.replace(names, (name) => other.get(name) ?? name);
}
