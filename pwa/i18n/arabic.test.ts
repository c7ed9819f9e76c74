// The Arabic words say what the English ones say. That each sentence is there, under its name, is the compiler's business.
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as arabicLocale from "#pwa/i18n/ar/locale";
import { plural } from "#pwa/i18n/ar/say";
import * as englishLocale from "#pwa/i18n/locale";

const here = dirname(fileURLToPath(import.meta.url));
const wordsIn = (folder: string) =>
  readdirSync(`${here}/${folder}`).filter((file) => file.endsWith(".ts") && !file.includes(".test."));
/** They put dates, amounts and names together by rules and words that have files of their own. */
const alike = ["dotted.ts", "amounts.ts", "joined.ts", "say-day.ts"];
/** What the words are made with, and the name of the other language. */
const apart = ["say.ts", "locale.ts", "language.ts", "server-sentences.ts"];

test("pages are en-US, as the specification shows, and in Arabic ar-AE from the right", () => {
  expect([englishLocale.tag, englishLocale.direction]).toEqual(["en-US", "ltr"]);
  expect([arabicLocale.tag, arabicLocale.direction]).toEqual(["ar-AE", "rtl"]);
});

test("every file of words is there in Arabic, and no other", () => {
  expect(wordsIn("ar")).toEqual(wordsIn(".").filter((file) => !alike.includes(file)));
});

/** Every sentence below a value, by its path. */
function sentences(
  value: unknown,
  path: string,
): [path: string, say: (...taken: unknown[]) => unknown, takes: number][] {
  if (typeof value === "string") return [[path, () => value, 0]];
  if (typeof value === "function") return [[path, value as () => unknown, value.length]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => sentences(inner, `${path}.${key}`));
}

/** What stands for a name, a list of names and a number that a sentence takes, and how each is found in it. */
const marks: [mark: unknown, found: RegExp][] = [
  ["§", /§/],
  [["§"], /§/],
  [7013, /7,?013/],
];
const others = ["x", ["x"], 1];
/** Which of the things that a sentence takes are said in it. */
function names(say: (...taken: unknown[]) => unknown, takes: number): number[] {
  const places = Array.from({ length: takes }, (_, at) => at);
  const said = (...taken: unknown[]) => {
    try {
      return String(say(...taken));
    } catch {
      return ""; // It takes something else.
    }
  };
  return places.filter((at) =>
    marks.some(([mark, found]) =>
      others.some((rest) => found.test(said(...places.map((place) => (place === at ? mark : rest))))),
    ),
  );
}
const slots = (said: unknown) => [...String(said).matchAll(/\{\w+\}/g)].map(String).sort();
/** Names, codes and what the reader already knows in Latin letters; the rest of a sentence has Arabic ones. */
const brands = "Apple Pay|Excel|Slack|Microsoft Teams|Xero|Zoho Books|Odoo";
const latin = new RegExp(
  `^[\\s\\d\\p{P}\\p{S}]*$|^(.*[\\w.]+@[\\w.]+.*|https?:.*|[A-Z]{2,}\\d*|\u2066?(?:${brands})\u2069?|[\\w.-]+\\.(com|example|txt))$`,
  "u",
);

describe.each(wordsIn("ar").filter((file) => !apart.includes(file)))("%s", async (file) => {
  const english = sentences(await import(`./${file}`), "");
  const arabic = new Map(sentences(await import(`./ar/${file}`), "").map(([path, ...rest]) => [path, rest] as const));

  test("each sentence says in Arabic what the English one says", () => {
    const wrong: string[] = [];
    for (const [path, say, takes] of english) {
      const [inArabic, takesToo] = arabic.get(path) ?? [() => "", 0];
      const missing = names(say, takes).filter((at) => !names(inArabic, takesToo).includes(at));
      if (missing.length > 0) wrong.push(`${path} leaves out what it takes as ${missing.join()}`);
      if (takes > 0) continue;
      if (slots(say()).join() !== slots(inArabic()).join()) wrong.push(`${path} fills other slots`);
      const said = inArabic();
      if (typeof said !== "string") continue;
      if (!path.endsWith(".id") && !/\p{Script=Arabic}/u.test(said) && !latin.test(said))
        wrong.push(`${path} is not in Arabic: ${said}`);
    }
    expect(wrong).toEqual([]);
  });
});

test.each([
  [0, "0 وجبة"],
  [1, "وجبة واحدة"],
  [2, "وجبتان"],
  [3, "3 وجبات"],
  [10, "10 وجبات"],
  [11, "11 وجبةً"],
  [99, "99 وجبةً"],
  [100, "100 وجبة"],
  [102, "102 وجبة"],
  [103, "103 وجبات"],
  [1_011, "1,011 وجبةً"],
])("%i is counted as Arabic counts", (n, text) => {
  const forms = { one: "وجبة واحدة", two: "وجبتان", few: "# وجبات", many: "# وجبةً", other: "# وجبة" };
  expect(plural(n, forms)).toBe(text);
});
