import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { dotted } from "#pwa/i18n/dotted";

const root = fileURLToPath(new URL("..", import.meta.url));
const wings = ["admin", "company", "office", "till"];

vi.mock("#pwa/i18n/locale", () => import("#pwa/i18n/ar/locale"));

test("pieces keep their order on an Arabic page, whatever direction each of them has", () => {
  expect(dotted(["Harbour Line", false, "", "عيد", 0])).toBe("\u2068Harbour Line\u2069 · \u2068عيد\u2069");
});

test("staff's screens join pieces with a dot only where each is kept apart", () => {
  const raw = wings
    .flatMap((wing) =>
      readdirSync(join(root, wing), { recursive: true, encoding: "utf8" }).map((file) => `${wing}/${file}`),
    )
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .flatMap((file) =>
      readFileSync(join(root, file), "utf8")
        .split("\n")
        .map((line, at) => ({ file, line, at: at + 1 })),
    )
    // Between two elements of a page the dot stands alone. Lines of comments are no words.
    .filter(({ line }) => / ·/.test(line) && line.trim() !== '{" · "}' && !/^\s*(\/?\*|\/\/)/.test(line))
    .map(({ file, line, at }) => `${file}:${at} ${line.trim()}`);
  expect(raw).toEqual([]);
});
