// The English words are written in one way.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const here = new URL(".", import.meta.url);
const files = readdirSync(here).filter((file) => file.endsWith(".ts") && !file.includes(".test."));

test("an email is written so everywhere", () => {
  const found = files.filter((file) => /\be-mail/i.test(readFileSync(new URL(file, here), "utf8")));
  expect(found).toEqual([]);
});
