import { expect, test } from "vitest";
import { squaresOf } from "#pwa/till/squares-of";
import { bytesOf } from "#pwa/till/till-key";

const head = "01K0000000000000000000T1LL.c2VjcmV0c2VjcmV0";
const marked = (meals: number, note = "") =>
  `${head}.${JSON.stringify({ k: "sale/1", l: Array.from({ length: meals }, () => ["01K000000000000000000LUNCH", 1, 4700]), m: note })}`;

test("a receipt of few meals has one square", () => {
  expect(squaresOf(marked(3))).toEqual([marked(3)]);
});

test.each([
  ["30 meals", marked(30), 2],
  ["100 meals", marked(100), 4],
  ["a note in Arabic and pictures, full of spaces", marked(26, "بدون بصل 🧅 ".repeat(20)), 2],
])("a receipt of %s has as many squares as it takes, each to be read by a phone", (_, text, n) => {
  const squares = squaresOf(text);
  expect(squares).toHaveLength(n);
  for (const square of squares) expect(bytesOf(square).length).toBeLessThanOrEqual(1200);
  const parts = squares.map((square) => /^(.*?\..*?)\.(\d+)\/(\d+)\.(.*)\.$/.exec(square));
  expect(parts.map((part) => part?.slice(1, 4))).toEqual(squares.map((_, k) => [head, `${k + 1}`, `${n}`]));
  expect(`${head}.${parts.map((part) => part?.[4]).join("")}`).toBe(text);
  for (const square of squares) expect(new TextDecoder().decode(bytesOf(square))).toBe(square);
});
